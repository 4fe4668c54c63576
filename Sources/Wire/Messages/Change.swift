import GameState

extension Notice {
    /// The notice `delta`: a room's state has changed.
    public struct Change: Message {
        public static let type: StaticString = "delta"
        public let room: RoomName
        public let accepted: AcceptedDelta
        public let scope: DeltaRequest.Scope
        /// Whether the delta is the receiver's own and was accepted earlier. It is then only an
        /// acknowledgement, which clients must not apply.
        public let again: Bool

        public init(room: RoomName, _ accepted: AcceptedDelta, scope: DeltaRequest.Scope, again: Bool) {
            self.room = room
            self.accepted = accepted
            self.scope = scope
            self.again = again
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            accepted = try fields.accepted()
            scope = fields["scope"]?.string == "private" ? .own : .shared
            again = fields["again"]?.bool ?? false
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.members(of: accepted)
            if scope == .own { writer.member("scope", "private") }
            writer.flag("again", again)
        }
    }

    public static func delta(
        room: RoomName, _ accepted: AcceptedDelta, scope: DeltaRequest.Scope, again: Bool
    ) -> Notice {
        .delta(Change(room: room, accepted, scope: scope, again: again))
    }
}
