import GameState
import Nodes
import Storage

/// The rated games in progress on all servers that share the store, by player.
///
/// Each server tells the others the positions of its games at the end of a turn of its event loop,
/// so that every server can protect them, wherever a player asks for an analysis.
package final class RatedGames {
    /// The maximum number of games per message, whose stones take less than 100 KB.
    static let gamesPerMessage = 64

    /// The server of a game (nil for this one), and the game's room.
    private struct Place: Hashable {
        let node: NodeID?
        let room: RoomName
    }

    private let links: NodeLinks
    private var games: [Place: RatedGame] = [:]
    private var places: [ParticipantID: Set<Place>] = [:]
    /// The games on this server that the other servers do not know yet.
    private var changed: Set<RoomName> = []
    private var owesAll = false
    /// The rooms that each other server has reported since its last complete report.
    private var named: [NodeID: Set<RoomName>] = [:]
    private let onChange: (ParticipantID) -> Void

    /// - Parameter onChange: called for each player whose game has a new position.
    init(_ links: NodeLinks, onChange: @escaping (ParticipantID) -> Void = { _ in }) {
        self.links = links
        self.onChange = onChange
    }

    package var isEmpty: Bool { games.isEmpty }

    /// Returns the positions that the participant must not analyse now.
    package func positions(of participant: ParticipantID) -> [ProtectedPosition] {
        (places[participant] ?? []).compactMap { games[$0]?.position }
    }

    /// Notes the rated game in a room of this server; nil if there is none to protect.
    func note(_ game: RatedGame?, in room: RoomName) {
        guard set(game, at: Place(node: nil, room: room)), links.isShared else { return }
        changed.insert(room)
    }

    /// Returns whether that changes anything.
    private func set(_ game: RatedGame?, at place: Place) -> Bool {
        let old = games[place]
        guard old != game else { return false }
        for player in old?.players ?? [] {
            places[player]?.remove(place)
            if places[player]?.isEmpty == true { places[player] = nil }
        }
        games[place] = game
        for player in game?.players ?? [] {
            places[player, default: []].insert(place)
            onChange(player)
        }
        return true
    }

    // MARK: other servers

    /// Schedules all games to be sent, because a server may not know them.
    package func scheduleAll() { owesAll = links.isShared }

    /// Sends the games that changed in this turn of the event loop.
    package func endTurn() {
        guard owesAll || !changed.isEmpty else { return }
        let rooms = owesAll ? games.keys.filter { $0.node == nil }.map(\.room) : Array(changed)
        let isAll = owesAll
        (owesAll, changed) = (false, [])
        for first in stride(from: 0, to: max(1, rooms.count), by: Self.gamesPerMessage) {
            let some = rooms[first..<min(rooms.count, first + Self.gamesPerMessage)].map { room in
                games[Place(node: nil, room: room)] ?? RatedGame(room: room, players: [], position: nil)
            }
            links.broadcast(.ratedGames(some, isAll: isAll && first + Self.gamesPerMessage >= rooms.count))
        }
    }

    /// Stores the games that another server reports. With `isAll`, also removes the server's games
    /// that it has not reported since its last complete report.
    package func heard(_ games: [RatedGame], isAll: Bool, from node: NodeID) {
        for game in games {
            named[node, default: []].insert(game.room)
            _ = set(game.position == nil ? nil : game, at: Place(node: node, room: game.room))
        }
        guard isAll else { return }
        let all = named.removeValue(forKey: node) ?? []
        for place in self.games.keys where place.node == node && !all.contains(place.room) { _ = set(nil, at: place) }
    }

    /// Removes the games of a server that has failed.
    package func remove(_ node: NodeID) {
        named[node] = nil
        for place in games.keys where place.node == node { _ = set(nil, at: place) }
    }
}

/// The analysis rooms of this server that each participant is in.
final class StudyReaders {
    private var rooms: [ParticipantID: Set<RoomName>] = [:]

    func note(_ participant: ParticipantID, in room: RoomName, isPresent: Bool) {
        if isPresent {
            rooms[participant, default: []].insert(room)
        } else if rooms[participant]?.remove(room) != nil, rooms[participant]?.isEmpty == true {
            rooms[participant] = nil
        }
    }

    func rooms(of participant: ParticipantID) -> Set<RoomName> { rooms[participant] ?? [] }
}
