import GameState

extension Notice {
    /// The notice `reported`: the server's operator has received a report.
    public struct Reported: Message {
        public static let type: StaticString = "reported"
        /// The `id` of the request.
        public let id: String

        public init(id: String) { self.id = id }

        public init(_ fields: Fields) throws(BadMember) { id = try fields.text("id") }

        public func write(into writer: inout JSONWriter) { writer.member("id", id) }
    }

    public static func reported(id: String) -> Notice { .reported(Reported(id: id)) }
}
