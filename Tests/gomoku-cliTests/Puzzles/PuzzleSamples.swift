import GameState
import Puzzles
import Wire

@testable import gomoku_cli

/// Hand-made puzzles. Their truth does not matter here.
enum PuzzleSamples {
    static func point(_ name: String) -> Point { BoardSize.standard.point(named: name)! }

    static func points(_ names: String) -> [Point] { names.split(separator: " ").map { point(String($0)) } }

    static func position(_ x: String, _ o: String, turn: Stone = .x, rule: Rule = .freestyle) -> Proof.Position {
        var board = Board()
        for each in points(x) { board[each] = .x }
        for each in points(o) { board[each] = .o }
        return Proof.Position(rule: rule, board: board, turn: turn)
    }

    /// X wins with the double four h8. Each number has another stone of O in the corner.
    static func win(_ number: Int = 0, rating: Int? = nil, isComplete: Bool = true) -> Puzzle {
        let corner = BoardSize.standard.points.filter { $0.column > 8 && $0.row > 8 || $0.row < 2 }
        let second = corner[(number / corner.count + 1 + number) % corner.count]
        let place = position("h11 h10 h9 e8 f8 g8", "h12 d8 a8 b9")
        var board = place.board
        board[corner[number % corner.count]] = .o
        board[second] = .o
        return win(
            Proof.Position(rule: .freestyle, board: board, turn: .x), rating: rating ?? 1_500 + number % 50,
            isComplete: isComplete)
    }

    private static func win(_ position: Proof.Position, rating: Int, isComplete: Bool) -> Puzzle {
        var builder = ProofBuilder()
        let answer = builder.play(point("h8"), then: .init(rest: .five))
        let proof = try! builder.proof(of: .wins, in: position, root: .init(rest: answer))
        return try! Puzzle(
            .win(.init(proof, isShortest: true, isComplete: isComplete)), at: position, last: point("h12"),
            themes: [.fourFour], rating: rating)
    }

    /// A win whose proof begins with the four h4, which O stops on i4; then h8 is a double four.
    static func longWin() -> Puzzle {
        let place = position("h11 h10 h9 e8 f8 g8 e4 f4 g4", "h12 d8 d4 a8 b10 c2 k2 l3 m1")
        var builder = ProofBuilder()
        let last = builder.play(point("h8"), then: .init(rest: .five))
        let first = builder.play(point("h4"), then: .init(named: [.init(point("i4"), last)], rest: .five))
        let proof = try! builder.proof(of: .wins, in: place, root: .init(rest: first))
        return try! Puzzle(
            .win(.init(proof, isShortest: true, isComplete: true)), at: place, last: point("h12"), rating: 1_700)
    }

    /// O must stop the open three at e8 or i8.
    static func defence() -> Puzzle {
        let place = position("f8 g8 h8", "b14 n14", turn: .o)
        var builder = ProofBuilder()
        let left = builder.play(point("e8"), then: .init(rest: .five))
        let right = builder.play(point("i8"), then: .init(rest: .five))
        let proof = try! builder.proof(
            of: .onlyHold(Set(points("e8 i8"))), in: place,
            root: .init(named: [.init(point("d8"), right)], rest: left))
        return try! Puzzle(.defence(proof), at: place, last: point("g8"), rating: 700)
    }

    static func drill() -> Puzzle {
        try! Puzzle(
            .drill(.openThrees, answer: Set(points("e8 f8 i8 j8"))), at: position("g8 h8", "b14 n14"), rating: 600)
    }

    /// The side to move has the greater chance.
    static func balance() -> Puzzle {
        try! Puzzle(.balance(chance: 700), at: position("g8 h8", "b14 n14"), rating: 1_500)
    }

    /// Renju: X may not play h8, a double three.
    static func renju() -> Puzzle {
        let place = position("f8 g8 h7 h6", "a15 c15 e15 g15", rule: .renju)
        var builder = ProofBuilder()
        let first = builder.play(point("i8"), then: .init(rest: .five))
        let proof = try! builder.proof(of: .wins, in: place, root: .init(rest: first))
        return try! Puzzle(.win(.init(proof, isComplete: true)), at: place, rating: 1_500)
    }
}

