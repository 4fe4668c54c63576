import Foundation
import GameState
import Puzzles
import TestSupport
import Testing

@testable import Web

/// The hand-made puzzles of `Tests/Fixtures/puzzles`. Page and protocol are tested with them, too.
@Suite("Puzzles over HTTP")
struct PuzzleServiceTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Fixtures/puzzles").standardizedFileURL
    private let shelf = PuzzleShelf(directory: Self.fixtures.path)

    private func json(_ inquiry: PuzzleInquiry) throws -> JSON {
        try JSONParser.parse(try shelf.answer(inquiry).get())
    }

    private func query(
        kind: Puzzle.Kind? = nil, theme: Puzzle.Theme? = nil, seed: UInt32 = 1, from: Int = 0, count: Int = 20
    ) -> PuzzleInquiry {
        .next(
            PuzzleQuery(rule: .freestyle, kind: kind, theme: theme, rating: 1_400, seed: seed, from: from, count: count)
        )
    }

    private func ids(_ answer: JSON) -> [String] {
        (answer["puzzles"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    @Test("The book of the fixtures has the puzzles of the JSON lines, and each of them is right")
    func fixture() throws {
        let lines = try String(contentsOf: Self.fixtures.appendingPathComponent("freestyle.jsonl"), encoding: .utf8)
        let puzzles = try lines.split(separator: "\n").map { try Puzzle(JSONParser.parse(Array($0.utf8))) }
        for puzzle in puzzles { try PuzzleChecker.check(puzzle) }
        let bytes = try PuzzleBook.bytes(of: puzzles, under: .freestyle)
        let book = Self.fixtures.appendingPathComponent("freestyle.book")
        if ProcessInfo.processInfo.environment["GOMOKU_GENERATE"] != nil { try Data(bytes).write(to: book) }
        #expect(try Array(Data(contentsOf: book)) == bytes, "Renew the book with `make generate`.")
        #expect(puzzles.count == 16)
    }

    @Test("The catalogue counts the puzzles of each rule by kind and theme")
    func catalogue() throws {
        let answer = try json(.catalogue)
        let rules = try #require(answer["rules"]?.array)
        try #require(rules.count == 1)
        #expect(rules.map { $0["rule"]?.string } == ["freestyle"])
        #expect(rules[0]["count"]?.integer == 16)
        #expect(["fours", "defence", "drill", "threats"].map { rules[0]["kinds"]?[$0]?.integer } == [10, 4, 2, nil])
        #expect(rules[0]["themes"]?["four-four"]?.integer == 10)
        #expect(answer["licence"]?.string == "CC0-1.0")
    }

    @Test("A puzzle is found by its ID; unknown IDs are refused")
    func byID() throws {
        for id in ids(try json(query())) {
            #expect(try json(.puzzle(id: id))["id"]?.string == id)
        }
        for id in ["", "AAAAAAAAAAA", "../freestyle", "Mnn-hb7xFvQ"] {
            #expect(shelf.answer(.puzzle(id: id)) == .failure(.noPuzzle))
        }
    }

    @Test("The puzzle of a day is the same for everyone, and returns only after all others")
    func daily() throws {
        let today = PuzzleDay(number: 20_783)
        let puzzles = try (0..<14).map { try json(.daily(PuzzleDay(number: today.number + $0), .freestyle)) }
        #expect(Set(puzzles.compactMap { $0["puzzle"]?["id"]?.string }).count == 14, "without the drills")
        #expect(puzzles[0]["date"]?.string == "2026-11-26")
        #expect(
            try PuzzleShelf(directory: Self.fixtures.path).answer(.daily(today, .freestyle)).get()
                == shelf.answer(.daily(today, .freestyle)).get())
    }

    @Test("A client that continues at its last place gets each puzzle once, in the order of its seed")
    func next() throws {
        var found: [String] = []
        var from = 0
        for _ in 0..<8 {
            let answer = try json(query(seed: 5, from: from, count: 3))
            found += ids(answer)
            from = try #require(answer["next"]?.integer)
        }
        #expect(found.count == 16)
        #expect(Set(found).count == 16)
        #expect(found == ids(try json(query(seed: 5))))
        #expect(found != ids(try json(query(seed: 6))))
        #expect(ids(try json(query(from: 1_000))) == [])
    }

    @Test("A selection has only puzzles of its kind and theme")
    func selection() throws {
        let counts = [
            (query(kind: .defence), 4), (query(theme: .fourFour), 10), (query(kind: .drill, theme: .fourFour), 0),
            (query(kind: .fours, theme: .fourFour), 10), (query(kind: .threats), 0),
        ]
        for (query, count) in counts { #expect(ids(try json(query)).count == count) }
        let kinds = try #require(try json(query(kind: .defence))["puzzles"]?.array).map { $0["kind"]?.string }
        #expect(Set(kinds) == ["defence"])
    }

    @Test("Without books, or with a damaged one, the server has no puzzles, and says so")
    func missing() throws {
        let directory = TemporaryDirectory()
        try Data("GPZB".utf8).write(to: URL(fileURLWithPath: "\(directory.path)/freestyle.book"))
        for shelf in [PuzzleShelf(directory: nil), PuzzleShelf(directory: directory.path)] {
            #expect(try JSONParser.parse(shelf.answer(.catalogue).get())["rules"]?.array?.isEmpty == true)
            for inquiry in [query(), .daily(PuzzleDay(number: 0), .freestyle), .puzzle(id: "Mnn-hb7xFvQ")] {
                #expect(shelf.answer(inquiry) == .failure(.noPuzzles))
            }
        }
        let renju = PuzzleQuery(rule: .renju, kind: nil, theme: nil, rating: 1_500, seed: 0, from: 0, count: 1)
        #expect(shelf.answer(.next(renju)) == .failure(.noPuzzles))
        #expect(PuzzleRefusal.noPuzzles.code == "no-puzzles")
    }
}

@Suite("Requests for puzzles")
struct PuzzleInquiryTests {
    private static let today = PuzzleDay(number: 20_783)

    private func inquiry(_ rest: String, _ query: [(String, String)] = []) throws(PuzzleRefusal) -> PuzzleInquiry {
        try PuzzleInquiry(rest, query: { name in query.first { $0.0 == name }?.1 }, today: Self.today)
    }

    @Test("Addresses and parameters are read, and have defaults")
    func reading() throws {
        #expect(try inquiry("") == .catalogue)
        #expect(try inquiry("/Mnn-hb7xFvQ") == .puzzle(id: "Mnn-hb7xFvQ"))
        #expect(try inquiry("/daily") == .daily(Self.today, .freestyle))
        let empty = ["date", "rule", "kind", "theme", "rating", "seed", "from", "count"].map { ($0, "") }
        #expect(try inquiry("/daily", empty) == inquiry("/daily"))
        #expect(try inquiry("/next", empty) == inquiry("/next"))
        #expect(
            try inquiry("/daily", [("date", "2026-11-27"), ("rule", "renju")])
                == .daily(PuzzleDay(number: 20_784), .renju))
        #expect(
            try inquiry("/next")
                == .next(
                    PuzzleQuery(rule: .freestyle, kind: nil, theme: nil, rating: 1_500, seed: 0, from: 0, count: 1)))
        let all = [
            ("rule", "caro"), ("kind", "defence"), ("theme", "only-move"), ("rating", "1830"), ("seed", "4294967295"),
            ("from", "40"), ("count", "20"),
        ]
        #expect(
            try inquiry("/next", all)
                == .next(
                    PuzzleQuery(
                        rule: .caro, kind: .defence, theme: .onlyMove, rating: 1_830, seed: .max, from: 40, count: 20)))
    }

    @Test("Impossible values are refused with the name of the parameter")
    func refusals() {
        for (name, value) in [
            ("rule", "go"), ("kind", "x"), ("theme", "x"), ("rating", "-1"), ("rating", "9999"), ("seed", "4294967296"),
            ("from", "-1"), ("from", "9999999999"), ("count", "0"), ("count", "21"), ("count", "x"),
        ] {
            #expect(throws: PuzzleRefusal.badParameter(name)) { try inquiry("/next", [(name, value)]) }
        }
        #expect(throws: PuzzleRefusal.badDate) { try inquiry("/daily", [("date", "yesterday")]) }
        #expect(throws: PuzzleRefusal.noPuzzle) { try inquiry("/daily", [("date", "2026-11-28")]) }
        for id in ["/x", "/../freestyle", "/Mnn-hb7xFvQ/", "/" + String(repeating: "A", count: 5_000)] {
            #expect(throws: PuzzleRefusal.noPuzzle) { try inquiry(id) }
        }
    }

    @Test("Clients may cache the puzzle of today for five minutes, but not beyond midnight")
    func ages() {
        let midnight = (Self.today.number + 1) * PuzzleDay.millisecondsPerDay
        func age(_ inquiry: PuzzleInquiry, secondsLeft: Int) -> Int? {
            PuzzleService.age(of: inquiry, at: midnight - secondsLeft * 1_000)
        }
        let today = PuzzleInquiry.daily(Self.today, .freestyle)
        #expect([3_600, 300, 299, 7].map { age(today, secondsLeft: $0) } == [300, 300, 299, 7])
        let tomorrow = PuzzleInquiry.daily(PuzzleDay(number: Self.today.number + 1), .freestyle)
        #expect(age(tomorrow, secondsLeft: 7) == 300)
        #expect(age(.catalogue, secondsLeft: 7) == 300)
        #expect(age(.puzzle(id: "Mnn-hb7xFvQ"), secondsLeft: 7) == 86_400)
    }
}
