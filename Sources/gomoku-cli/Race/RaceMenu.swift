import GameState

/// The dialog that chooses the terms of the next race. Pure.
struct RaceMenu: Equatable {
    enum Row: CaseIterable { case rule, minutes, count, rating }

    private(set) var terms: RaceTerms
    private(set) var row = Row.rule
    private let rules: [Rule]
    private let lengths: [Int]
    private let counts: [Int?]
    private let ratings: [Int]

    /// - Parameters:
    ///   - rules: the rules with puzzles.
    ///   - isHost: whether the user has created the room, and may set terms for a class.
    init(_ terms: RaceTerms, rules: [Rule], isHost: Bool) {
        /// Returns the choices, with the present value if it is another one.
        func choices<Value: Equatable>(_ values: [Value], _ value: Value) -> [Value] {
            values.contains(value) ? values : values + [value]
        }
        self.terms = terms
        self.rules = choices(rules, terms.rule)
        lengths = choices(RaceTerms.lengths.filter { isHost || $0 <= RaceTerms.sprintMinutes }, terms.minutes)
        counts = choices(RaceTerms.counts, terms.count)
        ratings = choices(RaceTerms.firstRatings, terms.rating)
    }

    mutating func press(_ key: Key) {
        switch key {
        case .up: row = Row.allCases.stepped(from: row, by: -1)
        case .down, .tab: row = Row.allCases.stepped(from: row, by: 1)
        case .left: change(-1)
        case .right, .character(" "): change(1)
        case .entry(let place) where Row.allCases.indices.contains(place): row = Row.allCases[place]
        default: break
        }
    }

    private mutating func change(_ step: Int) {
        let word: String? =
            switch row {
            case .rule: rules.stepped(from: terms.rule, by: step).rawValue
            case .minutes: "\(lengths.stepped(from: terms.minutes, by: step))"
            case .count: counts.stepped(from: terms.count, by: step).map { "\($0)" }
            case .rating: "\(ratings.stepped(from: terms.rating, by: step))"
            }
        terms = terms.with(row.key, word) ?? terms
    }

    /// Returns the changes that turn other terms into these.
    func changes(from old: RaceTerms) -> [Delta.Change] {
        Row.allCases.filter { $0.word(of: old) != $0.word(of: terms) }
            .map { Delta.Change($0.key.text, $0.word(of: terms).map { .string($0) }) }
    }

    func dialog(_ words: any Words) -> PlayDialog {
        func value(_ row: Row) -> (label: String, value: String, others: [String]) {
            switch row {
            case .rule: (words.puzzleRule, words.ruleWords(terms.rule), rules.map { words.ruleWords($0) })
            case .minutes:
                (words.raceLength, words.length(minutes: terms.minutes), lengths.map { words.length(minutes: $0) })
            case .count: (words.raceCount, words.count(terms.count), counts.map { words.count($0) })
            case .rating:
                (words.raceFirst, words.puzzleRating("\(terms.rating)"), ratings.map { words.puzzleRating("\($0)") })
            }
        }
        return PlayDialog(
            title: words.raceTerms,
            rows: Row.allCases.enumerated().map { place, row in
                let (label, shown, others) = value(row)
                let isChosen = row == self.row
                return PlayDialog.Row(
                    label: label, value: shown, isChosen: isChosen, others: others,
                    click: isChosen ? [.right] : [.entry(place)], clickOnMark: isChosen ? [.left] : nil)
            },
            footer: words.raceTermsKeys, keyNames: words.dialogKeys)
    }
}

extension RaceMenu.Row {
    fileprivate var key: RaceKey {
        switch self {
        case .rule: .rule
        case .minutes: .minutes
        case .count: .count
        case .rating: .rating
        }
    }

    /// Returns the value of the key in these terms; nil without one.
    fileprivate func word(of terms: RaceTerms) -> String? {
        switch self {
        case .rule: terms.rule.rawValue
        case .minutes: "\(terms.minutes)"
        case .count: terms.count.map { "\($0)" }
        case .rating: "\(terms.rating)"
        }
    }
}
