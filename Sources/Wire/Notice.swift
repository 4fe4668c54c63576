import GameState

/// What the server tells. Each becomes text once, however many it is sent to.
public enum Notice: Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case deltas(Deltas)
    /// `again`: the sender's own, accepted earlier; an acknowledgement, not to be applied.
    case delta(room: RoomName, AcceptedDelta, scope: DeltaRequest.Scope, again: Bool)
    case reject(room: RoomName, id: String, Rejection, rev: Int)
    case participants(room: RoomName, joined: [Participant], left: [ParticipantID])
    case history(HistoryPage)
    case said(room: RoomName, ChatLine)
    /// Its seek is listed.
    case seeking(id: String?, Seek)
    /// An opponent was found: the game waits in that room.
    case paired(id: String?, room: RoomName, side: Stone)
    case hint(Hint)
    /// The participant has claimed its name.
    case account(id: String?, Participant)
    /// Another token of the receiver's.
    case token(id: String?, String)
    case pong(at: JSON?, time: Int)
    case error(code: String, message: String, id: String?)

    public struct Welcome: Sendable {
        public let participant: Participant
        public let token: String
        public let server: String
        public let time: Int
        public let limits: Limits

        public init(participant: Participant, token: String, server: String, time: Int, limits: Limits) {
            self.participant = participant
            self.token = token
            self.server = server
            self.time = time
            self.limits = limits
        }
    }

    /// The full state restore, the answer to `join` and to `GET /api/rooms/{id}`.
    public struct Snapshot: Sendable {
        public let room: RoomName
        public let kind: RoomKind
        public let epoch: String
        public let state: SharedState
        /// The receiver's own state; nil for somebody who has no identity (over HTTP).
        public let own: SharedState?
        public let participants: [Participant]
        /// Who sits at the board and is not here just now.
        public let seated: [Participant]
        public let host: ParticipantID
        public let chat: [ChatLine]

        public init(
            room: RoomName, kind: RoomKind, epoch: String, state: SharedState, own: SharedState?,
            participants: [Participant], seated: [Participant] = [], host: ParticipantID, chat: [ChatLine]
        ) {
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
    }

    /// A backlog, in order, none merged. With participants (and the receiver's own state) it answers a `join` that
    /// resumes.
    public struct Deltas: Sendable {
        public let room: RoomName
        public let epoch: String
        public let deltas: [AcceptedDelta]
        public let resume: Resume?

        public struct Resume: Sendable {
            public let own: SharedState?
            public let participants: [Participant]
            /// Who sits at the board and is not here just now.
            public let seated: [Participant]
            /// The newest lines, those said meanwhile among them.
            public let chat: [ChatLine]

            public init(own: SharedState?, participants: [Participant], seated: [Participant] = [], chat: [ChatLine]) {
                self.seated = seated
                self.own = own
                self.participants = participants
                self.chat = chat
            }
        }

        public init(room: RoomName, epoch: String, deltas: [AcceptedDelta], resume: Resume?) {
            self.room = room
            self.epoch = epoch
            self.deltas = deltas
            self.resume = resume
        }
    }

    public struct HistoryPage: Sendable {
        public let room: RoomName
        public let epoch: String
        public let from: Int
        public let deltas: [AcceptedDelta]
        /// The room's newest revision.
        public let rev: Int
        public let id: String?

        public init(room: RoomName, epoch: String, from: Int, deltas: [AcceptedDelta], rev: Int, id: String?) {
            self.room = room
            self.epoch = epoch
            self.from = from
            self.deltas = deltas
            self.rev = rev
            self.id = id
        }
    }
}
