import GameState

extension Request {
    /// The request `password`, which changes the password and ends all other sessions.
    public struct PasswordChange: Message {
        public static let type: StaticString = "password"
        public let id: String?
        /// The current password, which is secret.
        public let password: String
        /// The new password, which is secret.
        public let new: String

        public init(id: String?, password: String, new: String) {
            self.id = id
            self.password = password
            self.new = new
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields.id, password: try fields.text("password"), new: try fields.text("new"))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("password", password)
            writer.member("new", new)
        }
    }
}
