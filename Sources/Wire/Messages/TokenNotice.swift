import GameState

extension Notice {
    /// The notice `token`: another token for the receiver's name.
    public struct TokenNotice: Message {
        public static let type: StaticString = "token"
        /// The `id` of the request.
        public let id: String?
        /// The token, which is secret.
        public let token: String

        public init(id: String?, _ token: String) {
            self.id = id
            self.token = token
        }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields["id"]?.string
            token = try fields.text("token")
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("token", token)
        }
    }

    public static func token(id: String?, _ token: String) -> Notice { .token(TokenNotice(id: id, token)) }
}
