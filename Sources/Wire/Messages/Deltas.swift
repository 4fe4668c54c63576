import GameState

extension Notice {
    /// The notice `deltas`: successive deltas of a room, not merged. With ``Resume`` it answers a
    /// `join` of a client that already knows the room.
    public struct Deltas: Message {
        public struct Resume: Equatable, Sendable {
            public let own: SharedState?
            public let participants: [Participant]
            /// The participants who hold seats but are not in the room now.
            public let seated: [Participant]
            /// The newest chat messages, including those that the client missed. `nil` from a
            /// server that does not send them.
            public let chat: [ChatMessage]?

            public init(
                own: SharedState?, participants: [Participant], seated: [Participant] = [], chat: [ChatMessage]?
            ) {
                self.seated = seated
                self.own = own
                self.participants = participants
                self.chat = chat
            }
        }

        public static let type: StaticString = "deltas"
        public let room: RoomName
        /// The room's epoch, or `nil` from a server that does not send it.
        public let epoch: String?
        public let deltas: [AcceptedDelta]
        public let resume: Resume?

        public init(room: RoomName, epoch: String?, deltas: [AcceptedDelta], resume: Resume?) {
            self.room = room
            self.epoch = epoch
            self.deltas = deltas
            self.resume = resume
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            epoch = fields["epoch"]?.string
            deltas = try fields.deltas()
            resume =
                fields["participants"] == nil
                ? nil
                : Resume(
                    own: fields.own(), participants: fields.participants("participants"),
                    seated: fields.participants("seated"), chat: fields.chat())
        }

        public var capacity: Int { deltas.reduce(512) { $0 + $1.size } }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.memberIfAny("epoch", epoch)
            writer.deltas(deltas)
            guard let resume else { return }
            writer.own(resume.own)
            writer.member("participants", resume.participants)
            writer.member("seated", resume.seated)
            if let chat = resume.chat { writer.chat(chat) }
        }
    }
}
