import GameState

extension Request {
    /// The request `claim`, which makes the sender the owner of a name.
    public struct Claim: Message {
        public static let type: StaticString = "claim"
        public let id: String?
        public let name: String
        /// The password, which is secret.
        public let password: String
        /// The name of the device in the list of sessions.
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
