import GameState

extension Notice {
    /// The notice `reject`: the server has rejected a whole delta.
    public struct Reject: Message {
        public static let type: StaticString = "reject"
        public let room: RoomName
        /// The `id` of the delta.
        public let id: String
        public let reason: Reason
        public let keys: [String]
        /// The room's newest revision.
        public let rev: Int

        public init(room: RoomName, id: String, _ rejection: Rejection, rev: Int) {
            self.room = room
            self.id = id
            reason = Reason(rejection)
            keys = rejection.keys
            self.rev = rev
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            id = try fields.text("id")
            reason = Reason(
                word: try fields.text("code"), message: fields["message"]?.string ?? "",
                retryAfter: fields["retryAfter"]?.integer)
            keys = (fields["keys"]?.array ?? []).compactMap(\.string)
            rev = fields["rev"]?.integer ?? 0
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("id", id)
            writer.member("code", reason.word)
            writer.member("keys", keys)
            writer.member("rev", rev)
            writer.member("message", reason.message)
            writer.memberIfAny("retryAfter", reason.retryAfter)
        }
    }

    public static func reject(room: RoomName, id: String, _ rejection: Rejection, rev: Int) -> Notice {
        .reject(Reject(room: room, id: id, rejection, rev: rev))
    }
}
