import GameState

extension Notice {
    /// The notice `seeking`: the receiver's seek is listed in `~lobby`.
    public struct Seeking: Message {
        public static let type: StaticString = "seeking"
        /// The `id` of the request.
        public let id: String?
        /// The key of the seek in `~lobby`.
        public let key: String?
        public let seek: ListedSeek

        public init(id: String?, key: String?, _ seek: ListedSeek) {
            self.id = id
            self.key = key
            self.seek = seek
        }

        public init(_ fields: Fields) throws(BadMember) {
            guard let seek = fields["seek"].flatMap({ ListedSeek($0) }) else {
                throw BadMember("seek", "\"seek\" must be a seek in the form that the lobby lists.")
            }
            self.seek = seek
            id = fields["id"]?.string
            key = fields["key"]?.string
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.memberIfAny("key", key)
            writer.name("seek")
            writer.value(seek.json)
        }
    }

    public static func seeking(id: String?, _ seek: Seek) -> Notice {
        .seeking(Seeking(id: id, key: seek.key, ListedSeek(seek)))
    }
}
