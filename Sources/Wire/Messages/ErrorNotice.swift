import GameState

extension Notice {
    /// The reason of a refusal, as the server sends it.
    public struct Reason: Equatable, Sendable {
        /// The code as the server wrote it.
        public let word: String
        /// A message for people that explains the problem and the remedy.
        public let message: String
        /// The milliseconds after which a retry may succeed, if the server sends them.
        public let retryAfter: Int?

        public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
            self.init(word: code.rawValue, message: message, retryAfter: retryAfter)
        }

        public init(_ refusal: some CodedError) {
            self.init(refusal.code, refusal.description, retryAfter: refusal.retryAfter)
        }

        /// Creates a reason from the text of a server, which may be newer than this client.
        public init(word: String, message: String, retryAfter: Int? = nil) {
            self.word = word
            self.message = message
            self.retryAfter = retryAfter
        }

        /// The code, or `nil` if only a newer server knows it.
        public var code: Code? { Code(rawValue: word) }
    }

    /// The notice `error`: the server has refused a request other than a delta.
    public struct ErrorNotice: Message {
        public static let type: StaticString = "error"
        public let reason: Reason
        /// The `id` of the request.
        public let id: String?

        public init(_ reason: Reason, id: String?) {
            self.reason = reason
            self.id = id
        }

        public init(_ fields: Fields) throws(BadMember) {
            reason = Reason(
                word: fields["code"]?.string ?? "error", message: fields["message"]?.string ?? "",
                retryAfter: fields["retryAfter"]?.integer)
            id = fields["id"]?.string
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("code", reason.word)
            writer.member("message", reason.message)
            writer.memberIfAny("id", id)
            writer.memberIfAny("retryAfter", reason.retryAfter)
        }
    }

    public static func error(code: Code, message: String, retryAfter: Int? = nil, id: String?) -> Notice {
        .error(ErrorNotice(Reason(code, message, retryAfter: retryAfter), id: id))
    }

    public static func error(_ refusal: some CodedError, id: String?) -> Notice {
        .error(ErrorNotice(Reason(refusal), id: id))
    }
}
