import GameState

extension Notice {
    /// Why something was refused, as it is told.
    public struct Reason: Equatable, Sendable {
        /// The code as it was written.
        public let word: String
        /// For a person: what was wrong and what to do.
        public let message: String
        /// Milliseconds after which it may be tried again, where a server says so.
        public let retryAfter: Int?

        public init(_ code: Code, _ message: String, retryAfter: Int? = nil) {
            self.init(word: code.rawValue, message: message, retryAfter: retryAfter)
        }

        public init(_ refusal: some CodedError) {
            self.init(refusal.code, refusal.description, retryAfter: refusal.retryAfter)
        }

        /// As a server wrote it, perhaps a newer one.
        public init(word: String, message: String, retryAfter: Int? = nil) {
            self.word = word
            self.message = message
            self.retryAfter = retryAfter
        }

        /// Nil for a word that only a newer server knows.
        public var code: Code? { Code(rawValue: word) }
    }

    /// `error`: a request was refused that was no delta.
    public struct ErrorNotice: Message {
        public static let type: StaticString = "error"
        public let reason: Reason
        /// Of the request.
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
