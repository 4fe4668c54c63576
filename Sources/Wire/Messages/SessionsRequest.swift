import GameState

extension Request {
    /// "Where am I signed in?"
    public struct SessionsRequest: Message {
        public static let type: StaticString = "sessions"
        /// Repeated in the answer.
        public let id: String?

        public init(id: String?) { self.id = id }

        public init(_ fields: Fields) throws(BadMember) { id = fields.id }

        public func write(into writer: inout JSONWriter) { writer.memberIfAny("id", id) }
    }
}
