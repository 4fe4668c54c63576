import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("The screen and the lines of gomoku-cli race") struct RaceScreenTests {
    @Test(
        "Clock, task, result and standings are on the screen", arguments: [(80, 24), (120, 40), (200, 60)])
    func parts(width: Int, height: Int) {
        var bench = RaceBench.started(RaceBench(width: width, height: height))
        bench.bob(["answer": .string("\(bench.puzzles[0].id) 7,7")])
        var picture = bench.picture()
        for text in [
            "Puzzle race · evening", "3:00 · 0 solved", "X to move: win with", "rating 15", "1 Bob", "2 Ann (you)",
        ] {
            #expect(picture.contains(text), "\(text)")
        }
        bench.wait(1_000)
        bench.type("a1\n")
        picture = bench.picture()
        for text in ["2:48 · 0 solved", "Wrong. Ten seconds less.", "Mark every point"] {
            #expect(picture.contains(text), "\(text)")
        }
        bench.wait(180_000)
        picture = bench.picture()
        for text in ["The race is over.", "Bob wins with 1 solved.", "n race again"] {
            #expect(picture.contains(text), "\(text)")
        }
    }

    @Test("A small screen has clock, task and result without a panel")
    func small() {
        var bench = RaceBench.started(RaceBench(width: 40, height: 20))
        #expect(bench.picture().contains("3:00 · 0 solved · X to move"))
        bench.type("h8\n")
        #expect(bench.picture().contains("Solved!"))
    }

    @Test("The user's own row is visible among many")
    func many() {
        var bench = RaceBench()
        for number in 0..<30 {
            let racer = ParticipantID("p-a\(number)")
            let delta = Delta(changes: [Delta.Change("racer.\(racer)", "")])
            _ = bench.room.judge(DeltaRequest(room: bench.room.name, id: "x", delta: delta), by: racer, now: 0)
        }
        bench.enter()
        bench.type("j")
        #expect(bench.picture().contains("Ann (you)"))
    }

    @Test(
        "A clock shows seconds, minutes, hours and days",
        arguments: [
            (9, "0:09"), (600, "10:00"), (3_723, "1:02:03"), (86_400, "1 day 0:00:00"), (604_799, "6 days 23:59:59"),
        ])
    func clock(seconds: Int, text: String) { #expect(EnglishWords().raceClock(seconds) == text) }

    @Test("A race of a week has its length in days")
    func lengths() {
        #expect(
            [1, 10, 1_440, 10_080].map { EnglishWords().length(minutes: $0) } == [
                "1 minute", "10 minutes", "1 day", "7 days",
            ])
    }

    @Test("The clock is drawn again when its second changes, and time alone ends the race")
    func changes() {
        var bench = RaceBench.started()
        bench.wait(400)
        #expect(bench.model.nextChange(now: bench.now) == 1_000 && bench.model.secondsLeft(bench.now) == 179)
        #expect(bench.model.nextChange(now: bench.now + 1) == 999 && bench.model.secondsLeft(bench.now + 1) == 179)
        #expect(bench.model.secondsLeft(bench.now + 1_000) == 178)
        #expect(bench.model.nextTick(now: bench.now) == 179_000)
        bench.wait(180_000)
        #expect(bench.model.nextChange(now: bench.now) == nil && bench.model.nextTick(now: bench.now) == nil)
    }

    @Test("In ASCII mode only ASCII is drawn, and help is shown in full", arguments: Language.allCases)
    func languages(_ language: Language) {
        let words = language.words
        var bench = RaceBench(words: words)
        #expect(bench.picture(isUnicode: false).utf8.allSatisfy { $0 < 0x80 })
        bench.press(.tab)
        let menu = bench.picture()
        for text in [words.raceTerms, words.length(minutes: 3), words.puzzleRating("900"), words.raceTermsKeys] {
            #expect(menu.contains(text), "\(text)")
        }
        bench.press(.escape)
        bench.type("?")
        let help = bench.picture()
        for row in words.raceHelp { #expect(help.contains(row.key) && help.contains(row.words), "\(row)") }
        bench.press(.escape)
        for sentence in [words.raceNoPuzzles, words.raceFull, words.raceUnreadable] {
            #expect(SafeText("! " + sentence).width <= 78, "\(sentence)")
        }
        bench = RaceBench.started(bench)
        #expect(bench.picture(isUnicode: false).utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(
        "With the mouse alone a race's terms are changed, and the race is started, played and left",
        arguments: [(80, 24), (200, 60)])
    func mouse(width: Int, height: Int) throws {
        var bench = RaceBench(width: width, height: height)
        try bench.click("Tab terms")
        try bench.click("Length")
        let value = try #require(bench.canvas().place(of: "< 3 minutes >"))
        bench.press(contentsOf: bench.canvas().meaning(of: .click(column: value.column + 4, row: value.row)))
        #expect(bench.picture().contains("< 5 minutes >"))
        bench.press(contentsOf: bench.canvas().meaning(of: .click(column: value.column, row: value.row)))
        #expect(bench.picture().contains("< 3 minutes >"))
        bench.press(contentsOf: bench.canvas().meaning(of: .wheel(.down, column: value.column, row: value.row)))
        try bench.click("< Any number", offset: 3)
        try bench.click("Enter saves")
        #expect(bench.model.input == .board && bench.model.chosenTerms.count != nil)
        try bench.click("Tab terms")
        try bench.click("Esc closes")
        #expect(bench.model.input == .board)
        try bench.click("? help", offset: 3)
        try bench.click("Any key goes back")
        #expect(bench.model.input == .board)
        try bench.click("w copy link")
        #expect(bench.copied == ["http://h/?race=evening"])
        try bench.click("j join")
        try bench.click("n start")
        bench.wait(Race.countdown)
        let layout = PlayLayout(size: .standard, screen: bench.model.screen)
        let point = PuzzleSamples.point("h8")
        bench.press(.click(column: layout.board!.column(point), row: layout.board!.row(point)))
        #expect(bench.results == "+")
        try bench.click("s skip")
        #expect(bench.results == "+-")
        try bench.click("q quit")
        #expect(bench.hasQuit)
    }

    @Test("Names from the network cannot move the terminal's cursor")
    func safety() {
        var bench = RaceBench()
        bench.bob(["racer.p-bob": ""])
        bench.enter(with: [RaceBench.ann, Participant(id: RaceBench.bob.id, name: "Bob\u{1b}[2J")])
        #expect(!bench.picture().contains("\u{1b}") && bench.picture().contains("Bob"))
    }

    @Test("A state that is no race is reported")
    func unreadable() {
        var bench = RaceBench()
        var state = SharedState()
        state.apply(Delta(changes: [Delta.Change("minutes", "many")]))
        bench.hear(state)
        #expect(bench.model.news?.text == EnglishWords().raceUnreadable)
    }

    // MARK: Lines

    @Test("A line is a point, a letter, or a term")
    func lines() {
        let bench = RaceBench.started()
        func line(_ text: String) -> RaceLine { RaceLine(text, in: bench.model) }
        #expect(line(" H8 ") == .keys([.character("h"), .character("8"), .enter]))
        #expect(line("s") == .keys([.character("s")]) && line("R") == .keys([.character("R")]) && line("") == .keys([]))
        #expect(line("minutes 5") == .term(Delta.Change("minutes", "5")) && line("minutes 3") == .keys([]))
        #expect(line("minutes 0") == .unknown && line("start now") == .unknown && line("sorry") == .unknown)
    }

    @Test("Lines print the link, each puzzle once, and the standings at the end")
    func printed() {
        var bench = RaceBench()
        var printer = RaceLines(EnglishWords())
        func next() -> [String] { printer.lines(of: bench.model, now: bench.now) }
        var lines = next()
        #expect(lines.first == "In evening: Ann, Bob." && lines.contains("Join, invite friends, then start."))
        #expect(next() == [])
        bench = RaceBench.started(bench)
        lines = next()
        #expect(lines.last == "X to move: win with fours alone." && lines.count == 18, "\(lines)")
        bench.type("h8\n")
        lines = next()
        #expect(lines.first == "Solved!" && lines.last?.hasPrefix("Mark every point") == true, "\(lines)")
        bench.bob(["answer": .string("\(bench.puzzles[0].id) 7,7")])
        #expect(next() == ["Bob: 1 solved."])
        bench.type("s")
        #expect(next().first == "Skipped. Ten seconds less.")
        bench.type("s")
        #expect(next().first == "Skipped. Ten seconds less.", "again")
        bench.wait(180_000)
        #expect(
            next().suffix(2) == ["1. Bob · Solved: 1 · Mistakes: 0", "2. Ann (you) · Solved: 1 · Mistakes: 2"])
    }
}
