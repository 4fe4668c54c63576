import GameState

extension Request {
    /// "My name is to be another one." Once.
    public struct Rename: Message {
        public static let type: StaticString = "rename"
        public let id: String?
        public let name: String
        /// Secret.
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
