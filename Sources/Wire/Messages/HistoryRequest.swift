import GameState

extension Request {
    /// The request `history`, which asks for a room's deltas.
    public struct HistoryRequest: Message {
        public static let type: StaticString = "history"
        public let room: RoomName
        public let from: Int
        /// The last revision, or `nil` for as many deltas as a page holds.
        public let to: Int?
        /// The id, which the answer repeats.
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
