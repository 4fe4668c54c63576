/// What the referee is told of a room besides its game: who has gone, and whom the room is for.
public struct Attendance: Equatable, Sendable {
    /// For how long the holder of each seat has been gone, in milliseconds; nil: is here.
    public var goneFor: ByStone<Int?>
    /// Whether the room was made for those who play in it, by the lobby for a pair or for a friend by a secret link.
    /// Others are rooms that people come to by their name.
    public var isReserved: Bool
    /// Who waits alone and is gone for this long, in milliseconds, has given up waiting.
    public var waitingGrace: Int
    /// An unrated game whose players are all gone for this long, in milliseconds, is nobody's any more.
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