/// A server with puzzles, and a session with it.
final class PuzzleWorld {
    /// The puzzles in the order of every selection.
    var puzzles: [Puzzle]
    var daily: (PuzzleDay) -> Puzzle = { PuzzleSamples.win(200 + $0.number % 10) }
    var isOnline = true
    var isBusy = false
    /// The user on the server, and the account's finished games there, as JSON.
    var user = PuzzleUser.unknown
    var games = "[]"
    /// The IDs that the server no longer has.
    var gone: Set<String> = []
    private(set) var asked: [String] = []
    var now = PuzzleDay("2026-11-26")!.number * PuzzleDay.millisecondsPerDay + 36_000_000
    let file: PuzzleProgressFile
    let source: PuzzleSource
    var session: PuzzleSession

    init(
        _ puzzles: [Puzzle] = (0..<40).map { PuzzleSamples.win($0) }, folder: String? = nil,
        tries: Int = PuzzleSource.tries
    ) {
        self.puzzles = puzzles
        let today = PuzzleDay(at: now)
        file = PuzzleProgressFile(folder: folder, seed: 7, today: today)
        source = PuzzleSource(
            file: file, cache: PuzzleCache(folder: folder), lostGames: LostGameFile(folder: folder), server: "test:1",
            today: today, tries: tries)
        session = PuzzleSession(source, now: now)
    }

    var today: PuzzleDay { PuzzleDay(at: now) }
    var puzzle: Puzzle? { session.attempt?.puzzle }

    /// Performs an action and answers its requests.
    func act(_ body: (inout PuzzleSession, Int) -> PuzzleSession.Request?) {
        var request = body(&session, now)
        while let next = request {
            request =
                if let path = next.path { session.take(answer(path), to: next) } else { session.take(user, to: next) }
        }
    }

    func open(_ mode: PuzzleMode) { act { $0.open(mode, now: $1) } }
    func pick(_ name: String) { act { $0.pick(PuzzleSamples.point(name), now: $1) } }
    func next() { act { $0.next(now: $1) } }

    func answer(_ path: String) -> WebFetch.Answer {
        asked.append(path)
        guard isOnline else { return .failed(.notReached(host: "test:1", .refused)) }
        if isBusy { return .refused(.init(word: "busy", message: "Try again later.")) }
        let (name, query) = Self.parts(path)
        func refused(_ word: String) -> WebFetch.Answer { .refused(.init(word: word, message: "")) }
        switch name {
        case "api/puzzles": return .json(.object([.init("rules", .array([]))]))
        case "api/puzzles/daily":
            let day = query["date"].flatMap { PuzzleDay($0) }!
            return .json(.object([.init("date", .string("\(day)")), .init("puzzle", Self.json(daily(day)))]))
        case "api/puzzles/next":
            if puzzles.isEmpty { return refused("no-puzzles") }
            let from = Int(query["from"]!)!
            let found = puzzles.dropFirst(from).prefix(Int(query["count"]!)!)
            return .json(
                .object([.init("puzzles", .array(found.map(Self.json))), .init("next", JSON(from + found.count))]))
        case "api/people/me/games":
            return .json(.object([.init("games", try! JSONParser.parse(Array(games.utf8)))]))
        case "api/people/new/games": return refused("no-such-person")
        case "api/games/lost-1/puzzle": return .json(Self.json(puzzles[0]))
        case "api/games/even-1/puzzle": return refused("no-puzzle-in-game")
        case "api/games/none-1/puzzle": return refused("no-such-game")
        default:
            let id = String(name.dropFirst("api/puzzles/".count))
            if puzzles.isEmpty { return refused("no-puzzles") }
            guard let puzzle = puzzles.first(where: { $0.id == id }), !gone.contains(id) else {
                return refused("no-such-puzzle")
            }
            return .json(Self.json(puzzle))
        }
    }

    static func json(_ puzzle: Puzzle) -> JSON { try! JSONParser.parse(Array(puzzle.json.utf8)) }

    private static func parts(_ path: String) -> (String, [String: String]) {
        let parts = path.split(separator: "?", maxSplits: 1)
        let pairs = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { $0.split(separator: "=") }
        return (String(parts[0]), Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) }))
    }
}
