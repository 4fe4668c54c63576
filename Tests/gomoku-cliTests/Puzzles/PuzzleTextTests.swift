import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("The puzzles without a screen") struct PuzzleTextTests {
    /// Runs with these lines of input, and returns the output and the exit status.
    private func run(
        _ input: String, _ puzzles: [Puzzle], mode: PuzzleMode = .practice, json: Bool = true, isOnline: Bool = true,
        folder: String? = nil
    ) -> (lines: [String], status: Int32) {
        let world = PuzzleWorld(puzzles, folder: folder)
        world.isOnline = isOnline
        var lines: [String] = []
        let out: (String) -> Void = { lines.append($0) }
        let printer: any PuzzlePrinter =
            json ? PuzzleJSONPrinter(out: out) : PuzzleLinePrinter(EnglishWords(), now: { world.now }, out: out)
        var text = PuzzleText(
            world.session, printer: printer, now: { world.now }, user: { world.user }, get: world.answer)
        var rest = input.split(separator: " ").map(String.init)
        let status = text.run(.mode(mode)) { rest.isEmpty ? nil : rest.removeFirst() }
        return (lines, status)
    }

    @Test("JSON has the puzzle without its answer, and a verdict per line")
    func json() {
        let puzzle = PuzzleSamples.longWin()
        let (lines, status) = run("h4 a1 hint h8 next", [puzzle])
        #expect(status == 0)
        #expect(
            lines.first
                == #"{"type":"puzzle","id":"\#(puzzle.id)","rule":"freestyle","size":15,"turn":"x","x":["h11","h10","h9","e8","f8","g8","e4","f4","g4"],"o":["h12","b10","a8","d8","d4","l3","c2","k2","m1"],"last":"h12","kind":"fours","rating":1700}"#
        )
        #expect(lines[1] == #"{"type":"try","point":"h4","verdict":"right","reply":"i4"}"#)
        #expect(lines[2] == #"{"type":"try","point":"a1","verdict":"wrong"}"#)
        #expect(lines[3].hasPrefix(#"{"type":"result","id":"\#(puzzle.id)","success":false,"rating":14"#))
        #expect(lines[4] == #"{"type":"hint","point":"h8"}"#)
        #expect(lines[5].hasPrefix(#"{"type":"try","point":"h8","verdict":"solved","line":["h4","i4","h8","#))
        #expect(lines.last == #"{"type":"missing","reason":"all-done"}"#)
    }

    @Test("JSON of a drill, of the solution, and of input that is no point")
    func drill() {
        let lines = run("e8 what solution q h8", [PuzzleSamples.drill()]).lines
        #expect(lines[0].hasSuffix(#""kind":"drill","rating":600,"ask":"open-threes","count":4}"#))
        #expect(lines[1] == #"{"type":"try","point":"e8","verdict":"right"}"#)
        #expect(lines[2] == #"{"type":"unknown","line":"what"}"#)
        #expect(lines[3] == #"{"type":"solution","line":[],"points":["e8","f8","i8","j8"]}"#)
        #expect(lines.count == 5 && lines[4].contains(#""success":false"#))
    }

    @Test("A streak in JSON ends with its result")
    func streak() {
        let lines = run("h8 n a1", (0..<5).map { PuzzleSamples.win($0) }, mode: .streak).lines
        #expect(lines.filter { $0.contains(#""type":"puzzle""#) }.count == 2)
        #expect(lines.contains(#"{"type":"over","mode":"streak","solved":1}"#))
    }

    @Test("A sprint goes on by itself")
    func sprint() {
        let lines = run("h8 a1", (0..<5).map { PuzzleSamples.win($0) }, mode: .sprint).lines
        #expect(lines.filter { $0.contains(#""type":"puzzle""#) }.count == 3)
        #expect(lines[1].contains(#""verdict":"solved""#) && lines[4].contains(#""verdict":"wrong""#), "\(lines)")
    }

    @Test("A word without effect is unknown, and a puzzle that begins anew is printed again")
    func effects() {
        let puzzle = PuzzleSamples.longWin()
        let lines = run("n r h4 r s r", [puzzle]).lines
        #expect(lines[1] == #"{"type":"unknown","line":"n"}"# && lines[2] == #"{"type":"unknown","line":"r"}"#)
        #expect(lines[3].contains(#""verdict":"right""#) && lines[4] == #"{"type":"unknown","line":"r"}"#)
        #expect(lines[5].hasPrefix(#"{"type":"solution""#) && lines.last == lines[0], "\(lines)")
        let sentences = run("n h9 s r", [PuzzleSamples.win()], json: false).lines
        #expect(sentences.contains("n does nothing here. Press ? for a list of keys."))
        #expect(sentences.contains("h9 is already taken."))
        #expect(sentences.last == "X to move: win with fours alone.")
    }

    @Test("In a sprint, a person reads the result of each puzzle before the next one")
    func sprintLines() throws {
        let puzzles = (0..<5).map { PuzzleSamples.win($0, rating: 900) }
        let lines = run("h8 a1", puzzles, mode: .sprint, json: false).lines
        let solved = try #require(lines.firstIndex(of: "Solved!"))
        #expect(lines[solved + 1] == "1 solved · 3:00")
        let failed = try #require(lines.firstIndex(of: "This is the solution."))
        #expect(failed > solved && lines[failed + 1].hasPrefix("h8 ") && lines[failed + 2] == "1 solved · 2:50")
    }

    @Test("In a sprint, the solution of a puzzle that asks for the better side names the chance")
    func sprintSides() {
        for (order, result) in [("x", "Solved!"), ("o", "The other side is better."), ("s", "This is the solution.")] {
            let lines = run(order, [PuzzleSamples.balance()], mode: .sprint, json: false).lines
            #expect(lines.contains("\(result) X wins 70 % of games from here."), "\(order): \(lines)")
        }
    }

    @Test("Lines for a person have the board, the task and the result")
    func lines() {
        let (lines, _) = run("a1 h8", [PuzzleSamples.win()], json: false)
        #expect(lines[0].hasPrefix("15 ") && lines[15] == "   a b c d e f g h i j k l m n o")
        #expect(lines.contains("X to move: win with fours alone."))
        #expect(lines.contains("This move is wrong. Try another point."))
        #expect(lines.contains { $0.hasPrefix("Solved, but after a wrong try or a hint it counts as failed.") })
        #expect(lines.last == "Win by fours · Double four · Short")
    }

    @Test("The last lost game: a sentence, JSON and an exit status without one, otherwise its puzzle")
    func lostGame() throws {
        let folder = TemporaryDirectory()
        let puzzle = PuzzleSamples.win()
        let (lines, status) = run("", [puzzle], mode: .lost, folder: folder.path)
        #expect(lines == [#"{"type":"missing","reason":"no-lost-game"}"#] && status == 66)
        let sentences = run("", [puzzle], mode: .lost, json: false, folder: folder.path).lines
        #expect(sentences == ["You have lost no game here yet."])
        let game = try #require(LostGame(id: "lost-1", loser: ParticipantID("me")))
        LostGameFile(folder: folder.path).note(game, on: "test:1")
        let found = run("h8", [puzzle], mode: .lost, folder: folder.path)
        #expect(found.status == 0 && found.lines.count == 2, "no result is noted")
        #expect(found.lines.first?.hasPrefix(#"{"type":"puzzle","id":"\#(puzzle.id)","game":"lost-1","rule""#) == true)
        #expect(found.lines.last?.hasPrefix(#"{"type":"try","point":"h8","verdict":"solved""#) == true)
    }

    @Test("Without a server the exit status says so")
    func offline() {
        let (lines, status) = run("", [], isOnline: false)
        #expect(lines == [#"{"type":"missing","reason":"offline"}"#] && status == 69)
        #expect(run("", []).status == 66)
    }
}
