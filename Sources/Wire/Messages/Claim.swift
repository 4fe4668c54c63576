import GameState

extension Request {
    /// "This name is to be mine."
    public struct Claim: Message {
        public static let type: StaticString = "claim"
        public let id: String?
        public let name: String
        /// Secret.
        public let password: String
        /// What the device is called in the list of sessions.
        public let device: String?

        public init(id: String?, name: String, password: String, device: String? = nil) {
            self.device = device
            self.id = id
            self.name = name
            self.password = password
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(
                id: fields.id, name: try fields.text("name"), password: try fields.text("password"),
                device: try fields.textIfAny("device"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("name", name)
            writer.member("password", password)
            writer.memberIfAny("device", device)
        }
    }
}
