import GameState

// Only tests write ids down; the product never does.
extension ParticipantID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
