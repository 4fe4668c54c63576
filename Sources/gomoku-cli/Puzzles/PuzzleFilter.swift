import GameState
import Puzzles

/// A choice among the puzzles of a rule.
struct PuzzleFilter: Equatable {
    /// A kind or a theme. All puzzles fit without one.
    enum Subject: Hashable {
        case kind(Puzzle.Kind)
        case theme(Puzzle.Theme)

        static let all = Puzzle.Kind.allCases.map(Subject.kind) + Puzzle.Theme.allCases.map(Subject.theme)

        /// Parses the word of a kind or a theme. No word is both.
        init?(_ word: String) {
            if let kind = Puzzle.Kind(rawValue: word) {
                self = .kind(kind)
            } else if let theme = Puzzle.Theme(rawValue: word) {
                self = .theme(theme)
            } else {
                return nil
            }
        }

        var word: String {
            switch self {
            case .kind(let kind): kind.rawValue
            case .theme(let theme): theme.rawValue
            }
        }

        /// The parameter of a request.
        var parameter: String {
            switch self {
            case .kind(let kind): "kind=\(kind.rawValue)"
            case .theme(let theme): "theme=\(theme.rawValue)"
            }
        }

        func includes(kind: String, themes: [String]) -> Bool {
            switch self {
            case .kind(let own): own.rawValue == kind
            case .theme(let own): themes.contains(own.rawValue)
            }
        }
    }

    var rule: Rule
    var subject: Subject?
}

/// The server's puzzles, counted by rule, kind and theme.
struct PuzzleCatalogue: Equatable {
    private let rules: [Rule: [PuzzleFilter.Subject: Int]]

    /// Parses the answer to `/api/puzzles`. Nil if it is another answer.
    init?(_ json: JSON) {
        guard let listed = json["rules"]?.array else { return nil }
        var rules: [Rule: [PuzzleFilter.Subject: Int]] = [:]
        for each in listed {
            guard let rule = each["rule"]?.string.flatMap(Rule.init(rawValue:)) else { continue }
            let counts = ["kinds", "themes"].flatMap { each[$0]?.members ?? [] }
            rules[rule] = Dictionary(
                counts.compactMap { member in
                    guard let subject = PuzzleFilter.Subject(member.name), let count = member.value.integer, count > 0
                    else { return nil }
                    return (subject, count)
                }, uniquingKeysWith: { first, _ in first })
        }
        self.rules = rules
    }

    /// The rules with puzzles.
    var offered: [Rule] { Rule.allCases.filter { rules[$0] != nil } }

    /// Returns the kinds and themes with puzzles of a rule.
    func subjects(_ rule: Rule) -> [PuzzleFilter.Subject] {
        PuzzleFilter.Subject.all.filter { count($0, rule) > 0 }
    }

    func count(_ subject: PuzzleFilter.Subject, _ rule: Rule) -> Int { rules[rule]?[subject] ?? 0 }
}
