import GameState

/// The rooms of this server with a rated game in progress, by player.
struct RatedGames {
    private var rooms: [ParticipantID: Set<RoomName>] = [:]
    private var players: [RoomName: [ParticipantID]] = [:]

    /// Notes the players of the room's rated game in progress; none if there is no such game.
    mutating func note(_ present: [ParticipantID], in room: RoomName) {
        guard players[room] ?? [] != present else { return }
        for player in players[room] ?? [] {
            rooms[player]?.remove(room)
            if rooms[player]?.isEmpty == true { rooms[player] = nil }
        }
        for player in present { rooms[player, default: []].insert(room) }
        players[room] = present.isEmpty ? nil : present
    }

    /// Returns the rooms in which the participant plays a rated game.
    func rooms(of participant: ParticipantID) -> Set<RoomName> { rooms[participant] ?? [] }
}
