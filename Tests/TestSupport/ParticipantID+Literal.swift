import GameState

// Only tests write IDs as literals, never the product.
extension ParticipantID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
