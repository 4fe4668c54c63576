import Client
import Foundation
import GameState
import Robot
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("Analysing a game")
struct AnalyseTests {
    private let directory = TemporaryDirectory()

    private func failure(_ words: String...) -> AnalyseInput.Failure? {
        do throws(AnalyseInput.Failure) { _ = try AnalyseInput(words, size: .standard, rule: .freestyle) } catch {
            return error
        }
        return nil
    }

    private func points(_ names: String) -> [Point] {
        names.split(separator: " ").compactMap { BoardSize.standard.point(named: String($0)) }
    }

    @Test("Files are distinguished from moves, and each fault has its own message and exit status")
    func faults() throws {
        let missing = try #require(failure("nofile.sgf"))
        #expect(missing == .unreadable("nofile.sgf") && missing.status == 66)
        #expect("\(missing)" == "nofile.sgf cannot be read. Is the name right?")
        #expect(failure(directory.path)?.status == 66, "a folder")
        #expect(failure("h8 z9")?.status == 64)
        #expect(failure("h8", "h8") == .move("h8") && failure("game") == .move("game"))
        let path = "\(directory.path)/game.sgf"
        try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
        let bad = try #require(failure(path))
        #expect(bad == .record(path, .notThisFormat) && bad.status == 65)
        #expect(!"\(bad)".contains("Choose the right format"))
        #expect(failure() == nil && failure("h8 i9", "g7") == nil)
    }

    @Test("Standard input may hold a record in either format, or moves")
    func input() throws {
        let record = GameRecord(moves: points("h8 i9"))
        for text in [record.sgf, try record.psq(), "h8 i9\n", "\n h8\ni9"] {
            let game = try AnalyseInput(Array(text.utf8), called: "Standard input", size: .standard, rule: .caro)
            #expect(game.moves == points("h8 i9"), "\(text)")
        }
    }

    @Test("A record's own rule and opening are used")
    func record() throws {
        var record = GameRecord(
            terms: GameTerms(rule: .renju, size: try #require(BoardSize(15)), opening: .rif), moves: points("h8 h9"))
        record.outcome = .x
        let game = try AnalyseInput(record: Array(record.sgf.utf8), called: "x", rule: .freestyle)
        #expect(game.rule == .renju && game.openingStones == 5)
    }

    @Test("The events of a report come first, each with the line of its proof; unknown kinds are left out")
    func events() throws {
        let text = """
            {"game":1,"complete":true,"moves":[{"move":1,"cell":"7,7","score":5,"kind":"good"}],"events":[\
            {"kind":"gave-up-win","move":3,"side":"x","line":["7,7","8,8"]},\
            {"kind":"new","move":4,"side":"o","line":[]},\
            {"kind":"missed-only-move","move":4,"side":"o","points":["0,0","99,1"],"line":[]},\
            {"kind":"lost-from-here","move":5,"side":"o","line":["1,1"]},{"kind":"lost"}],\
            "summary":{"x":{"accuracy":90}}}
            """
        let report = try #require(GameReport(try JSONParser.parse(Array(text.utf8))))
        #expect(
            AnalyseReport.lines(of: report, .standard) == [
                "Move 3: X gave up a won game. Here is the win.", "  3. h8 i7",
                "Move 4: only a15 could have held for O.", "After move 5, every move of O loses. Here is why.",
                "  6. b14", "X: 90% accuracy (1 good)",
            ])
    }

    @Test("People read chances instead of scores; only a decided game is won or lost")
    func chances() {
        let scores = [0, 83, -83, 20_000, -20_000, 28_999, 29_000, -29_000]
        #expect(scores.map(EnglishWords().chance) == ["50%", "73%", "27%", "99%", "1%", "99%", "won", "lost"])
    }

    @Test("A position has the chance of the side to move, or the length of the win")
    func position() throws {
        let searcher = Searcher(size: .standard, rule: .freestyle, tableMegabytes: 1)
        func text(_ names: String) throws -> String {
            let limits = SearchLimits(nodes: 2_000, isAnalysis: true)
            return AnalyseReport.text(try #require(searcher.examine(points(names), limits: limits)?.result), .standard)
        }
        #expect(try text("h8 i9").contains(#/^best [a-o][0-9]+, chance [0-9]+%, line /#))
        #expect(try text("h8 a1 h9 a2 h10 a3 h11 a5").contains(", wins in 1, line "))
    }

    @Test("A review names the costly moves, each side's accuracy and the turning point")
    func review() {
        let moves = points("h8 i9 g7 g8")
        let best = points("h8 j10 a1 g8").map(Optional.some) + [nil]
        let appraisals = zip(best, [0, 0, 180, -29_990, 29_980]).map { Appraisal(best: $0, score: $1) }
        let lines = AnalyseReport.lines(of: GameReport(GameReview(points: moves, appraisals: appraisals)), .standard)
        #expect(lines.contains("2. O i9: blunder, 10%; better j10, 50%"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("X: ") && $0.contains("% accuracy (") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("O: ") }, "\(lines)")
        #expect(lines.dropFirst(2).first?.hasPrefix("The game turned at move ") == true, "\(lines)")
        let level = GameReview(points: points("h8"), appraisals: [0, 0].map { Appraisal(best: nil, score: $0) })
        #expect(AnalyseReport.lines(of: GameReport(level), .standard) == ["X: 100% accuracy (1 good)"])
    }
}
