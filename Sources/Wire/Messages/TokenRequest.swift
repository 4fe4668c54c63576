import GameState

extension Request {
    /// "Another token of my name, for a bot."
    public struct TokenRequest: Message {
        public static let type: StaticString = "token"
        /// Repeated in the answer.
        public let id: String?

        public init(id: String?) { self.id = id }

        public init(_ fields: Fields) throws(BadMember) { id = fields.id }

        public func write(into writer: inout JSONWriter) { writer.memberIfAny("id", id) }
    }
}
