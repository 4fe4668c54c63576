import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct ReplayTests {
    private func deltas() throws -> [AcceptedDelta] {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: ParticipantID("ann"))
        var all: [AcceptedDelta] = []
        func ask(_ set: [(String, String?)]) {
            let delta = Delta(changes: set.map { .init($0.0, $0.1.map { .string($0) }) })
            let request = DeltaRequest(room: room.name, id: "\(all.count)", delta: delta)
            if case .accepted(let accepted) = room.judge(request, by: ParticipantID("ann"), now: 0) {
                all.append(accepted)
            }
        }
        ask([("game", "1"), ("x", "ann"), ("o", "ann")])
        for (number, column) in [(1, "7"), (2, "8"), (3, "9")] {
            ask([("move", "\(number)"), ("col\(number)", column), ("row\(number)", "7")])
        }
        ask([("move", "2"), ("col3", nil), ("row3", nil)])
        ask([("result", "x"), ("reason", "resign")])
        return all
    }

    @Test("Every state of a game has a replay frame") func everyStateHasAFrame() throws {
        let frames = ReplayFrames(try deltas(), EnglishWords()).frames
        #expect(frames.map(\.moves) == [0, 0, 1, 2, 3, 2, 2])
        #expect(frames.map(\.board.count) == [0, 0, 1, 2, 3, 2, 2])
        #expect(frames[4].caption == "X j8, move 3.")
        #expect(frames[5].caption == "Taken back to move 2.")
        #expect(frames[6].caption == "X wins: resignation.")
    }

    @Test("Keys step through a replay and play it") func keysStepAndPlay() throws {
        var model = ReplayModel(title: "r", frames: ReplayFrames(try deltas(), EnglishWords()), words: EnglishWords())
        func places(_ keys: [Key]) -> [Int] {
            keys.map { key in
                #expect(model.press(key) == nil)
                return model.place
            }
        }
        #expect(
            places([.left, .right, .right, .left, .end, .right, .home, .pageDown, .pageUp]) == [
                0, 1, 2, 1, 6, 6, 0, 6, 0,
            ])
        #expect(model.press(.character(" ")) == nil)
        var seen: [Int] = []
        while model.isPlaying {
            model.tick()
            seen.append(model.place)
        }
        #expect(seen == [1, 2, 3, 4, 5, 6], "every state, none skipped")
        #expect(model.press(.character("q")) == .quit)
    }

    @Test("The replay of a room shows the clocks as they were") func aRoomIsReplayedWithItsClocks() throws {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: ParticipantID("ann"))
        var all: [AcceptedDelta] = []
        func ask(_ now: Int, _ set: [(String, String?)]) {
            let delta = Delta(changes: set.map { .init($0.0, $0.1.map { .string($0) }) })
            let request = DeltaRequest(room: room.name, id: "\(all.count)", delta: delta)
            if case .accepted(let accepted) = room.judge(request, by: ParticipantID("ann"), now: now) {
                all.append(accepted)
            }
        }
        ask(0, [("game", "1"), ("x", "ann"), ("o", "ann"), ("clock", "300+0")])
        for (number, now) in [(1, 1_000), (2, 2_000), (3, 32_000)] {
            ask(now, [("move", "\(number)"), ("col\(number)", "\(number)"), ("row\(number)", "7")])
        }
        let clocks = ReplayFrames(all, EnglishWords()).frames.map(\.clocks)
        #expect(clocks.first == .some(nil) && clocks.count == 5)
        #expect(clocks[2]?.x.text == "5:00" && clocks[4]?.x.text == "4:30" && clocks[4]?.o.text == "5:00")
    }

    @Test("A record is replayed with a caption for each move") func aRecordIsReplayed() throws {
        let record = try GameRecord(sgf: "(;FF[4]GM[4]SZ[15]RE[B+];B[hh];W[ih];B[hi])")
        let frames = ReplayFrames(record, EnglishWords()).frames
        #expect(frames.map(\.caption) == ["Empty board.", "1. X h8", "2. O i8", "3. X h7", "X wins."])
    }

    @Test("The replay screen shows the position within the replay") func theScreenShowsTheStateAndWhereItIs() throws {
        var model = ReplayModel(title: "tea", frames: ReplayFrames(try deltas(), EnglishWords()), words: EnglishWords())
        _ = model.press(.end)
        let canvas = model.draw(on: Terminal.Size(width: 80, height: 24), isUnicode: false)
        let text = CanvasDiff.text(from: nil, to: canvas, colors: false)
        #expect(text.contains("6 of 6"))
        #expect(text.contains("Replay"))
    }

    private func room() throws -> ReplayModel {
        let frames = ReplayFrames(
            try deltas(), EnglishWords(), names: [ParticipantID("ann"): "Ann", ParticipantID("bob"): "李小龙"])
        return ReplayModel(title: "tea", frames: frames, words: EnglishWords())
    }

    @Test(
        "The moves of a game are listed with their frames, also those after the current frame, but not those taken back"
    )
    func steps() throws {
        let frames = try room().frames
        #expect(frames.steps(at: 4).map(\.move.name) == ["h8", "i8", "j8"])
        #expect(frames.steps(at: 2).map(\.place) == [2, 3], "move 3 was taken back later")
        #expect(frames.steps(at: 5).map(\.move.name) == ["h8", "i8"])
        #expect(frames.steps(at: 0).isEmpty)
    }

    @Test(
        "A replay shows players and moves beside the board, and in a wide window all changes",
        arguments: [(60, 20), (80, 24), (120, 40), (200, 60)])
    func panels(width: Int, height: Int) throws {
        var model = try room()
        _ = model.press(.end)
        let canvas = model.draw(on: Terminal.Size(width: width, height: height), isUnicode: true)
        for text in ["Game 1 · freestyle", "X Ann", "Moves", "  1. h8", "? help", "q quit"] {
            #expect(canvas.picture.contains(text), "\(text)")
        }
        #expect(canvas.picture.contains("X h8, move 1.") == (width == 200))
        let place = try #require(canvas.place(of: "  1. h8"))
        #expect(canvas.meaning(of: .click(column: place.column + 5, row: place.row)) == [.move(1)])
        _ = model.press(.move(1))
        #expect(model.place == 2)
        #expect(canvas.meaning(of: .wheel(.up, column: 10, row: 8)) == [.left])
    }

    @Test(
        "The help of a replay is shown in full, and any key or a click on its footer closes it",
        arguments: Language.allCases)
    func help(language: Language) throws {
        let words = language.words
        var model = ReplayModel(
            title: "tea", frames: ReplayFrames(try deltas(), words), words: words, hasReport: true)
        let screen = Terminal.Size(width: 80, height: 24)
        #expect(model.press(.character(" ")) == nil && model.press(.character("?")) == nil && !model.isPlaying)
        let canvas = model.draw(on: screen, isUnicode: true)
        for row in words.replayHelp(hasReport: true) {
            #expect(canvas.picture.contains(row.key) && canvas.picture.contains(row.words), "\(row)")
        }
        let footer = try #require(canvas.place(of: words.anyKeyGoesBack))
        #expect(canvas.meaning(of: .click(column: footer.column, row: footer.row)) == [.escape])
        #expect(model.press(.escape) == nil && model.dialog == nil)
        #expect(!words.replayHelp(hasReport: false).contains { $0.key == "a" })
        // In a low window the help scrolls, and other keys close it.
        model.screen = Terminal.Size(width: 60, height: 10)
        #expect(model.press(.character("?")) == nil && model.press(.down) == nil && model.dialog == .help(first: 1))
        #expect(model.press(.right) == nil && model.dialog == nil && model.place == 0)
        #expect(model.press(.character("?")) == nil && model.press(.control("l")) == .redraw)
    }

    @Test("A record's replay shows names, terms and the time of each move")
    func recordDetails() throws {
        let record = try GameRecord(
            psq: "Piskvorky 15x15, 11:11, 0\r\n8,8,1200\r\n9,8,65000\r\nAnna\r\n李小龙\r\n-1\r\n1,1\r\n")
        var model = ReplayModel(
            title: "a.psq", frames: ReplayFrames(record, EnglishWords()), words: EnglishWords())
        let picture = model.draw(on: Terminal.Size(width: 80, height: 24), isUnicode: true).picture
        #expect(picture.contains("X Anna") && picture.contains("O 李小龙"))
        #expect(picture.contains("  1. h8     1.2  i8    1:05"))
        _ = model.press(.move(2))
        #expect(model.place == 2)
    }

    @Test("a shows the server's report on a record, and an event leads to its position")
    func report() throws {
        let record = try GameRecord(sgf: "(;FF[4]GM[4]SZ[15]RE[B+];B[hh];W[ih];B[hi])")
        let frames = ReplayFrames(record, EnglishWords())
        var model = ReplayModel(title: "k-1", frames: frames, words: EnglishWords(), hasReport: true)
        #expect(model.press(.character("a")) == .fetchReport && model.news == EnglishWords().reportComes)
        model.take(.failed(.address("x")))
        #expect(model.news == EnglishWords().fetchFailed(.address("x")) && model.dialog == nil)
        let json = #"{"game":1,"moves":[],"events":[{"kind":"lost","move":2,"side":"o","line":["7,6"]}]}"#
        model.take(.json(try JSONParser.parse(Array(json.utf8))))
        let canvas = model.draw(on: Terminal.Size(width: 80, height: 24), isUnicode: true)
        let place = try #require(canvas.place(of: "Move 2: this move of O lost. Here is why."))
        let keys = canvas.meaning(of: .click(column: place.column, row: place.row))
        #expect(keys == [.move(2)] && canvas.picture.contains("   3. h9"))
        for key in keys { #expect(model.press(key) == nil) }
        #expect(model.dialog == nil && model.place == 2)
        #expect(model.press(.character("a")) == nil && model.dialog != nil, "it is fetched once")
        #expect(model.press(.character("q")) == nil && model.dialog == nil)
        var file = ReplayModel(title: "a.sgf", frames: frames, words: EnglishWords())
        #expect(file.press(.character("a")) == nil && file.news == nil)
    }

    @Test("The names of players are fetched by ID, up to a limit, and not after a failure")
    func names() throws {
        let deltas = (1...40).map { number in
            AcceptedDelta(
                rev: number, by: ParticipantID("p\(number)"), at: 0, id: nil,
                delta: Delta(changes: [.init("x", .string("p\(number)")), .init("o", .string("robot:3"))]))
        }
        var asked: [String] = []
        let found = ReplayNames.of(deltas) { path in
            asked.append(path)
            return .refused(Notice.Reason(.notJoined, ""))
        }
        #expect(found.isEmpty && asked.count == ReplayNames.limit && asked.first == "api/people/p1")
        asked = []
        _ = ReplayNames.of(deltas) { path in
            asked.append(path)
            return .failed(.address(""))
        }
        #expect(asked.count == 1)
    }
}
