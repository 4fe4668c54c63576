import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("Keys and puzzles of gomoku-cli race") struct RaceModelTests {
    @Test("A race is joined, started, and played by the proofs; its puzzles are fetched ahead")
    func race() {
        var bench = RaceBench()
        bench.type("j")
        #expect(bench.results == "")
        bench.type("n")
        #expect(bench.model.phase(bench.now) == .countdown && !bench.model.canPick)
        #expect(bench.fetched == bench.puzzles.prefix(4).map(\.id), "while the countdown runs")
        bench.wait(Race.countdown)
        #expect(bench.model.canPick && bench.shown == bench.puzzles[0].id)
        bench.type("h8\n")
        #expect(bench.results == "+" && bench.shown == bench.puzzles[1].id)
        for name in ["e8", "f8", "i8"] { bench.type("\(name)\n") }
        #expect(bench.results == "+" && bench.model.run.verdict == .tried(.right))
        bench.type("j8\n")
        #expect(bench.results == "++" && bench.shown == bench.puzzles[2].id, "the drill")
        bench.type("h4\n")
        #expect(bench.results == "++" && bench.model.run.attempt?.moves.count == 2, "the proof answers")
        bench.type("h8\n")
        #expect(bench.results == "+++")
        bench.press(.enter)
        #expect(bench.results == "+++", "the cursor is on a stone")
        bench.type("a1\n")
        #expect(bench.results == "+++-" && bench.model.run.verdict == .tried(.wrong))
        bench.type("s")
        #expect(bench.results == "+++--" && bench.model.run.verdict == .skipped)
        #expect(bench.fetched == bench.puzzles.map(\.id), "each puzzle once")
        #expect(bench.rejections == [])
    }

    @Test("Answers given without a connection are kept, and the next puzzle appears at once")
    func offline() {
        var bench = RaceBench.started()
        bench.isOnline = false
        bench.type("h8\n")
        bench.type("s")
        #expect(bench.results == "" && bench.shown == bench.puzzles[2].id && bench.model.place == 2)
        bench.type("s")
        bench.type("s")
        #expect(bench.shown == nil && bench.model.run.isMissing, "the fifth puzzle cannot be fetched")
        #expect(EnglishWords().title(bench.model, now: bench.now) == "The puzzle does not load. Trying again…")
        let tries = bench.fetched.count
        bench.wait(RaceRun.pause)
        #expect(bench.fetched.count > tries, "it is tried again")
        bench.reconnect()
        #expect(bench.results == "+---" && bench.shown == bench.puzzles[4].id && bench.rejections == [])
    }

    @Test("A refused answer that is only late is silent; other refusals say what to do")
    func refusals() {
        var bench = RaceBench.started()
        bench.isOnline = false
        bench.type("h8\n")
        bench.wait(180_000)
        #expect(bench.model.phase(bench.now) == .over)
        bench.reconnect()
        #expect(bench.rejections == [.race(.over)] && bench.model.news == nil)
        var other = RaceBench([])
        other.type("jn")
        #expect(other.model.news?.text == EnglishWords().raceNoPuzzles)
        other.isFull = true
        other.type("x")
        #expect(other.model.news?.text == EnglishWords().outboxFull)
    }

    @Test("If an answer cannot be sent, the puzzle begins anew")
    func full() {
        var bench = RaceBench.started()
        bench.isFull = true
        bench.type("h8\n")
        #expect(bench.shown == bench.puzzles[0].id && bench.model.canPick && bench.model.run.attempt?.moves == [])
        bench.isFull = false
        bench.type("h8\n")
        #expect(bench.results == "+")
    }

    @Test("A spectator sees the leader's puzzle, and cannot answer it")
    func spectator() {
        var bench = RaceBench(host: RaceBench.bob.id)
        bench.bob(["racer.p-bob": "", "start": "now"])
        bench.wait(Race.countdown)
        bench.bob(["answer": .string(bench.puzzles[0].id)])
        #expect(bench.shown == bench.puzzles[1].id && !bench.model.canPick)
        bench.type("e8\n")
        bench.type("s")
        #expect(bench.results == "none" && bench.model.news?.isWarning == true)
        bench.type("j")
        #expect(bench.results == "" && bench.shown == bench.puzzles[0].id && bench.model.canPick, "a late racer")
    }

    @Test("Only racers and the host may start, and racers cannot leave during a race")
    func rights() {
        var bench = RaceBench(host: RaceBench.bob.id)
        bench.type("n")
        bench.press(.tab)
        #expect(bench.model.input == .board && bench.model.race.start == nil)
        bench.type("jn")
        #expect(bench.model.phase(bench.now) == .countdown)
        bench.type("x")
        #expect(bench.results == "")
        bench.wait(183_000)
        bench.type("x")
        #expect(bench.results == "none" && bench.rejections == [])
    }

    @Test("The host starts without joining first, and another race begins from the first puzzle")
    func again() {
        var bench = RaceBench()
        bench.type("n")
        #expect(bench.results == "")
        bench.wait(Race.countdown)
        bench.type("h8\n")
        bench.wait(180_000)
        #expect(!bench.model.canPick && bench.results == "+")
        bench.type("n")
        bench.wait(Race.countdown)
        #expect(bench.results == "" && bench.shown == bench.puzzles[0].id && bench.model.run.verdict == nil)
    }

    @Test("The terms are chosen in a dialog, which sends what has changed")
    func terms() {
        var bench = RaceBench()
        bench.model.takeCatalogue(
            .json(.object([.init("rules", .array([.object([.init("rule", "freestyle")])]))])))
        bench.press(.tab, .right, .down, .right, .down, .right, .down, .left, .enter)
        let chosen = RaceTerms.usual.with(.minutes, "5")?.with(.count, "10")?.with(.rating, "600")
        #expect(bench.model.race.terms == chosen)
        #expect(bench.model.input == .board && bench.room.state.text("rule") == nil, "one rule has puzzles")
        bench.press(.tab, .escape)
        bench.press(.tab, .enter)
        #expect(bench.room.rev == 1, "nothing has changed")
        bench.bob(["racer.p-bob": "", "minutes": "7"])
        bench.press(.tab, .down, .left, .enter)
        #expect(bench.model.race.terms.minutes == 10_080, "a value of another client is one of the choices")
    }

    @Test("Only the creator of the room chooses a race for a class, and ends it with the key e pressed twice")
    func forClass() {
        var bench = RaceBench()
        bench.press(.tab, .down, .right, .right, .right, .enter)
        #expect(bench.model.race.terms.minutes == 1_440)
        bench.type("n")
        bench.wait(Race.countdown)
        func end(_ bench: inout RaceBench) {
            bench.type("e")
            // The letter is also a column.
            bench.wait(PlayModel.holdMilliseconds)
        }
        end(&bench)
        #expect(bench.model.news?.text == "End it for everyone? (e)")
        bench.press(.left)
        end(&bench)
        #expect(bench.model.phase(bench.now) == .running, "another key came between")
        end(&bench)
        #expect(bench.model.phase(bench.now) == .over && bench.rejections == [])

        let lengths = RaceMenu(.usual, rules: [.freestyle], isHost: false).dialog(bench.model.words).rows[1]
        #expect(lengths.others == ["1 minute", "3 minutes", "5 minutes", "10 minutes"])
    }

    @Test("A letter that is a column waits for a digit before it is a command")
    func letters() {
        let wide = BoardSize(19)!
        let puzzle = try! Puzzle(
            .drill(.openThrees, answer: Set([wide.point(named: "j10")!, wide.point(named: "s2")!])),
            at: .init(rule: .freestyle, board: Board(size: wide), turn: .x), rating: 600)
        var bench = RaceBench.started(RaceBench([puzzle] + (0..<5).map { PuzzleSamples.win($0) }, height: 30))
        bench.press(.character("s"), .character("2"), .enter)
        #expect(bench.results == "" && bench.model.run.verdict == .tried(.right))
        bench.type("s")
        #expect(bench.results == "-")
    }

    @Test("The link is shown until the next key, and copied")
    func link() {
        var bench = RaceBench()
        bench.type("w")
        #expect(bench.copied == ["http://h/?race=evening"] && bench.picture().contains("http://h/?race=evening"))
        bench.press(.escape)
        #expect(!bench.picture().contains("?race="))
        bench.enter(with: [RaceBench.ann])
        #expect(bench.picture().contains("?race=") && bench.picture().contains("Send this link"), "Ann is alone")
    }
}
