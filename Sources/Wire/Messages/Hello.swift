import GameState

extension Request {
    /// "Here I am."
    public struct Hello: Message {
        public static let type: StaticString = "hello"
        public let name: String?
        /// Of an earlier ``Notice/Welcome``, to be the same participant again. Secret.
        public let token: String?
        public let isBot: Bool

        public init(name: String? = nil, token: String? = nil, isBot: Bool = false) {
            self.name = name
            self.token = token
            self.isBot = isBot
        }

        public init(_ fields: Fields) throws(BadMember) {
            name = try fields.textIfAny("name")
            token = try fields.textIfAny("token")
            isBot = try fields.flag("bot")
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("name", name)
            writer.memberIfAny("token", token)
            writer.flag("bot", isBot)
        }
    }
}
