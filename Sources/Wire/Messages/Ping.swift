import GameState

extension Request {
    /// The request `ping`, which asks for a sign of life and the server time.
    public struct Ping: Message {
        public static let type: StaticString = "ping"
        /// A value that the answer repeats.
        public let at: JSON?
        /// The room, if a player in it also asks for the round trips to both players.
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
