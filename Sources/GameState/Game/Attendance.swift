/// The facts about a room that the referee needs besides the game: how long players have been
/// absent, and whether the room is reserved for its players.
public struct Attendance: Equatable, Sendable {
    /// The time for which the holder of each seat has been gone, in milliseconds. `nil` if the
    /// holder is present.
    public var goneFor: ByStone<Int?>
    /// Whether the room belongs to its players, because the lobby made it for a pair or a secret
    /// link admits a friend. Other rooms admit anyone by name.
    public var isReserved: Bool
    /// The absence after which others may replace a game with an open seat, in milliseconds.
    public var waitingGrace: Int
    /// The absence of both players after which others may replace an unrated game, in milliseconds.
    public var playingGrace: Int

    public init(
        goneFor: ByStone<Int?> = .init(both: nil), isReserved: Bool = false,
        waitingGrace: Int = Limits().waitingGraceSeconds * 1_000,
        playingGrace: Int = Limits().playingGraceSeconds * 1_000
    ) {
        self.goneFor = goneFor
        self.isReserved = isReserved
        self.waitingGrace = waitingGrace
        self.playingGrace = playingGrace
    }
}
