import GameState

extension Request {
    /// "Are you there, and what time is it?"
    public struct Ping: Message {
        public static let type: StaticString = "ping"
        /// Comes back in the answer.
        public let at: JSON?

        public init(at: JSON?) { self.at = at }

        public init(_ fields: Fields) throws(BadMember) { at = fields["at"] }

        public func write(into writer: inout JSONWriter) {
            guard let at else { return }
            writer.name("at")
            writer.value(at)
        }
    }
}
