import GameState

extension Notice {
    /// `reported`: a report has reached the server's operator.
    public struct Reported: Message {
        public static let type: StaticString = "reported"
        /// Of the request.
        public let id: String

        public init(id: String) { self.id = id }

        public init(_ fields: Fields) throws(BadMember) { id = try fields.text("id") }

        public func write(into writer: inout JSONWriter) { writer.member("id", id) }
    }

    public static func reported(id: String) -> Notice { .reported(Reported(id: id)) }
}
