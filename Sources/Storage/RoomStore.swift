import GameState

/// A request to append a delta to a room, if the room's newest revision is still the one before the
/// delta's.
public struct Append: Sendable {
    /// The room. The store creates it with its first delta.
    public let room: RoomHeader
    public let scope: DeltaRequest.Scope
    /// The delta. The expected revision is `rev` minus one. If the delta is private, `by` is the
    /// owner of the state.
    public let delta: AcceptedDelta
    /// The state after the delta, sent at intervals so that long rooms load quickly. A store may
    /// ignore it.
    public let snapshot: SharedState.Snapshot?
    /// The number of a chain of appends that build on each other.
    ///
    /// Appends may be sent before earlier ones have completed. Once an append fails, the store
    /// refuses the rest of its chain (``AppendFailure/moved``). It does so even if a revision
    /// happens to fit because another server has filled the gap.
    public let chain: Int
    /// Whether the delta makes the room listed, or `nil` if it does not change that.
    public var lists: Bool? { scope == .shared ? Self.lists(delta.delta, in: room.name) : nil }

    /// Returns whether a shared delta makes the room listed, or `nil` if it does not change that.
    public static func lists(_ delta: Delta, in room: RoomName) -> Bool? {
        guard let value = delta[.term(.listed)] else { return nil }
        return room.lock == nil && value?.string == GameTerms.Field.listed.flagValue
    }

    /// The game that the delta has ended. The store records it and updates the ratings together
    /// with the delta, or not at all.
    public let finished: FinishedGame?

    public init(
        room: RoomHeader, scope: DeltaRequest.Scope, delta: AcceptedDelta, snapshot: SharedState.Snapshot? = nil,
        chain: Int = 0,
        finished: FinishedGame? = nil
    ) {
        self.finished = finished
        self.chain = chain
        self.room = room
        self.scope = scope
        self.delta = delta
        self.snapshot = snapshot
    }
}

/// The reason why a delta was not appended. The store contains nothing of the delta, except
/// possibly after ``unknown``.
public enum AppendFailure: Error, Sendable {
    /// Another server was faster. The room must load that server's deltas and judge the request
    /// again.
    case moved
    /// The store already has a delta of this participant with this id.
    case duplicate(AcceptedDelta)
    /// The store cannot write, for example because the disk is full, read-only or damaged. The
    /// sentence is for people.
    case unavailable(String)
    /// The store did not answer and may have stored the delta. The client retries with the same id,
    /// on this server or on another.
    case unknown
}

/// The reason why the store could not read.
public struct StoreFailure: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Whether the store was out of reach, so that another server may succeed.
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
    /// The server time of the newest delta, in milliseconds since 1970.
    public let changed: Int

    public init(name: RoomName, kind: RoomKind, rev: Int, changed: Int) {
        self.name = name
        self.kind = kind
        self.rev = rev
        self.changed = changed
    }
}

/// A participant as the store has it. It contains only the SHA-256 digest of the token.
public struct StoredParticipant: Equatable, Sendable {
    public let participant: Participant
    public let tokenHash: [UInt8]

    public init(participant: Participant, tokenHash: [UInt8]) {
        self.participant = participant
        self.tokenHash = tokenHash
    }
}

/// The interface for storing rooms.
///
/// The interface is asynchronous throughout. Each `done` is called later, on the thread that owns
/// the store object (the event loop's), and no call waits for a disk.
///
/// The interface is narrow enough for a store that several servers share. Conditional appends exist
/// natively in SQL (a primary key of room and revision), in Redis Streams and in NATS JetStream.
public protocol RoomStore: PeopleStore {
    /// The guests of all servers that share the store, or `nil` if a single server owns the store
    /// and knows all of its guests.
    var sharedGuests: (any SharedGuests)? { get }
    /// Loads a room as it is stored, or returns `nil` if it is not stored.
    func load(_ room: RoomName, _ done: @escaping (Result<StoredRoom?, StoreFailure>) -> Void)
    /// Loads a room and builds it. If it is large, this happens on another thread.
    func load(_ room: RoomName, sharing limits: RoomLimits, _ done: @escaping (RoomLoading) -> Void)
    /// Appends a delta conditionally. Calls `done` with `nil` once the delta is as durable as
    /// requested. Appends are executed in order.
    func append(_ append: Append, _ done: @escaping (AppendFailure?) -> Void)
    /// Stores a chat message of a room, and drops all but the newest `limit` messages. Does nothing
    /// if the room is not stored.
    func storeChat(
        _ line: ChatMessage, in room: RoomName, epoch: String, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    )
    /// Stores the participants of a room in the order of first entry, and replaces the earlier
    /// list. Does nothing if the room is not stored.
    func storeOrder(
        _ people: [ParticipantID], in room: RoomName, epoch: String, _ done: @escaping (StoreFailure?) -> Void)
    /// Loads the shared deltas `from...to` of a room, as far as they exist. Stops at `limit`
    /// deltas, or once they have `bytes` in total.
    func history(
        _ room: RoomName, from: Int, to: Int, limit: Int, bytes: Int,
        _ done: @escaping (Result<[AcceptedDelta], StoreFailure>) -> Void)
    /// Lists stored rooms, most recently changed first.
    ///
    /// - Parameters:
    ///   - before: A time before which the rooms must have changed last, or `nil` for no such
    ///     bound.
    ///   - listedOnly: Whether to return only rooms that public lists may show (``Room/isListed``).
    func rooms(
        before: Int?, limit: Int, listedOnly: Bool, _ done: @escaping (Result<[RoomSummary], StoreFailure>) -> Void)
    /// Finds the participant whose token has this SHA-256 digest, or returns `nil`.
    func participant(tokenHash: [UInt8], _ done: @escaping (Result<Participant?, StoreFailure>) -> Void)
    /// Loads participants with their names, including participants who are not connected.
    func participants(
        _ ids: [ParticipantID], _ done: @escaping (Result<[Participant], StoreFailure>) -> Void)
    /// Adds a new participant, who can be found from now on.
    ///
    /// The store writes the participant at the latest together with the participant's first action.
    /// A participant who only watches may be lost if the process ends without closing the store.
    func add(_ guest: StoredParticipant, _ done: @escaping () -> Void)
    /// Stores a new participant, or the new name of an existing one.
    func save(_ participant: StoredParticipant, _ done: @escaping (StoreFailure?) -> Void)
    /// Completes everything appended so far and then calls `done`. Callers may append nothing
    /// afterwards.
    func close(_ done: @escaping () -> Void)
}

extension RoomStore {
    public var sharedGuests: (any SharedGuests)? { nil }
    /// Builds the room on the caller's thread. Stores for a server replace this default.
    public func load(_ room: RoomName, sharing limits: RoomLimits, _ done: @escaping (RoomLoading) -> Void) {
        load(room) { result in done(RoomLoading(sharing: limits) { try result.get() }) }
    }
    /// Stores the guest at once. Stores with a more efficient way replace this default.
    public func add(_ guest: StoredParticipant, _ done: @escaping () -> Void) { save(guest) { _ in done() } }
}
