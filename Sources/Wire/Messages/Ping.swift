import GameState

extension Request {
    /// "Are you there, and what time is it?"
    public struct Ping: Message {
        public static let type: StaticString = "ping"
        /// Comes back in the answer.
        public let at: JSON?
        /// A player also asks how long messages take to both players of that room.
        public let room: RoomName?

        public init(at: JSON?, room: RoomName? = nil) {
            self.at = at
            self.room = room
        }

        public init(_ fields: Fields) throws(BadMember) {
            at = fields["at"]
            room = fields["room"] == nil ? nil : try fields.room()
        }

        public func write(into writer: inout JSONWriter) {
            if let at {
                writer.name("at")
                writer.value(at)
            }
            writer.memberIfAny("room", room?.text)
        }
    }
}
