import GameState

extension Notice {
    /// The notice `history`: a page of a room's deltas.
    public struct HistoryPage: Message {
        public static let type: StaticString = "history"
        public let room: RoomName
        /// The room's epoch, or `nil` from a server that does not send it.
        public let epoch: String?
        /// The first requested revision.
        public let from: Int
        public let deltas: [AcceptedDelta]
        /// The room's newest revision.
        public let rev: Int
        /// The revision at which the next page begins, or `nil` if this page completes the request.
        public let next: Int?
        /// The `id` of the request.
        public let id: String?

        public init(
            room: RoomName, epoch: String?, from: Int, deltas: [AcceptedDelta], rev: Int, next: Int? = nil,
            id: String?
        ) {
            self.room = room
            self.epoch = epoch
            self.from = from
            self.deltas = deltas
            self.rev = rev
            self.next = next
            self.id = id
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            epoch = fields["epoch"]?.string
            let deltas = try fields.deltas()
            self.deltas = deltas
            from = fields["from"]?.integer ?? deltas.first?.rev ?? 1
            rev = try fields.number("rev")
            next = fields["next"]?.integer
            id = fields["id"]?.string
        }

        public var capacity: Int { deltas.reduce(256) { $0 + $1.size } }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.memberIfAny("epoch", epoch)
            writer.member("from", from)
            writer.member("rev", rev)
            writer.memberIfAny("next", next)
            writer.memberIfAny("id", id)
            writer.deltas(deltas)
        }
    }
}
