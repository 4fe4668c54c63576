import GameState

/// A record of a store, as it is exported and imported.
///
/// The records of a store are in this order:
///
/// - the store;
/// - each room, sorted by name, followed by its shared deltas, the deltas of each private state,
///   and its chat messages;
/// - people, sorted by ID;
/// - reserved names, sorted by name;
/// - finished games, in the order in which they were settled.
///
/// Two stores with the same content therefore have the same records. Snapshots, lists of rooms,
/// ranks and counts are derived from the records.
public enum StoreRecord: Equatable, Sendable {
    /// The store, with the time at which a server last ran, in milliseconds since 1970.
    case store(alive: Int?)
    /// A room, with its participants in the order of first entry.
    case room(RoomHeader, order: [ParticipantID])
    /// A delta of the preceding room. `owner` is the owner of a private state, or `nil` for the
    /// shared state.
    case delta(AcceptedDelta, owner: ParticipantID?)
    /// A chat message of the preceding room.
    case chat(ChatMessage)
    case person(PersonRecord)
    /// The name of a deleted account. It cannot be claimed until the given time, in milliseconds
    /// since 1970.
    case reserved(NameKey, until: Int)
    case game(StoredGame)
}

/// The facts about a room that lists of rooms need, derived from the room's deltas.
public struct RoomFacts: Sendable {
    public let room: RoomHeader
    /// The newest shared revision.
    public private(set) var rev = 0
    /// The time of the newest delta, private deltas included.
    public private(set) var changed: Int
    public private(set) var isListed = false
    /// Whether the current game is over.
    public private(set) var isFinished = false

    public init(_ room: RoomHeader) {
        self.room = room
        changed = room.created
    }

    public mutating func apply(_ delta: AcceptedDelta, owner: ParticipantID?) {
        changed = max(changed, delta.at)
        guard owner == nil else { return }
        rev = delta.rev
        if let lists = Append.lists(delta.delta, in: room.name) { isListed = lists }
        if room.kind == .gomoku, let result = delta.delta[.result] { isFinished = result != nil }
    }
}

/// A check that the records of a store are in a valid order.
public struct StoreRecordOrder: Sendable {
    private var room: RoomHeader?
    private var owner: ParticipantID?
    private var rev = 0
    private var stage = Stage.start

    private enum Stage: Int, Comparable {
        case start, store, rooms, people, reserved, games

        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// A record that cannot follow the records before it.
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public init() {}

    public mutating func apply(_ record: StoreRecord) throws(Fault) {
        switch record {
        case .store:
            guard stage == .start else { throw Fault(description: "there are two store records") }
            stage = .store
        case .room(let header, _):
            try enter(.rooms)
            (room, owner, rev) = (header, nil, 0)
        case .delta(let delta, let owner):
            guard stage == .rooms, let room else { throw Fault(description: "a delta comes before its room") }
            if owner != self.owner { (self.owner, rev) = (owner, 0) }
            guard delta.rev == rev + 1 else {
                throw Fault(description: "room \(room.name.text): revision \(delta.rev) follows revision \(rev)")
            }
            rev = delta.rev
        case .chat:
            guard stage == .rooms, room != nil else { throw Fault(description: "a chat message comes before its room") }
        case .person: try enter(.people)
        case .reserved: try enter(.reserved)
        case .game: try enter(.games)
        }
    }

    private mutating func enter(_ next: Stage) throws(Fault) {
        guard stage > .start, stage <= next else { throw Fault(description: "the records are in the wrong order") }
        stage = next
    }
}
