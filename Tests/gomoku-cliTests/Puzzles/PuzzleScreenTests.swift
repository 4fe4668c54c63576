import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

/// The puzzles on a screen, with a server.
private struct PuzzleBench {
    let world: PuzzleWorld
    var model: PuzzleModel
    private(set) var copied: [String] = []
    private(set) var hasQuit = false

    init(
        _ puzzles: [Puzzle] = (0..<40).map { PuzzleSamples.win($0) }, mode: PuzzleMode? = .practice, width: Int = 80,
        height: Int = 24, words: any Words = EnglishWords(), folder: String? = nil
    ) {
        world = PuzzleWorld(puzzles, folder: folder)
        model = PuzzleModel(
            world.session, address: try! Address(url: "http://club.example", room: nil), words: words)
        model.screen = .init(width: width, height: height)
        if let mode { perform(model.open(mode, now: world.now)) }
    }

    mutating func perform(_ effects: [PuzzleModel.Effect]) {
        for effect in effects {
            switch effect {
            case .fetch(let request):
                if let path = request.path {
                    perform(model.take(world.answer(path), to: request, now: world.now))
                } else {
                    perform(model.take(world.user, to: request, now: world.now))
                }
            case .copy(let link): copied.append(link)
            case .quit: hasQuit = true
            case .redraw, .suspend: break
            }
        }
    }

    mutating func press(_ keys: Key...) { for key in keys { perform(model.press(key, now: world.now)) } }

    /// Types a text. A letter that waits for a digit gets its time afterwards.
    mutating func type(_ text: String) {
        for character in text { press(character == "\n" ? .enter : .character(character)) }
        wait(PlayModel.holdMilliseconds)
    }

    mutating func wait(_ milliseconds: Int) {
        world.now += milliseconds
        perform(model.tick(now: world.now))
    }

    /// Clicks on a text of the screen.
    mutating func click(_ text: String) throws {
        let keys = try PuzzleScreen(model: model, now: world.now).draw().click(text)
        for key in keys { press(key) }
    }

    func picture(isUnicode: Bool = true) -> String {
        PuzzleScreen(model: model, now: world.now).draw(isUnicode: isUnicode).picture
    }
}

@Suite("The screen of gomoku-cli puzzles") struct PuzzleScreenTests {
    @Test("Task, facts and board are on the screen", arguments: [(80, 24), (60, 20), (120, 40), (200, 60)])
    func parts(width: Int, height: Int) {
        let bench = PuzzleBench(width: width, height: height)
        let picture = bench.picture()
        for text in ["Puzzles · Practice", "X to move: win with", "rating 15", "[○]"] {
            #expect(picture.contains(text), "\(text)")
        }
        #expect(!picture.contains("Double four"), "the theme is a hint")
    }

    @Test("A small window has the task and the result below the board")
    func small() {
        var bench = PuzzleBench(width: 36, height: 21)
        #expect(bench.picture().contains("X to move: win with fours alone."))
        bench.type("a1\n")
        #expect(bench.picture().contains("This move is wrong."))
        bench.model.screen = .init(width: 30, height: 10)
        #expect(bench.picture().contains("Enlarge it"))
    }

    @Test("A win by keys: the result, the themes, the line and the rating")
    func solve() {
        var bench = PuzzleBench()
        bench.type("h8\n")
        let picture = bench.picture()
        for text in ["Solved! Rating 1", "Win by fours · Double four", "3 of 3", "[3 ", "Enter next", "a analysis"] {
            #expect(picture.contains(text), "\(text)")
        }
        #expect(picture.contains("in 2 moves"))
        let first = bench.model.session.attempt?.puzzle.id
        bench.press(.left, .left, .left)
        #expect(bench.picture().contains("0 of 3") && bench.picture().contains("•"))
        bench.press(.character(" "))
        bench.wait(PuzzleModel.stepMilliseconds)
        #expect(bench.picture().contains("1 of 3"))
        bench.press(.enter)
        #expect(bench.model.session.attempt?.puzzle.id != first)
        #expect(bench.picture().contains("Your rating: 1"))
    }

    @Test("The cursor and a click choose points, and the screen warns about an occupied point")
    func cursor() {
        var bench = PuzzleBench()
        #expect(bench.model.cursor == PuzzleSamples.point("h12"))
        bench.press(.down, .enter)
        #expect(bench.picture().contains("! h11 is already taken."))
        let layout = PlayLayout(size: .standard, screen: bench.model.screen)
        let point = PuzzleSamples.point("h8")
        bench.press(.click(column: layout.board!.column(point), row: layout.board!.row(point)))
        #expect(bench.model.isOver)
    }

