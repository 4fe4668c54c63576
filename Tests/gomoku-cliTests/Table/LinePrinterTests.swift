import Client
import GameState
import Testing

@testable import gomoku_cli

/// Tests of a table on a terminal that cannot draw.
@Suite struct LinePrinterTests {
    /// Types a line, and returns the printed lines.
    private func type(_ line: String, _ table: inout Table, _ printer: inout LinePrinter) -> [String] {
        table.press(LineKeys.keys(of: line, in: table.model))
        for case .send(let delta) in table.model.tick(now: .max) { table.change(delta, by: Table.ann) }
        return printer.lines(of: table.model, now: 0)
    }

    @Test("A point is a move, a letter a key, and c begins a chat message")
    func keys() {
        var table = Table()
        #expect(LineKeys.keys(of: "n", in: table.model) == [.character("n"), .enter])
        table.start()
        #expect(LineKeys.keys(of: " H8 ", in: table.model) == [.character("h"), .character("8"), .enter])
        #expect(LineKeys.keys(of: "d", in: table.model) == [.character("d")])
        #expect(LineKeys.keys(of: "sorry", in: table.model) == [.character("?")])
        #expect(LineKeys.keys(of: "R", in: table.model) == [.character("R")])
        #expect(LineKeys.keys(of: "c n h8", in: table.model) == [.character("c"), .paste("n h8"), .enter])
        #expect(LineKeys.keys(of: "", in: table.model).isEmpty)
        table.model.input = .resign(.x)
        #expect(LineKeys.keys(of: "n", in: table.model) == [.character("n")], "an answer, not a new game")
    }

    @Test("Each change is printed once")
    func lines() {
        var table = Table()
        var printer = LinePrinter(EnglishWords())
        let first = printer.lines(of: table.model, now: 0)
        #expect(first.first == "In lunch: Ann, Bob." && first.contains("No game here yet. Press n to start one."))
        #expect(printer.lines(of: table.model, now: 0).isEmpty)
        let waiting = type("n", &table, &printer)
        #expect(waiting.contains("Send this link to a friend: http://127.0.0.1:8080/?room=lunch"))
        table.change(table.model.game.taking(.o, by: Table.bob.id), by: Table.bob)
        #expect(printer.lines(of: table.model, now: 0).contains("Bob plays O."))
        let moved = type("h8", &table, &printer)
        #expect(moved.contains(" 8 . . . . . . . X . . . . . . .") && moved.last == "Bob is thinking: O to move.")
        table.play("i9", by: Table.bob)
        let answer = printer.lines(of: table.model, now: 0)
        #expect(answer.contains("Bob plays i9.") && answer.contains("Your turn: play X."))
        #expect(type("r", &table, &printer).contains("Resign this game as X? y / n"))
        #expect(type("y", &table, &printer).contains("You lose: resignation."))
        let game = LostGame(id: "k1-1", loser: Table.ann.id)!
        table.model.show(puzzle: "gomoku-cli puzzles lost", of: game)
        let hint = printer.lines(of: table.model, now: 0)
        #expect(hint == ["Puzzle from this game: gomoku-cli puzzles lost"], "once, without the result")
    }
}
