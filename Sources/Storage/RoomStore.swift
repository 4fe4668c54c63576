import GameState

/// "Append this delta to that room if its newest revision is still the one before it."
public struct Append: Sendable {
    /// The room; it is made with its first delta.
    public let room: RoomHeader
    public let scope: DeltaRequest.Scope
    /// Its `rev` minus one is the expected revision. Of a private delta `by` says whose state it is.
    public let delta: AcceptedDelta
    /// The state after the delta, now and then: so that loading a long room is quick. A store may ignore it.
    public let snapshot: SharedState.Archive?
    /// Appends may be sent before the ones they build on have come back; all that build on each other have the same
    /// `life`. Once one of them has failed the store refuses the rest (``AppendFailure/moved``), even where the
    /// revision happens to fit because somebody else has filled the gap.
    public let life: Int
    /// Whether the room is listed after a delta that says so; nil: as before.
    public var lists: Bool? { scope == .shared ? Self.lists(delta.delta, in: room.name) : nil }

    /// Whether a room is listed after a shared delta that says so; nil: as before.
    public static func lists(_ delta: Delta, in room: RoomName) -> Bool? {
        guard let value = delta[.term(.listed)] else { return nil }
        return room.lock == nil && value?.string == GameTerms.Field.listed.flagValue
    }

    /// The game that the delta has ended: recorded, and its ratings settled, together with the delta or not at all.
    public let finished: FinishedGame?

    public init(
        room: RoomHeader, scope: DeltaRequest.Scope, delta: AcceptedDelta, snapshot: SharedState.Archive? = nil,
        life: Int = 0,
        finished: FinishedGame? = nil
    ) {
        self.finished = finished
        self.life = life
        self.room = room
        self.scope = scope
        self.delta = delta
        self.snapshot = snapshot
    }
}

/// Why a delta was not appended. Nothing of it is stored, unless it is ``unknown``.
public enum AppendFailure: Error, Sendable {
    /// Another server was faster: load what it wrote, let the referee judge again, append at the new revision or
    /// reject.
    case moved
    /// The same participant's same id is stored already, as this.
    case duplicate(AcceptedDelta)
    /// The store cannot write: disk full, read-only, damaged. The sentence is for people.
    case unavailable(String)
    /// The store did not answer, and may have stored the delta. The sender sends it again with the same id, to this server
    /// or to another one.
    case unknown
}

/// Why the store could not read.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the store could not be asked: another server may be able to.
    public let isOutOfReach: Bool

    public init(_ description: String, isOutOfReach: Bool = false) {
        self.description = description
        self.isOutOfReach = isOutOfReach
    }
}

/// A room in a list.
public struct RoomSummary: Equatable, Sendable {
    public let name: RoomName
    public let kind: RoomKind
    public let rev: Int
    /// Server time of the newest delta, milliseconds since 1970.
    public let changed: Int

    public init(name: RoomName, kind: RoomKind, rev: Int, changed: Int) {
        self.name = name
        self.kind = kind
        self.rev = rev
        self.changed = changed
    }
}

/// A participant as the store keeps it: the token only as its SHA-256.
public struct StoredParticipant: Equatable, Sendable {
    public let participant: Participant
    public let tokenHash: [UInt8]

    public init(participant: Participant, tokenHash: [UInt8]) {
        self.participant = participant
        self.tokenHash = tokenHash
    }
}

/// The one seam behind which rooms are kept. Asynchronous throughout: every `done` is called later, on
/// the thread that owns the store object (the loop), and never waits for a disk.
///
/// Narrow enough for a store that several servers share: the conditional append exists natively in SQL (a primary
/// key of room and revision), in Redis Streams and in NATS JetStream.
public protocol RoomStore: PeopleStore {
    /// The guests of all servers that share the store; nil: one server has the store, and knows all its guests.
    var sharedGuests: (any SharedGuests)? { get }
    /// The room as it is stored, nil when it is not.
    func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void)
    /// Appends conditionally; `done` with nil once the delta is as durable as was asked for. Appends are carried out in
    /// order.
    func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void)
    /// Keeps a chat line of a stored room, and at most `limit` of its newest; nothing where there is no such room.
    func say(
        _ line: ChatLine, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    )
    /// Keeps in which order people came into a stored room, the first first, in place of what was kept of it before;
    /// nothing where there is no such room.
    func keepOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void)
    /// The room's shared deltas `from...to`, as far as there are any; at most `limit`, and no other once they have
    /// `bytes` together.
    func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void)
    /// Stored rooms, most recently changed first; those changed before `before` when it is given. With `listedOnly`
    /// those of them that anybody may be told of (``Room/isListed``).
    func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void)
    /// The participant whose token has this SHA-256, nil when there is none.
    func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void)
    /// Names of participants, for those who are not here just now.
    func participants(
        _ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void)
    /// Takes in a new participant: found from now on, and kept at the latest with the first thing that they do here.
    /// Somebody who only looks may be forgotten when the process ends without closing the store.
    func add(_ guest: StoredParticipant, _ done: @escaping () -> Void)
    /// Keeps a participant, new or under another name.
    func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void)
    /// Everything appended so far is carried out, then `done`; nothing may be appended after.
    func close(_ done: @escaping () -> Void)
}

extension RoomStore {
    public var sharedGuests: (any SharedGuests)? { nil }
    /// Kept at once, where a store has no better way.
    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) { save(guest) { _ in done() } }
}