    @Test("A letter of a column waits for its digit, and its command only counts if it has an effect")
    func letters() {
        var bench = PuzzleBench()
        bench.press(.character("n"))
        #expect(bench.picture().contains("Move: n"))
        bench.press(.character("3"), .backspace, .backspace)
        bench.type("a")
        #expect(bench.model.typed == "a" && bench.copied.isEmpty)
        bench.type("h8\n")
        bench.press(.character("a"))
        #expect(bench.copied.first?.hasPrefix("http://club.example/?analysis=&rule=freestyle") == true)
        #expect(bench.picture().contains("http://club.example/?analysis="))
        bench.press(.character("w"))
        #expect(bench.copied.last == "http://club.example/?puzzle=\(bench.model.session.attempt!.puzzle.id)")
        bench.press(.character("z"))
        #expect(bench.picture().contains("z does nothing here"))
        bench.press(.character("q"))
        #expect(bench.hasQuit)
    }

    @Test("A refuted defence plays its line, and Enter returns to the puzzle")
    func refuted() {
        var bench = PuzzleBench([PuzzleSamples.defence()])
        bench.type("a1\n")
        #expect(bench.picture().contains("This move loses. Step through the line to"))
        for _ in 0..<10 { bench.wait(PuzzleModel.stepMilliseconds) }
        #expect(bench.model.session.line?.isAtEnd == true && bench.picture().contains("*●*"))
        bench.press(.enter)
        #expect(bench.model.session.line == nil && bench.model.session.isOpen)
        bench.type("e8\n")
        #expect(bench.picture().contains("Solved, but after a wrong try"))
        bench.type("d8\n")
        #expect(bench.model.session.line?.points.first == PuzzleSamples.point("d8"))
    }

    @Test("After a streak, a typed point of a defence shows why it loses")
    func streakRefutation() {
        var bench = PuzzleBench([PuzzleSamples.defence()], mode: .streak, width: 120, height: 40)
        bench.type("a1\n")
        #expect(bench.picture().contains("This is the solution.") && bench.picture().contains("1 e8"))
        bench.type("d8\n")
        #expect(bench.model.session.line?.points.first == PuzzleSamples.point("d8"))
        #expect(bench.picture().contains("This move loses."))
        bench.press(.enter)
        #expect(bench.model.session.run?.isOver == false, "Enter begins the next streak")
    }

    @Test("A line that plays by itself ends with the key that returns to the puzzle")
    func retry() {
        var bench = PuzzleBench([PuzzleSamples.defence()])
        for key: Key in [.enter, .escape, .character("r")] {
            bench.type("a1\n")
            #expect(bench.model.nextStep != nil)
            bench.press(key)
            #expect(bench.model.session.isOpen && bench.model.nextChange(now: bench.world.now) == nil)
        }
    }

    @Test("A drill shows the marked points, a wrong point and the hint; renju the forbidden points")
    func marks() {
        var bench = PuzzleBench([PuzzleSamples.drill()])
        bench.type("e8\n")
        bench.type("a1\n")
        #expect(bench.picture().contains("◇") && bench.picture().contains("×"))
        bench.type("t")
        #expect(bench.picture().contains("◆") && bench.picture().contains("Hint: f8."))
        bench.type("s")
        #expect(bench.picture().filter { $0 == "◇" }.count == 4)
        let renju = PuzzleBench([PuzzleSamples.renju()])
        #expect(renju.picture().contains("╳"))
    }

    @Test("A puzzle that asks for a side takes x and o")
    func side() {
        var bench = PuzzleBench([PuzzleSamples.balance()])
        #expect(bench.picture().contains("x play X  o play O"))
        bench.press(.character("o"))
        #expect(bench.picture().contains("The other side is better."))
    }

    @Test("The clock of a sprint is in the first row, and runs")
    func sprint() {
        var bench = PuzzleBench(mode: .sprint)
        #expect(bench.picture().contains("Start the sprint"))
        bench.press(.enter)
        #expect(bench.picture().contains("0 solved · 3:00"))
        #expect(bench.model.nextChange(now: bench.world.now) == 1_000)
        bench.type("h8\n")
        bench.wait(61_000)
        #expect(bench.picture().contains("1 solved · 1:59"))
        bench.wait(119_000)
        #expect(bench.picture().contains("Time is up. Solved: 1."))
        #expect(bench.model.session.waits)
    }

    @Test("The menu chooses mode, rule and theme, and shows the due reviews")
    func menu() throws {
        var bench = PuzzleBench()
        bench.world.file.change(bench.world.today) { progress in
            progress.reviews = [.init(id: PuzzleSamples.win().id, step: 0, due: bench.world.today)]
        }
        try bench.click("Tab modes")
        #expect(bench.picture().contains("< Practice >"))
        bench.press(.left, .left, .left)
        #expect(bench.picture().contains("< Review (1) >"))
        bench.press(.right, .right, .right, .right)
        bench.press(.down, .right, .down, .right)
        #expect(bench.picture().contains("< Win by threats >"))
        try bench.click("Enter starts")
        #expect(bench.model.session.mode == .theme && bench.model.session.subject == .kind(.threats))
        #expect(bench.world.file.progress.rule == .standard)
        #expect(bench.world.asked.last?.contains("rule=standard&kind=threats&rating=1500") == true)
    }

