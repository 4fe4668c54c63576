import GameState

/// What the rules say of rows, written down a second time: tests hold referee and robot against it.
extension Rule {
    public enum SixInARow: Sendable {
        case wins, nothing, forbidden
    }

    /// What six and more in a row are to `stone`.
    public func expectedSix(of stone: Stone) -> SixInARow {
        switch self {
        case .freestyle: .wins
        case .standard, .caro: .nothing
        case .renju: stone == .x ? .forbidden : .wins
        }
    }

    /// Whether a five does nothing that is closed at both ends.
    public var expectsOpenEnd: Bool {
        switch self {
        case .caro: true
        case .freestyle, .standard, .renju: false
        }
    }
}
