/// What is agreed before a game's first stone: the one value for a game, a seek, a link and a record.
///
/// ``Field`` is the table of what there is to agree on. Whatever carries terms (keys of a room, members of a message,
/// columns of the store, options of a command) goes through it, so that a new term is a new case there.
public struct GameTerms: Hashable, Sendable {
    public var rule: Rule
    public var size: BoardSize
    public var opening: Opening
    /// Nil: no clock.
    public var clock: ClockSetting?
    public var allowsTakebacks: Bool
    /// Whether its result counts for both players' ratings.
    public var isRated: Bool
    /// Whether the lobby tells of it, so that strangers come to watch.
    public var isListed: Bool

    public init(
        rule: Rule = .freestyle, size: BoardSize = .standard, opening: Opening = .none, clock: ClockSetting? = nil,
        allowsTakebacks: Bool = true, isRated: Bool = false, isListed: Bool = false
    ) {
        self.rule = rule
        self.size = size
        self.opening = opening
        self.clock = clock
        self.allowsTakebacks = allowsTakebacks
        self.isRated = isRated
        self.isListed = isListed
    }
}

// MARK: what does not go together

extension GameTerms {
    /// Two terms that exclude each other.
    public enum Fault: Error, Equatable, Sendable {
        case notPlayed(Opening, under: Rule)
        case ratedWithoutClock

        /// The term to change.
        public var field: Field {
            switch self {
            case .notPlayed: .opening
            case .ratedWithoutClock: .clock
            }
        }

        /// What the term must be, as the end of a sentence.
        public var expected: String {
            switch self {
            case .notPlayed(_, let rule): "an opening that is played under \(rule.rawValue)"
            case .ratedWithoutClock: "there: a rated game has a clock"
            }
        }
    }

    /// What is wrong with the terms as a whole; nil when a game can be played on them.
    public var fault: Fault? {
        if !opening.isPlayed(under: rule) { return .notPlayed(opening, under: rule) }
        return isRated && clock == nil ? .ratedWithoutClock : nil
    }
}

extension GameTerms.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPlayed(let opening, let rule):
            "The opening \(opening.rawValue) is not played under \(rule.rawValue). Choose another one."
        case .ratedWithoutClock:
            "A rated game has a clock. Add one, such as \"clock\":\"300+5\", or look for an unrated game."
        }
    }
}

// MARK: reading

extension GameTerms {
    /// From keys that somebody else has written: what makes no sense is the standard.
    public init(reading value: (Field) -> JSON?) {
        self.init()
        for field in Field.allCases {
            if let value = value(field) { _ = set(field, value) }
        }
        if !opening.isPlayed(under: rule) { opening = .none }
    }

    /// Sets one term by a key's value; false where that is no word for it.
    public mutating func set(_ field: Field, _ value: JSON) -> Bool {
        field.text(of: value).map { set(field, to: $0) } ?? false
    }

    /// Sets one term by a member of a message about a seek; false where that is no word for it.
    public mutating func set(_ field: Field, member value: JSON) -> Bool {
        field.text(ofMember: value).map { set(field, to: $0) } ?? false
    }
}
