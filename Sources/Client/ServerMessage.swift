import GameState
import Wire

/// What a server says, as a client reads it: the other side of ``Notice``.
///
/// Members that are not known are passed over, and so are messages of a type that is not known: a newer server
/// may say more. What a message cannot do without and does not have makes it ``ServerMessageFailure``.
public enum ServerMessage: Equatable, Sendable {
    case welcome(Welcome)
    case snapshot(Snapshot)
    case deltas(Backlog)
    /// `again`: this client's own, accepted earlier; an acknowledgement, not to be applied.
    case delta(room: RoomName, AcceptedDelta, scope: DeltaRequest.Scope, again: Bool)
    case reject(Refusal)
    case participants(room: RoomName, joined: [Participant], left: [ParticipantID])
    case history(HistoryPage)
    case said(room: RoomName, ChatLine)
    /// One's seek is listed in `~lobby` under `key`.
    case seeking(id: String?, key: String?, ListedSeek)
    /// An opponent was found: join that room.
    case paired(id: String?, room: RoomName, side: Stone)
    /// What the robot would do; points on a board of any size up to the largest.
    case hint(Hint)
    case pong(at: JSON?, time: Int)
    /// One's name is one's own now.
    case account(name: String, Participant?, id: String?)
    /// Another token of one's own name. Secret.
    case token(String, id: String?)
    case error(code: String, message: String, id: String?)
    /// A type that this client does not know.
    case other(type: String)

    public struct Welcome: Equatable, Sendable {
        public let participant: Participant
        /// Proves next time that one is the same participant. Secret.
        public let token: String
        public let server: String
        /// Server time, milliseconds since 1970.
        public let time: Int?
    }

    /// A room's whole state.
    public struct Snapshot: Equatable, Sendable {
        public let room: RoomName
        public let kind: RoomKind
        public let epoch: String
        public let state: SharedState
        public let own: SharedState
        public let participants: [Participant]
        /// Who sits at the board and is not there just now.
        public let seated: [Participant]
        public let host: ParticipantID?
        public let chat: [ChatLine]
    }

    /// What was missed, in order; with ``Resume`` the answer to a `join`.
    public struct Backlog: Equatable, Sendable {
        public let room: RoomName
        public let epoch: String?
        public let deltas: [AcceptedDelta]
        public let resume: Resume?

        public struct Resume: Equatable, Sendable {
            public let own: SharedState
            public let participants: [Participant]
            /// Who sits at the board and is not there just now.
            public let seated: [Participant]
            /// Nil where the server says nothing of it.
            public let chat: [ChatLine]?
        }
    }

    /// A delta that was discarded whole.
    public struct Refusal: Equatable, Sendable {
        public let room: RoomName
        public let id: String
        public let code: String
        public let keys: [String]
        /// For a person: what was wrong and what to do.
        public let message: String
    }

    public struct HistoryPage: Equatable, Sendable {
        public let room: RoomName
        public let deltas: [AcceptedDelta]
        /// The room's newest revision.
        public let rev: Int
        public let id: String?
    }
}

/// Why a message of a server cannot be used.
public enum ServerMessageFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case notJSON(JSONFailure)
    case noType
    /// A message of type `type` without a usable `member`.
    case member(String, type: String)

    public var code: String {
        switch self {
        case .notJSON: "not-json"
        case .noType: "no-type"
        case .member: "bad-member"
        }
    }

    public var description: String {
        switch self {
        case .notJSON: "The server sent something that is no JSON. Is this the address of a gomoku server?"
        case .noType: "The server sent something that is no message. Is this the address of a gomoku server?"
        case .member(let member, let type):
            "The server sent a message \"\(type.prefix(40))\" without a usable \"\(member)\". It may be too new for this client."
        }
    }
}
