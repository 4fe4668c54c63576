extension GameTerms {
    /// One thing that is agreed on. The raw value is its name everywhere: the key in a room, the member of a message,
    /// the parameter of a link, the column of the store, the option of a command.
    public enum Field: String, CaseIterable, Sendable {
        case rule, clock, opening, size, takebacks, listed, rated
    }

    /// A term as text; nil where there is none, which only a clock can be.
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

    /// Reads what the subscript writes; false, and nothing is changed, where that is no word for the term.
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

    /// Whether a term is `yes`.
    public func isSet(_ flag: Field) -> Bool { self[flag] == "yes" }

    /// The term as a key of a room has it; nil where the key is absent.
    public func said(_ field: Field) -> String? {
        field.isAlwaysSaid || self[field] != field.standard ? self[field] : nil
    }

    /// The term as a member of a message about a seek; nil where there is none.
    public func member(_ field: Field) -> JSON? {
        self[field].map { field.isBoolean ? .bool($0 == "yes") : .string($0) }
    }
}

extension GameTerms.Field {
    /// How a term is written.
    public enum Form: String, Sendable {
        /// One of ``values``.
        case choice
        /// One of ``values``, all of them numbers.
        case number
        /// `yes` or `no`.
        case flag
        /// As ``ClockSetting`` writes it.
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

    /// Every text that the term can be; empty where there is no end of them.
    public var values: [String] {
        switch self {
        case .rule: Rule.allCases.map(\.rawValue)
        case .opening: Opening.allCases.map(\.rawValue)
        case .size: BoardSize.all.map { String($0.side) }
        case .takebacks, .listed, .rated: ["yes", "no"]
        case .clock: []
        }
    }

    /// What holds where nothing is said; nil: none.
    public var standard: String? { GameTerms()[self] }

    /// What says the term beside a New Game, whose delta can say them all.
    public enum Carrier: String, CaseIterable, Sendable {
        /// The request for an opponent, and the lobby's list of them.
        case seek
        /// An address that starts a game.
        case link
        /// The game that is played after a rematch was offered.
        case rematch
        /// A finished game in the store.
        case record
        /// A game that can be watched, in the lobby's list.
        case listing
    }

    public var carriers: Set<Carrier> {
        switch self {
        case .rule, .clock, .rated: [.seek, .link, .rematch, .record, .listing]
        case .opening, .size, .takebacks: [.seek, .link, .rematch, .record]
        case .listed: [.rematch, .record]
        }
    }

    /// The terms that `carrier` says, in the table's order.
    public static func carried(by carrier: Carrier) -> [Self] {
        allCases.filter { $0.carriers.contains(carrier) }
    }

    /// Whether a room's key is there also where it says the standard.
    var isAlwaysSaid: Bool { self == .rule || self == .opening }

    /// Whether messages about seeks say `true` and `false`.
    fileprivate var isBoolean: Bool { self == .rated }
}

// MARK: words for people

extension GameTerms.Field {
    /// What a key's value must be, as the end of a sentence.
    public var expected: String {
        switch form {
        case .choice: values.map { "\"\($0)\"" }.joined(separator: ", ")
        case .number: Self.list(values, "or")
        case .flag: "\"yes\" or \"no\""
        case .clock: "seconds as \"300+5\" or, with periods, \"600/5x30\""
        }
    }

    /// What a member of a message about a seek must be, as the end of a sentence.
    public var expectedMember: String { isBoolean ? "true or false" : expected }

    /// What an option of a command takes: the words, as a sentence lists them.
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
        case .clock: return "seconds as 300+5, or with periods 600/5x30"
        default: return Self.list(values, "or")
        }
    }

    /// The word on a command line that says the other of a flag's two values: `rated`, `no-takebacks`.
    public var flagWord: String { standard == "yes" ? "no-\(rawValue)" : rawValue }

    /// What ``flagWord`` says.
    public var flagValue: String { standard == "yes" ? "no" : "yes" }

    private static func list(_ words: [String], _ last: String) -> String {
        guard let end = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) \(last) \(end)"
    }

    /// A key's value as text; a number counts where digits belong.
    func text(of value: JSON) -> String? {
        if case .number(let digits) = value, form == .number { return digits }
        return value.string
    }

    func text(ofMember value: JSON) -> String? {
        isBoolean ? value.bool.map { $0 ? "yes" : "no" } : text(of: value)
    }
}
