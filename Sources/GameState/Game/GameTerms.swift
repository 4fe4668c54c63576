/// The terms of a game: the settings that are agreed before the first stone. Games, seeks, links
/// and records share this type.
///
/// ``Field`` lists the terms. All code that reads or writes terms (keys of a room, members of a
/// message, columns of the store, options of a command) uses that list. A new term is therefore a
/// new case there.
public struct GameTerms: Hashable, Sendable {
    public var rule: Rule
    public var size: BoardSize
    public var opening: Opening
    /// The clock's setting, or `nil` for a game without a clock.
    public var clock: ClockSetting?
    public var allowsTakebacks: Bool
    /// Whether the result counts for the ratings of both players.
    public var isRated: Bool
    /// Whether the lobby lists the game, so that spectators can find it.
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

// MARK: Incompatible terms

extension GameTerms {
    /// Terms that exclude each other.
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

        /// A description of valid values for the term, as the end of a sentence.
        public var expected: String {
            switch self {
            case .notPlayed(_, let rule): "an opening that is played under the rule \(rule.rawValue)"
            case .ratedWithoutClock: "present, because a rated game needs a clock"
            }
        }
    }

    /// The conflict between the terms, or `nil` if a game can be played on them.
    public var conflict: Fault? {
        if !opening.isPlayed(under: rule) { return .notPlayed(opening, under: rule) }
        return isRated && clock == nil ? .ratedWithoutClock : nil
    }
}

extension GameTerms.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notPlayed(let opening, let rule):
            "The opening \(opening.rawValue) is not played under the rule \(rule.rawValue). Choose another opening."
        case .ratedWithoutClock:
            "A rated game needs a clock. Add one, such as \"clock\":\"300+5\", or look for an unrated game."
        }
    }
}

// MARK: Reading

extension GameTerms {
    /// Reads terms from keys of unknown origin. Invalid values become defaults.
    public init(reading value: (Field) -> JSON?) {
        self.init()
        for field in Field.allCases {
            if let value = value(field) { _ = set(field, value) }
        }
        if !opening.isPlayed(under: rule) { opening = .none }
    }

    /// Sets a term to the value of a key. Returns `false` if the value is not valid.
    public mutating func set(_ field: Field, _ value: JSON) -> Bool {
        field.text(of: value).map { set(field, to: $0) } ?? false
    }

    /// Sets a term to a member of a message about a seek. Returns `false` if the value is not
    /// valid.
    public mutating func set(_ field: Field, member value: JSON) -> Bool {
        field.text(ofMember: value).map { set(field, to: $0) } ?? false
    }
}
