import GameState

extension Request {
    /// "Show me these deltas."
    public struct HistoryRequest: Message {
        public static let type: StaticString = "history"
        public let room: RoomName
        public let from: Int
        /// Nil: as far as a page goes.
        public let to: Int?
        /// Repeated in the answer.
        public let id: String?

        public init(room: RoomName, from: Int = 1, to: Int? = nil, id: String? = nil) {
            self.room = room
            self.from = from
            self.to = to
            self.id = id
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(
                room: try fields.room(), from: try fields.numberIfAny("from") ?? 1, to: try fields.numberIfAny("to"),
                id: fields.id)
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("from", from)
            writer.memberIfAny("to", to)
            writer.memberIfAny("id", id)
        }
    }
}
