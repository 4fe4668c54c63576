import GameState

extension Notice {
    /// A backlog, in order, none merged. With ``Resume`` it answers a `join` that goes on from what is known.
    public struct Deltas: Message {
        public struct Resume: Equatable, Sendable {
            public let own: SharedState?
            public let participants: [Participant]
            /// Who sits at the board and is not here just now.
            public let seated: [Participant]
            /// The newest lines, those said meanwhile among them; nil from a server that says nothing of it.
            public let chat: [ChatLine]?

            public init(own: SharedState?, participants: [Participant], seated: [Participant] = [], chat: [ChatLine]?) {
                self.seated = seated
                self.own = own
                self.participants = participants
                self.chat = chat
            }
        }

        public static let type: StaticString = "deltas"
        public let room: RoomName
        /// Nil from a server that does not say.
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
