import GameState
import Puzzles

/// A request for puzzles.
enum PuzzleInquiry: Hashable, Sendable {
    case catalogue
    case puzzle(id: String)
    case daily(PuzzleDay, Rule)
    case next(PuzzleQuery)
}

/// A selection of puzzles for one client.
struct PuzzleQuery: Hashable, Sendable {
    let rule: Rule
    let kind: Puzzle.Kind?
    let theme: Puzzle.Theme?
    let rating: Int
    let seed: UInt32
    /// The number of puzzles that the client has had.
    let from: Int
    /// The number of puzzles that the client wants.
    let count: Int

    static let counts = 1...20
    static let usualRating = 1_500
}

/// A reason to refuse a request for puzzles.
package enum PuzzleRefusal: Error, Equatable, Sendable {
    /// The server has no puzzles, or none of that rule.
    case noPuzzles
    case noPuzzle
    /// No puzzle can be made from that game.
    case noneInGame
    case badDate
    /// A parameter has an impossible value.
    case badParameter(String)
    /// Too many requests wait.
    case busy
}

extension PuzzleRefusal: CustomStringConvertible {
    package var code: String {
        switch self {
        case .noPuzzles: "no-puzzles"
        case .noPuzzle: "no-such-puzzle"
        case .noneInGame: "no-puzzle-in-game"
        case .badDate: "bad-date"
        case .badParameter: Code.badMessage.rawValue
        case .busy: Code.busy.rawValue
        }
    }

    var status: Int {
        switch self {
        case .noPuzzles, .noPuzzle, .noneInGame: 404
        case .badDate, .badParameter: 400
        case .busy: 503
        }
    }

    package var description: String {
        switch self {
        case .noPuzzles: "This server has no such puzzles. /api/puzzles lists the puzzles that it has."
        case .noPuzzle: "There is no such puzzle. Get one from /api/puzzles/next or /api/puzzles/daily."
        case .noneInGame: "The server has found no missed win and no missed defence of that side in this game."
        case .badDate: "This is not a date. Write it as 2026-11-24."
        case .badParameter(let name): "The value of \(name) is not valid. See docs/PROTOCOL.md."
        case .busy: "Too many puzzles are being read. Try again."
        }
    }
}

extension PuzzleInquiry {
    /// Parses a request.
    ///
    /// - Parameters:
    ///   - rest: the path after `/api/puzzles`.
    ///   - query: returns a parameter of the address.
    ///   - today: the server's day.
    init(_ rest: String, query: (String) -> String?, today: PuzzleDay) throws(PuzzleRefusal) {
        switch rest {
        case "", "/": self = .catalogue
        case "/daily":
            let given = Self.value(query, "date")
            guard let day = given.map({ PuzzleDay($0) }) ?? today else { throw .badDate }
            // Clients ahead of UTC may ask for their own day.
            guard day.number <= today.number + 1 else { throw .noPuzzle }
            self = .daily(day, try Self.rule(query))
        case "/next":
            self = .next(
                PuzzleQuery(
                    rule: try Self.rule(query),
                    kind: try Self.word(query, "kind", Puzzle.Kind.init(rawValue:)),
                    theme: try Self.word(query, "theme", Puzzle.Theme.init(rawValue:)),
                    rating: try Self.number(query, "rating", Puzzle.ratings) ?? PuzzleQuery.usualRating,
                    seed: UInt32(try Self.number(query, "seed", 0...Int(UInt32.max)) ?? 0),
                    from: try Self.number(query, "from", 0...Int(Int32.max)) ?? 0,
                    count: try Self.number(query, "count", PuzzleQuery.counts) ?? 1))
        default:
            let id = String(rest.dropFirst())
            guard PuzzleID.isID(id) else { throw .noPuzzle }
            self = .puzzle(id: id)
        }
    }

    /// Returns the value of a parameter; nil if it is absent or empty.
    private static func value(_ query: (String) -> String?, _ name: String) -> String? {
        query(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func rule(_ query: (String) -> String?) throws(PuzzleRefusal) -> Rule {
        try word(query, "rule", Rule.init(rawValue:)) ?? .freestyle
    }

    private static func word<Word>(
        _ query: (String) -> String?, _ name: String, _ read: (String) -> Word?
    ) throws(PuzzleRefusal) -> Word? {
        guard let given = value(query, name) else { return nil }
        guard let word = read(given) else { throw .badParameter(name) }
        return word
    }

    private static func number(
        _ query: (String) -> String?, _ name: String, _ limits: ClosedRange<Int>
    ) throws(PuzzleRefusal) -> Int? {
        guard let given = value(query, name) else { return nil }
        guard let number = Int(given), limits.contains(number) else { throw .badParameter(name) }
        return number
    }
}
