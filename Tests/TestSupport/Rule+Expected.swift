import GameState

/// The rules about rows, written a second time, to test referee and robot against.
extension Rule {
    public enum SixInARow: Sendable {
        case wins, nothing, forbidden
    }

    /// Returns the effect of six or more in a row for `stone`.
    public func expectedSix(of stone: Stone) -> SixInARow {
        switch self {
        case .freestyle: .wins
        case .standard, .caro: .nothing
        case .renju: stone == .x ? .forbidden : .wins
        }
    }

    /// Whether a five that is closed at both ends does not count.
    public var expectsOpenEnd: Bool {
        switch self {
        case .caro: true
        case .freestyle, .standard, .renju: false
        }
    }
}
