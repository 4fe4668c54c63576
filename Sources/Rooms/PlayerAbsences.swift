import GameState

/// The times at which players left a room. The rights of the other participants depend on them.
struct PlayerAbsences {
    /// The time at which the room was loaded, in server milliseconds. No absence is known to be
    /// longer.
    private let opened: Int
    private var left: [ParticipantID: Int] = [:]

    init(opened: Int) { self.opened = opened }

    /// Notes that the last connection of a player has closed.
    package mutating func left(_ player: ParticipantID, at now: Int) { left[player] = now }

    /// Returns how long the player in each seat has been away, in milliseconds; nil for a seat that
    /// is empty or whose player is present.
    mutating func awayDurations(_ game: Game?, _ audience: some PresentPlayers, now: Int) -> ByStone<Int?> {
        // Forget participants who no longer play.
        left = left.filter { game?.sits($0.key) ?? false }
        func gone(_ stone: Stone) -> Int? {
            guard let player = game?.seats[stone], !audience.isPresent(player) else { return nil }
            return max(0, now - (left[player] ?? opened))
        }
        return ByStone(x: gone(.x), o: gone(.o))
    }
}
