import GameState

extension Request {
    /// The request `sessions`, which asks for the sender's sessions.
    public struct SessionsRequest: Message {
        public static let type: StaticString = "sessions"
        /// The id, which the answer repeats.
        public let id: String?

        public init(id: String?) { self.id = id }

        public init(_ fields: Fields) throws(BadMember) { id = fields.id }

        public func write(into writer: inout JSONWriter) { writer.memberIfAny("id", id) }
    }
}
