import GameState

extension Request {
    /// The request `delete`, which deletes the sender's account and ends all sessions.
    public struct AccountDeletion: Message {
        public static let type: StaticString = "delete"
        public let id: String?
        /// The password, which is secret.
        public let password: String

        public init(id: String?, password: String) {
            self.id = id
            self.password = password
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields.id, password: try fields.text("password"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("password", password)
        }
    }
}
