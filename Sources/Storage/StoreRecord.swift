import GameState

/// One fact of a whole store, as it is carried from one store to another.
///
/// They come in this order: the store, each room followed by what is in it (the shared deltas, then each private
/// state's, then the chat), people, reserved names, and finished games in the order in which they were settled. Rooms and
/// reserved names come by their names and people by their ids, so that two stores with the same content are the same
/// records. Snapshots, lists of rooms, ranks and
/// counts follow from these.
public enum StoreRecord: Equatable, Sendable {
    /// When a server was last known to run, milliseconds since 1970.
    case store(alive: Int?)
    /// - order: who came into it, the first first.
    case room(RoomHeader, order: [ParticipantID])
    /// A delta of the last room; `owner` is whose private state it changed, nil: the shared state.
    case delta(AcceptedDelta, owner: ParticipantID?)
    /// Said in the last room.
    case chat(ChatLine)
    case person(PersonRecord)
    /// The name of a deleted account, which nobody can claim until then, milliseconds since 1970.
    case reserved(NameKey, until: Int)
    case game(StoredGame)
}

/// What a list of rooms is made by, as it follows from a room's deltas.
public struct RoomFacts: Sendable {
    public let room: RoomHeader
    /// The newest shared revision.
    public private(set) var rev = 0
    /// When the newest delta came, private ones too.
    public private(set) var changed: Int
    public private(set) var isListed = false
    /// Whether the game on the table is over.
    public private(set) var isFinished = false

    public init(_ room: RoomHeader) {
        self.room = room
        changed = room.created
    }

    public mutating func take(_ delta: AcceptedDelta, owner: ParticipantID?) {
        changed = max(changed, delta.at)
        guard owner == nil else { return }
        rev = delta.rev
        if let lists = Append.lists(delta.delta, in: room.name) { isListed = lists }
        if room.kind == .gomoku, let result = delta.delta[.result] { isFinished = result != nil }
    }
}

/// Follows the records of a store, and says which of them cannot be where they are.
public struct StoreRecordOrder: Sendable {
    private var room: RoomHeader?
    private var owner: ParticipantID?
    private var rev = 0
    private var stage = Stage.start

    private enum Stage: Int, Comparable {
        case start, store, rooms, people, reserved, games

        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// A record that does not follow from those before it.
    public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public init() {}

    public mutating func take(_ record: StoreRecord) throws(Fault) {
        switch record {
        case .store:
            guard stage == .start else { throw Fault(description: "the store is there twice") }
            stage = .store
        case .room(let header, _):
            try enter(.rooms)
            (room, owner, rev) = (header, nil, 0)
        case .delta(let delta, let owner):
            guard stage == .rooms, let room else { throw Fault(description: "a delta of no room") }
            if owner != self.owner { (self.owner, rev) = (owner, 0) }
            guard delta.rev == rev + 1 else {
                throw Fault(description: "room \(room.name.text): revision \(delta.rev) follows \(rev)")
            }
            rev = delta.rev
        case .chat:
            guard stage == .rooms, room != nil else { throw Fault(description: "a line of chat in no room") }
        case .person: try enter(.people)
        case .reserved: try enter(.reserved)
        case .game: try enter(.games)
        }
    }

    private mutating func enter(_ next: Stage) throws(Fault) {
        guard stage > .start, stage <= next else { throw Fault(description: "what is there comes in another order") }
        stage = next
    }
}
