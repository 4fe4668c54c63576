import GameState

extension Request {
    /// "I am the owner of this name."
    public struct Login: Message {
        public static let type: StaticString = "login"
        public let id: String?
        public let name: String
        /// Secret.
        public let password: String
        public let isBot: Bool
        /// What the device is called in the list of sessions.
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
