extension GameTerms {
    /// A single term. The raw value is its name everywhere: as key of a room, member of a message,
    /// parameter of a link, column of the store and option of a command.
    public enum Field: String, CaseIterable, Sendable {
        case rule, clock, opening, size, takebacks, listed, rated
    }

    /// The text of a term, or `nil` for the clock of a game without one.
    public subscript(field: Field) -> String? {
        func flag(_ isSo: Bool) -> String { isSo ? "yes" : "no" }
        return switch field {
        case .rule: rule.rawValue
        case .clock: clock?.description
        case .opening: opening.rawValue
        case .size: String(size.side)
        case .takebacks: flag(allowsTakebacks)
        case .listed: flag(isListed)
        case .rated: flag(isRated)
        }
    }

    /// Sets a term from its text, in the form that the subscript returns. Returns `false`, without
    /// a change, if the text is not valid.
    public mutating func set(_ field: Field, to text: String) -> Bool {
        func take<Word>(_ word: Word?, _ place: inout Word) -> Bool {
            guard let word else { return false }
            place = word
            return true
        }
        let flag: Bool? = text == "yes" ? true : text == "no" ? false : nil
        switch field {
        case .rule: return take(Rule(rawValue: text), &rule)
        case .clock: return take(ClockSetting(text).map(Optional.some), &clock)
        case .opening: return take(Opening(rawValue: text), &opening)
        case .size: return take(Digits.number(text).flatMap { BoardSize($0) }, &size)
        case .takebacks: return take(flag, &allowsTakebacks)
        case .listed: return take(flag, &isListed)
        case .rated: return take(flag, &isRated)
        }
    }

    /// Returns whether a term is `yes`.
    public func isSet(_ flag: Field) -> Bool { self[flag] == "yes" }

    /// Returns the value of the term's key in a room, or `nil` if the key is absent.
    public func value(of field: Field) -> String? {
        field.isAlwaysPresent || self[field] != field.standard ? self[field] : nil
    }

    /// Returns the term as a member of a message about a seek, or `nil` if the member is absent.
    public func member(_ field: Field) -> JSON? {
        self[field].map { field.isBoolean ? .bool($0 == "yes") : .string($0) }
    }
}

extension GameTerms.Field {
    /// The form of a term's text.
    public enum Form: String, Sendable {
        /// A word from ``values``.
        case choice
        /// A number from ``values``.
        case number
        /// Either `yes` or `no`.
        case flag
        /// The text of a ``ClockSetting``.
        case clock
    }

    public var form: Form {
        switch self {
        case .rule, .opening: .choice
        case .size: .number
        case .takebacks, .listed, .rated: .flag
        case .clock: .clock
        }
    }

    /// The possible texts of the term. Empty for a clock, which has too many.
    public var values: [String] {
        switch self {
        case .rule: Rule.allCases.map(\.rawValue)
        case .opening: Opening.allCases.map(\.rawValue)
        case .size: BoardSize.all.map { String($0.side) }
        case .takebacks, .listed, .rated: ["yes", "no"]
        case .clock: []
        }
    }

    /// The default text of the term, or `nil` for a clock.
    public var standard: String? { GameTerms()[self] }

    /// A place that contains terms, besides the delta of a New Game, which can contain all of them.
    public enum Carrier: String, CaseIterable, Sendable {
        /// The request for an opponent, and the lobby's list of seeks.
        case seek
        /// A link that starts a game.
        case link
        /// The game after an accepted rematch.
        case rematch
        /// A finished game in the store.
        case record
        /// A game open to spectators in the lobby's list.
        case listing
    }

    public var carriers: Set<Carrier> {
        switch self {
        case .rule, .clock, .rated: [.seek, .link, .rematch, .record, .listing]
        case .opening, .size, .takebacks: [.seek, .link, .rematch, .record]
        case .listed: [.rematch, .record]
        }
    }

    /// Returns the terms that `carrier` contains, in the order of the enum.
    public static func carried(by carrier: Carrier) -> [Self] {
        allCases.filter { $0.carriers.contains(carrier) }
    }

    /// Whether a room has the term's key even if the term has its default value.
    var isAlwaysPresent: Bool { self == .rule || self == .opening }

    /// Whether messages about seeks use `true` and `false` for the term.
    fileprivate var isBoolean: Bool { self == .rated }
}

// MARK: Words for people

extension GameTerms.Field {
    /// A description of valid values for a key, as the end of a sentence.
    public var expected: String {
        switch form {
        case .choice: values.map { "\"\($0)\"" }.joined(separator: ", ")
        case .number: Self.list(values, "or")
        case .flag: "\"yes\" or \"no\""
        case .clock: "a time in seconds, such as \"300+5\", or \"600/5x30\" with byo-yomi periods"
        }
    }

    /// A description of valid values for a member of a message about a seek, as the end of a
    /// sentence.
    public var expectedMember: String { isBoolean ? "true or false" : expected }

    /// A list of the words that the option of a command accepts, for its help.
    public var summary: String {
        switch self {
        case .opening:
            let openings = Opening.allCases.filter { $0 != .none }
            let general = openings.filter { opening in Rule.allCases.allSatisfy { opening.isPlayed(under: $0) } }
            let special = Rule.allCases.compactMap { rule -> String? in
                let own = openings.filter { $0.isPlayed(under: rule) && !general.contains($0) }
                return own.isEmpty ? nil : "under \(rule.rawValue) also \(own.map(\.rawValue).joined(separator: ", "))"
            }
            return ([general.map(\.rawValue).joined(separator: ", ")] + special).joined(separator: "; ")
        case .clock: return "seconds, such as 300+5, or 600/5x30 with byo-yomi periods"
        default: return Self.list(values, "or")
        }
    }

    /// The command-line word that changes a flag from its default: `rated`, `no-takebacks`.
    public var flagWord: String { standard == "yes" ? "no-\(rawValue)" : rawValue }

    /// The value that ``flagWord`` stands for.
    public var flagValue: String { standard == "yes" ? "no" : "yes" }

    private static func list(_ words: [String], _ last: String) -> String {
        guard let end = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(end)"
    }

    /// Returns the text of a key's value. For a term that is a number, a JSON number is valid too.
    func text(of value: JSON) -> String? {
        if case .number(let digits) = value, form == .number { return digits }
        return value.string
    }

    func text(ofMember value: JSON) -> String? {
        isBoolean ? value.bool.map { $0 ? "yes" : "no" } : text(of: value)
    }
}
