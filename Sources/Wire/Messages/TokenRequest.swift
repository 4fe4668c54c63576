import GameState

extension Request {
    /// The request `token`, which creates another token for the sender's name, for example for a
    /// bot.
    public struct TokenRequest: Message {
        public static let type: StaticString = "token"
        /// The id, which the answer repeats.
        public let id: String?
        /// The name of the bot in the list of sessions.
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
