import GameState

extension Request {
    /// The request `hello`, which begins a connection.
    public struct Hello: Message {
        public static let type: StaticString = "hello"
        public let name: String?
        /// The token from an earlier ``Notice/Welcome``, with which the client keeps its identity.
        /// Secret.
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
