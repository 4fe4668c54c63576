import GameState

/// The records that a verb or a question needs from the store.
public struct PeopleReads: Sendable {
    public var people: [ParticipantID] = []
    /// Names, each with its owner's record.
    public var names: [NameKey] = []
    /// A token, with its owner's record.
    public var token: [UInt8]?
    /// A game that has ended: whether it is recorded, and how many games of its players have counted.
    public var game: FinishedGame?
    /// Whether the results of the people's games are counted.
    public var counts = false

    public init(people: [ParticipantID] = [], names: [NameKey] = []) {
        self.people = people
        self.names = names
    }

    public var isEmpty: Bool { people.isEmpty && names.isEmpty && token == nil && game == nil }
}

/// The owner of a name, or the reservation of it.
public enum NameRecord: Equatable, Sendable {
    case owned(by: ParticipantID)
    /// A deleted account had it. Nobody can claim it before this time, server milliseconds.
    case reserved(until: Int)
}

/// Results of a person's games against others.
public struct GameCounts: Equatable, Sendable {
    public var won = 0
    public var lost = 0
    public var drawn = 0

    public init() {}

    /// Counts a game that `id` has played; not one against oneself.
    public mutating func add(_ game: FinishedGame, of id: ParticipantID) {
        guard game.players.x != game.players.o else { return }
        guard let winner = game.winner else {
            drawn += 1
            return
        }
        if game.players[winner] == id { won += 1 } else { lost += 1 }
    }
}

/// Records as a store has loaded them, and as a verb changes them.
public struct PeopleRecords: Sendable {
    public var people: [ParticipantID: PersonRecord] = [:]
    public var names: [NameKey: NameRecord] = [:]
    /// The owner of the token.
    public var owner: ParticipantID?
    /// Whether the game is recorded already.
    public var isRecorded = false
    /// Rated games of the game's two players that have counted within ``RatingRule/milliseconds``.
    public var counted = 0
    public var counts: [ParticipantID: GameCounts] = [:]
    /// A game that a verb records.
    public var game: StoredGame?

    public init() {}

    /// The owner of the name.
    public func owner(of name: NameKey) -> PersonRecord? {
        if case .owned(let id)? = names[name] { people[id] } else { nil }
    }

    /// Whether `id` can have the name at that time.
    func isFree(_ name: NameKey, for id: ParticipantID, at now: Int) -> Bool {
        switch names[name] {
        case .owned(let owner)?: owner == id
        case .reserved(let until)?: now >= until
        case nil: true
        }
    }

    /// Puts a record in the place of the person's former one, and the names that lead to the person with it.
    mutating func put(_ person: PersonRecord) {
        people[person.id] = person
        for name in person.names { names[name] = .owned(by: person.id) }
    }
}

/// The changes that a store writes together, if the records that it loaded are unchanged.
public struct PeopleWrites: Sendable {
    public struct Person: Sendable {
        public let before: PersonRecord?
        /// Nil: the person is deleted, and the name goes out of games and chat lines.
        public let after: PersonRecord?
    }

    /// The people whose records have changed.
    public var people: [Person] = []
    /// Reservations of names that begin, or end (nil).
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