    @Test("The menu leads to the last lost game, whose puzzle needs no rule and changes no rating")
    func lostGame() throws {
        let folder = TemporaryDirectory()
        var bench = PuzzleBench(folder: folder.path)
        func choose() {
            bench.press(.tab)
            while !bench.picture().contains("< Lost game >") { bench.press(.left) }
        }
        choose()
        #expect(bench.picture().contains("From a game that you lost. It changes no rating."))
        #expect(!bench.picture().contains("Freestyle"), "only the mode can be chosen")
        bench.press(.enter)
        #expect(bench.picture().contains("Puzzles · Lost game"))
        #expect(bench.picture().contains("You have lost no game here yet."))
        let game = try #require(LostGame(id: "lost-1", loser: ParticipantID("me")))
        LostGameFile(folder: folder.path).note(game, on: "test:1")
        choose()
        bench.press(.enter)
        #expect(bench.world.asked.last == "api/games/lost-1/puzzle")
        bench.type("h8\n")
        #expect(bench.picture().contains("Solved!") && !bench.picture().contains("Rating 1"))
        bench.press(.character("w"))
        #expect(bench.copied.last == "http://club.example/?puzzles=lost&game=lost-1")
        bench.press(.enter)
        #expect(bench.picture().contains("Puzzles · Practice"))
    }

    @Test("At 60 by 20 the sentence about the missing lost game is whole", arguments: Language.allCases)
    func noLostGame(_ language: Language) {
        let words = language.words
        let bench = PuzzleBench(mode: .lost, width: 60, height: 20, words: words)
        let picture = bench.picture()
        let start = words.puzzleMissing(.noLostGame).prefix(6)
        #expect(picture.contains(start) && picture.contains(words.puzzleModes(.lost)), "\(picture)")
        #expect(!picture.contains("…"), "\(picture)")
    }

    @Test("Without puzzles the screen says why")
    func missing() {
        var bench = PuzzleBench(mode: nil)
        bench.world.isOnline = false
        bench.perform(bench.model.open(.practice, now: bench.world.now))
        let picture = bench.picture()
        #expect(picture.contains("Offline") && picture.contains("You are offline"))
        #expect(picture.contains("! ") && picture.contains("test:1"), "the reason names the server")
        bench.perform(bench.model.open(.review, now: bench.world.now))
        #expect(bench.picture().contains("Your review list is empty."))
        bench.world.isOnline = true
        bench.press(.character("n"))
        #expect(bench.model.session.mode == .practice && bench.model.session.attempt != nil)
    }

    @Test("While the server searches, the screen says so, and not that the program connects")
    func searching() {
        var bench = PuzzleBench(mode: nil)
        let effects = bench.model.open(game: "lost-1", now: bench.world.now)
        #expect(bench.picture().contains("Looking for a puzzle…") && !bench.picture().contains("Connecting"))
        bench.perform(effects)
        #expect(!bench.picture().contains("Looking for a puzzle…") && bench.model.session.attempt != nil)
    }

    @Test("In ASCII mode only ASCII is drawn", arguments: Language.allCases)
    func ascii(_ language: Language) {
        for puzzle in [PuzzleSamples.win(), PuzzleSamples.drill(), PuzzleSamples.renju(), PuzzleSamples.balance()] {
            var bench = PuzzleBench([puzzle], words: language.words)
            for key: Key in [.tab, .escape, .character("?"), .escape, .character("s")] {
                bench.press(key)
                #expect(bench.picture(isUnicode: false).utf8.allSatisfy { $0 < 0x80 })
            }
        }
    }

    @Test("Help and the menu are shown in full at 80 by 24", arguments: Language.allCases)
    func fits(_ language: Language) {
        let words = language.words
        var bench = PuzzleBench(words: words)
        bench.press(.character("?"))
        let picture = bench.picture()
        for row in words.puzzlesHelp {
            #expect(picture.contains(row.key) && picture.contains(row.words), "\(row)")
        }
        bench.press(.escape, .tab)
        for _ in PuzzleMode.allCases {
            bench.press(.right)
            guard case .menu(let menu) = bench.model.input else { return #expect(Bool(false), "no menu") }
            #expect(bench.picture().contains(words.puzzleModes(menu.mode)))
        }
    }

    @Test("At 60 by 20 task, result and key hints are whole", arguments: Language.allCases)
    func narrow(_ language: Language) {
        let words = language.words
        for puzzle in [PuzzleSamples.win(), PuzzleSamples.defence(), PuzzleSamples.drill()] {
            var bench = PuzzleBench([puzzle], width: 60, height: 20, words: words)
            bench.type("c3\n")
            let rows = bench.picture().split(separator: "\n")
            #expect(!rows.contains { $0.contains("…") }, "\(bench.picture())")
        }
    }
}
