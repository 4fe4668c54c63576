import GameState

/// When those who play here have left: what others may do in the meantime depends on it.
struct Departures {
    /// When the room came into memory, server milliseconds: nobody can be known to have been gone for longer.
    private let opened: Int
    private var left: [ParticipantID: Int] = [:]

    init(opened: Int) { self.opened = opened }

    /// The last connection of a player has gone.
    package mutating func left(_ player: ParticipantID, at now: Int) { left[player] = now }

    /// For how long the holder of each seat has been gone, in milliseconds; nil: is here, or nobody holds it.
    mutating func goneFor(_ game: Game?, _ audience: some PresentPlayers, now: Int) -> ByStone<Int?> {
        // Who plays no more is not remembered.
        left = left.filter { game?.sits($0.key) ?? false }
        func gone(_ stone: Stone) -> Int? {
            guard let player = game?.seats[stone], !audience.isPresent(player) else { return nil }
            return max(0, now - (left[player] ?? opened))
        }
        return ByStone(x: gone(.x), o: gone(.o))
    }
}
