import GameState

/// The records that a ``PeopleVerb`` or a query needs from the store.
public struct PeopleReads: Sendable {
    public var people: [ParticipantID] = []
    /// Names to load, each with its owner's record.
    public var names: [NameKey] = []
    /// A token to load, with its owner's record.
    public var token: [UInt8]?
    /// A game that has ended. The store loads whether the game is recorded, and how many recent
    /// games between its players changed ratings.
    public var game: FinishedGame?
    /// Whether to count the results of the people's games.
    public var counts = false

    public init(people: [ParticipantID] = [], names: [NameKey] = []) {
        self.people = people
        self.names = names
    }

    public var isEmpty: Bool { people.isEmpty && names.isEmpty && token == nil && game == nil }
}

/// The owner of a name, or its reservation.
public enum NameRecord: Equatable, Sendable {
    case owned(by: ParticipantID)
    /// The name of a deleted account. It cannot be claimed before this time, in server
    /// milliseconds.
    case reserved(until: Int)
}

/// The results of a person's games against others.
public struct GameCounts: Equatable, Sendable {
    public var won = 0
    public var lost = 0
    public var drawn = 0

    public init() {}

    /// Counts a game that `id` has played. Ignores games in which one person held both seats.
    public mutating func add(_ game: FinishedGame, of id: ParticipantID) {
        guard game.players.x != game.players.o else { return }
        guard let winner = game.winner else {
            drawn += 1
            return
        }
        if game.players[winner] == id { won += 1 } else { lost += 1 }
    }
}

/// The records that a store has loaded and a ``PeopleVerb`` may change.
public struct PeopleRecords: Sendable {
    public var people: [ParticipantID: PersonRecord] = [:]
    public var names: [NameKey: NameRecord] = [:]
    /// The owner of ``PeopleReads/token``.
    public var owner: ParticipantID?
    /// Whether ``PeopleReads/game`` is recorded already.
    public var isRecorded = false
    /// The number of games between the two players of that game that changed ratings within
    /// ``RatingRule/milliseconds``.
    public var counted = 0
    public var counts: [ParticipantID: GameCounts] = [:]
    /// A game that the verb records.
    public var game: StoredGame?

    public init() {}

    /// Returns the owner of a name.
    public func owner(of name: NameKey) -> PersonRecord? {
        if case .owned(let id)? = names[name] { people[id] } else { nil }
    }

    /// Returns whether `id` may take the name at a given time.
    func isFree(_ name: NameKey, for id: ParticipantID, at now: Int) -> Bool {
        switch names[name] {
        case .owned(let owner)?: owner == id
        case .reserved(let until)?: now >= until
        case nil: true
        }
    }

    /// Replaces a person's record and makes its names point to the person.
    mutating func put(_ person: PersonRecord) {
        people[person.id] = person
        for name in person.names { names[name] = .owned(by: person.id) }
    }
}

/// The changes that a store writes together, provided that the loaded records are unchanged.
public struct PeopleWrites: Sendable {
    public struct Person: Sendable {
        public let before: PersonRecord?
        /// The new record. `nil` deletes the person and removes the name from games and chat
        /// messages.
        public let after: PersonRecord?
    }

    /// The people whose records have changed.
    public var people: [Person] = []
    /// The reservations of names that begin, or (`nil`) end.
    public var reservations: [(name: NameKey, until: Int?)] = []
    /// A game to record.
    public var game: StoredGame?

    public var isEmpty: Bool { people.isEmpty && reservations.isEmpty && game == nil }

    init(_ before: PeopleRecords, _ after: PeopleRecords) {
        game = after.game
        for id in Set(before.people.keys).union(after.people.keys) where before.people[id] != after.people[id] {
            people.append(Person(before: before.people[id], after: after.people[id]))
        }
        for (name, record) in after.names where record != before.names[name] {
            if case .reserved(let until) = record {
                reservations.append((name, until))
            } else if case .reserved? = before.names[name] {
                reservations.append((name, nil))
            }
        }
    }
}
