import GameState

extension Request {
    /// "That token lets nobody in any more."
    public struct SignOut: Message {
        /// Which sessions are ended.
        public enum Which: Equatable, Sendable {
            /// The one that ``Notice/Session/key`` names.
            case one(String)
            /// The one that this is asked in.
            case here
            /// All but the one that this is asked in.
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
        /// Repeated in the answer.
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
