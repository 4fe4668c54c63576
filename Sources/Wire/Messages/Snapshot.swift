import GameState

extension Notice {
    /// The notice `snapshot`: a room's whole state. It answers `join` and `GET /api/rooms/{id}`.
    public struct Snapshot: Message {
        public static let type: StaticString = "snapshot"
        public let room: RoomName
        public let kind: RoomKind
        public let epoch: String
        public let state: SharedState
        /// The receiver's private state, or `nil` for a client without an identity (over HTTP).
        public let own: SharedState?
        public let participants: [Participant]
        /// The participants who hold seats but are not in the room now.
        public let seated: [Participant]
        /// The creator of the room, or `nil` from a server that does not send it.
        public let host: ParticipantID?
        public let chat: [ChatMessage]
        /// The parts that were already encoded for other receivers.
        private let prepared: Prepared

        /// Parts of a snapshot that are the same for many receivers, as JSON text.
        public struct Prepared: Equatable, Sendable {
            /// The ``SharedState/json`` of the state.
            public var state: [UInt8]?
            /// The elements of the list of participants. They replace ``Snapshot/participants``,
            /// which may then be empty.
            public var participants: [UInt8]?

            public init(state: [UInt8]? = nil, participants: [UInt8]? = nil) {
                self.state = state
                self.participants = participants
            }
        }

        public init(
            room: RoomName, kind: RoomKind, epoch: String, state: SharedState, own: SharedState?,
            participants: [Participant], seated: [Participant] = [], host: ParticipantID?, chat: [ChatMessage],
            prepared: Prepared = Prepared()
        ) {
            self.prepared = prepared
            self.seated = seated
            self.room = room
            self.kind = kind
            self.epoch = epoch
            self.state = state
            self.own = own
            self.participants = participants
            self.host = host
            self.chat = chat
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            kind = fields["kind"]?.string.flatMap(RoomKind.init) ?? .gomoku
            epoch = try fields.text("epoch")
            state = SharedState(try fields.members("state"), rev: try fields.number("rev"))
            own = fields.own()
            participants = fields.participants("participants")
            seated = fields.participants("seated")
            host = fields["host"]?.string.map(ParticipantID.init)
            chat = fields.chat() ?? []
            prepared = Prepared()
        }

        public var capacity: Int {
            let people = prepared.participants?.count ?? participants.count * Self.bytesPerParticipant
            return 512 + (prepared.state?.count ?? state.jsonCapacity) + people
        }

        private static let bytesPerParticipant = 96

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("kind", kind.rawValue)
            writer.member("epoch", epoch)
            writer.member("rev", state.rev)
            if let text = prepared.state {
                writer.name("state")
                writer.raw(text)
            } else {
                writer.member("state", state)
            }
            writer.own(own)
            if let text = prepared.participants {
                writer.name("participants")
                writer.beginArray()
                if !text.isEmpty { writer.raw(text) }
                writer.endArray()
            } else {
                writer.member("participants", participants)
            }
            writer.member("seated", seated)
            writer.memberIfAny("host", host?.text)
            writer.chat(chat)
        }
    }
}
