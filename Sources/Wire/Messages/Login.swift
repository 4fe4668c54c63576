import GameState

extension Request {
    /// The request `login`, which signs in the owner of a name.
    public struct Login: Message {
        public static let type: StaticString = "login"
        public let id: String?
        public let name: String
        /// The password, which is secret.
        public let password: String
        public let isBot: Bool
        /// The name of the device in the list of sessions.
        public let device: String?

        public init(id: String?, name: String, password: String, isBot: Bool = false, device: String? = nil) {
            self.device = device
            self.id = id
            self.name = name
            self.password = password
            self.isBot = isBot
        }

        public init(_ fields: Fields) throws(BadMember) {
            let isBot = try fields.flag("bot")
            self.init(
                id: fields.id, name: try fields.text("name"), password: try fields.text("password"), isBot: isBot,
                device: try fields.textIfAny("device"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("name", name)
            writer.member("password", password)
            writer.flag("bot", isBot)
            writer.memberIfAny("device", device)
        }
    }
}
