import GameState

extension Notice {
    /// The notice `participants`: participants have joined or left a room.
    public struct Participants: Message {
        public static let type: StaticString = "participants"
        public let room: RoomName
        public let joined: [Participant]
        public let left: [ParticipantID]

        public init(room: RoomName, joined: [Participant], left: [ParticipantID]) {
            self.room = room
            self.joined = joined
            self.left = left
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            joined = fields.participants("joined")
            left = (fields["left"]?.array ?? []).compactMap { $0.string.map(ParticipantID.init) }
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("joined", joined)
            writer.member("left", left.map(\.text))
        }
    }

    public static func participants(room: RoomName, joined: [Participant], left: [ParticipantID]) -> Notice {
        .participants(Participants(room: room, joined: joined, left: left))
    }
}
