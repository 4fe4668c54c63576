import GameState

extension Request {
    /// "Another token of my name, for a bot."
    public struct TokenRequest: Message {
        public static let type: StaticString = "token"
        /// Repeated in the answer.
        public let id: String?
        /// What the bot is called in the list of sessions.
        public let device: String?

        public init(id: String?, device: String? = nil) {
            self.id = id
            self.device = device
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields.id, device: try fields.textIfAny("device"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.memberIfAny("device", device)
        }
    }
}
