import GameState

extension Request {
    /// The request `rename`, which changes the sender's name, once.
    public struct Rename: Message {
        public static let type: StaticString = "rename"
        public let id: String?
        public let name: String
        /// The password, which is secret.
        public let password: String

        public init(id: String?, name: String, password: String) {
            self.id = id
            self.name = name
            self.password = password
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields.id, name: try fields.text("name"), password: try fields.text("password"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("name", name)
            writer.member("password", password)
        }
    }
}
