import GameState

extension Request {
    /// The request `signout`, which ends sessions.
    public struct SignOut: Message {
        /// The sessions to end.
        public enum Which: Equatable, Sendable {
            /// The session with this ``Notice/Session/key``.
            case one(String)
            /// The session of this connection.
            case here
            /// Every session except that of this connection.
            case others
            case all

            public init(_ text: String) {
                switch text {
                case "here": self = .here
                case "others": self = .others
                case "all": self = .all
                default: self = .one(text)
                }
            }

            public var text: String {
                switch self {
                case .one(let key): key
                case .here: "here"
                case .others: "others"
                case .all: "all"
                }
            }
        }

        public static let type: StaticString = "signout"
        /// The id, which the answer repeats.
        public let id: String?
        public let session: Which

        public init(id: String?, session: Which) {
            self.id = id
            self.session = session
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields.id, session: Which(try fields.text("session")))
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("session", session.text)
        }
    }
}
