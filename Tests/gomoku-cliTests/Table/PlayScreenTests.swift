import Client
import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct PlayScreenTests {
    @Test("The winning row and the last move are marked without colour")
    func winningLineAndLastMoveAreMarkedWithoutColour() {
        var table = Table()
        table.start("h8 a1 i8 b1 j8 c1 k8 d1 l8")
        let picture = table.picture()
        #expect(picture.contains("*●*●*●*●(●)"))
        #expect(picture.contains("You win: five in a row!"))
        #expect(table.picture(isUnicode: false).contains("*X*X*X*X(X)"))
    }

    @Test("The cursor beside the last move leaves both marks intact", arguments: [("j9", "(○|┼]"), ("h9", "[┼|○)")])
    func marksDoNotCollide(cursor: String, marks: String) throws {
        var table = Table()
        table.start("h8 i9")
        table.model.cursor = try #require(BoardSize.standard.point(named: cursor))
        #expect(table.picture().contains(marks))
        let ascii = marks.replacing("○", with: "O").replacing("┼", with: ".")
        #expect(table.picture(isUnicode: false).contains(ascii))
        table.model.screen = .init(width: 120, height: 40)
        #expect(table.picture().contains("(○)") && table.picture().contains("[┼]"))
    }

    @Test("In ASCII mode only ASCII is drawn") func inASCIINothingElseIsDrawn() {
        var table = Table(bob: Participant(id: Table.bob.id, name: "Zoë 語"))
        table.start("h8 i9")
        for input in [
            PlayModel.Input.board, .help(), .newGame(.init(after: table.model.game, me: Table.ann.id)),
            .chat(.init(limit: 9)),
        ] {
            table.model.input = input
            #expect(table.picture(isUnicode: false).utf8.allSatisfy { $0 < 0x80 })
        }
        #expect(table.picture(isUnicode: false).contains("Zoe ?"))
    }

    @Test(
        "Every point of the board is visible and can be clicked",
        arguments: [(80, 24), (120, 40), (34, 19), (40, 22), (200, 60)],
        BoardSize.all)
    func everyPointIsThereAndCanBeClicked(screen: (Int, Int), size: BoardSize) {
        let layout = PlayLayout(size: size, screen: .init(width: screen.0, height: screen.1))
        guard let board = layout.board else {
            #expect(screen.0 < layout.needed.width || screen.1 < layout.needed.height)
            return
        }
        for point in size.points {
            let column = board.column(point)
            let row = board.row(point)
            #expect(column > 0 && column < screen.0 - 1 && row > 0 && row < layout.messageRow, "\(point)")
            #expect(board.point(column: column, row: row) == point)
        }
        #expect(board.point(column: board.left - board.stepX, row: board.top) == nil)
    }

    /// A board of any size fits 80 columns and 24 rows.
    @Test("Every board size fits a terminal of 80 by 24", arguments: BoardSize.all)
    func everySizeFitsAPlainTerminal(size: BoardSize) {
        #expect(PlayLayout(size: size, screen: .init(width: 80, height: 24)).board != nil)
        #expect(PlayLayout(size: size, screen: .init(width: 80, height: 24)).panel != nil)
    }

    @Test("A window of 200 by 60 has the largest board and two panels, which use its whole width")
    func wideWindow() throws {
        let layout = PlayLayout(size: .standard, screen: .init(width: 200, height: 60))
        let (board, panel) = (try #require(layout.board), try #require(layout.panel))
        let second = try #require(layout.second)
        #expect(board.stepX == 6 && board.stepY == 3 && board.width + panel.width + second.width > 180)
        #expect(board.left < 10 && second.left + second.width > 190)
        var table = Table(width: 200, height: 60)
        table.start("h8 i9")
        let canvas = PlayScreen.draw(table.model, now: 0)
        let (moves, people) = (try #require(canvas.place(of: "Moves")), try #require(canvas.place(of: "Here: 2")))
        #expect(moves.column >= panel.left && moves.column < second.left && people.column == second.left)
        #expect(PlayLayout(size: .standard, screen: .init(width: 80, height: 24)).second == nil)
    }

    @Test(
        "The winning row is one reversed band from the first stone to the last",
        arguments: [(34, 19), (80, 24), (120, 40), (200, 60)], [(1, 0), (0, 1), (1, 1), (1, -1)])
    func winningRow(screen: (Int, Int), step: (Int, Int)) throws {
        let layout = PlayLayout(size: .standard, screen: .init(width: screen.0, height: screen.1))
        let board = try #require(layout.board)
        let row = (0..<5).map { Point(column: 5 + $0 * step.0, row: 7 + $0 * step.1) }
        var position = Board()
        for point in row { position[point] = .x }
        var picture = BoardPicture(layout: board, board: position)
        (picture.line, picture.last) = (row, row[2])
        var canvas = Canvas(width: screen.0, height: screen.1)
        picture.draw(on: &canvas)
        func isReversed(_ column: Int, _ row: Int) -> Bool { canvas[column, row].style.contains(.reverse) }
        // A walk over neighbouring reversed cells from the first stone reaches the last one.
        var reached: Set<[Int]> = []
        var next = [[board.column(row[0]), board.row(row[0])]]
        while let cell = next.popLast() {
            guard isReversed(cell[0], cell[1]), reached.insert(cell).inserted else { continue }
            for right in -1...1 { for down in -1...1 { next.append([cell[0] + right, cell[1] + down]) } }
        }
        for point in row {
            let place = (column: board.column(point), row: board.row(point))
            #expect((-1...1).allSatisfy { reached.contains([place.column + $0, place.row]) }, "\(point)")
            #expect(canvas[place.column, place.row].text == "●")
        }
        #expect(!isReversed(board.column(Point(column: 3, row: 3)), board.row(Point(column: 3, row: 3))))
    }

    @Test("A chat message longer than the screen scrolls, with the cursor at its end")
    func aLongChatLineScrolls() throws {
        var table = Table(width: 40, height: 22)
        table.model.input = .chat(.init(limit: 200))
        table.type(String(repeating: "-", count: 30) + String(repeating: "abcdefghij", count: 5))
        let canvas = PlayScreen.draw(table.model, now: 0)
        let cursor = try #require(canvas.cursor)
        let row = canvas.picture.split(separator: "\n", omittingEmptySubsequences: false)[cursor.row]
        #expect(cursor.column == 38)
        #expect(row.hasPrefix(" Say: ") && row.hasSuffix("abcdefghij") && row.count == 38, "\(row)")
    }

    @Test("A participant who may take the only open seat is asked to, and is not told to invite a friend")
    func theOpenSeat() {
        var table = Table()
        let terms = GameTerms(rule: .freestyle, opening: .swap2)
        table.change(table.model.game.newGame(terms, seats: .init(x: Table.bob.id, o: nil)), by: Table.bob)
        let sentence = EnglishWords().seatOpenPressJ("O")
        #expect(table.picture().contains(sentence), "on the turn of the other player")
        #expect(!table.picture().contains(EnglishWords().sendLinkTo))
        table.play("h8", by: Table.bob)
        table.type("j")
        #expect(table.model.game.seats.o == Table.ann.id)
        #expect(!table.picture().contains(sentence))
    }

    @Test("A narrow panel shows all terms of the game, in several rows")
    func theTermsInANarrowPanel() {
        var table = Table(width: 60, height: 20)
        let terms = GameTerms(rule: .renju, opening: .taraguchi10, clock: .fischer(main: 300, increment: 5))
        table.change(table.model.game.newGame(terms, seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        for part in ["Game 1 · renju", "Taraguchi-10", "5 min + 5 s"] {
            #expect(table.picture().contains(part), "\(part)")
        }
        let flowing = table.picture().split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
        #expect(flowing.contains("Send this link"))
        #expect(!table.picture().contains("…"))
    }

    @Test("The link for a friend is shown while a player is missing, but not in a game against the computer")
    func linkWhileAPlayerIsMissing() {
        var table = Table()
        table.hear(.participants(room: table.room.name, joined: [], left: [Table.bob.id]))
        #expect(table.picture().contains(EnglishWords().sendLinkTo))
        let seats = ByStone<ParticipantID?>(x: Table.ann.id, o: ParticipantID("robot:3"))
        table.change(table.model.game.newGame(GameTerms(), seats: seats), by: Table.ann)
        #expect(!table.picture().contains(EnglishWords().sendLinkTo))
    }

    @Test(
        "After a game the way to the lobby is among the first hints, and asking for a hint says that the game is over")
    func afterAGame() {
        var table = Table()
        table.start("h8 i9")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        #expect(table.picture().contains("g rematch  n new game  a analysis  l lobby"))
        table.type("t")
        #expect(table.model.news?.text == EnglishWords().gameOverPressN)
    }

    @Test("A screen that is too small says how large it must be") func aSmallScreenSaysHowLargeItMustBe() {
        let table = Table(width: 30, height: 10)
        let words = table.picture().split(separator: "\n").joined(separator: " ")
        #expect(words.contains("This window is 30×10;") && words.contains("34×19"))
    }

    @Test("A long message is shown whole, over the rows below and above it", arguments: [(80, 24), (60, 20), (34, 20)])
    func longSentences(width: Int, height: Int) {
        var table = Table(width: width, height: height)
        table.start("h8 i9")
        #expect(table.picture().contains("? help  q quit"))
        let sentence = "Too many deltas at once. Wait a moment, and go on more slowly."
        table.model.news = .init(text: sentence + " Then try again.", isWarning: true)
        let words = table.picture().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("! \(sentence) Then try again."))
        #expect(!words.contains("? help"), "the keys are hidden")
        table.press([.escape])
        #expect(table.picture().contains("? help  q quit"))
    }

    @Test(
        "After a lost game, the command for its puzzle is shown in one piece until the next game",
        arguments: [(80, 24), (60, 20), (60, 24)], Language.allCases)
    func lostGame(screen: (Int, Int), language: Language) throws {
        var table = Table(width: screen.0, height: screen.1, words: language.words)
        table.start("a1 h8 c1 i8 e1 j8 g1 k8 i1 l8")
        let sentence = SafeText(language.words.puzzleCommand("gomoku-cli puzzles lost")).text
        let game = try #require(LostGame(id: "k1-1", loser: Table.ann.id))
        table.model.show(puzzle: "gomoku-cli puzzles lost", of: try #require(LostGame(id: "k1-2", loser: game.loser)))
        #expect(!table.picture().contains("gomoku-cli"), "the puzzle of another game")
        table.model.show(puzzle: "gomoku-cli puzzles lost", of: game)
        #expect(table.picture().contains(sentence), "\(table.picture())")
        table.press([.escape])
        #expect(table.model.news == nil && table.picture().contains(sentence))
        #expect(table.picture().contains("? "), "the keys stay")
        table.start()
        #expect(!table.picture().contains("gomoku-cli"))
    }

    @Test("A command that needs two rows covers the keys until Esc", arguments: [(60, 20), (36, 21)])
    func longCommand(screen: (Int, Int)) throws {
        var table = Table(width: screen.0, height: screen.1)
        table.start("a1 h8 c1 i8 e1 j8 g1 k8 i1 l8")
        let game = try #require(LostGame(id: "k1-1", loser: Table.ann.id))
        let command = "gomoku-cli puzzles http://play.example.org:8080/ lost"
        table.model.show(puzzle: command, of: game)
        let words = table.picture().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Puzzle from this game: \(command)"), "\(table.picture())")
        table.press([.escape])
        #expect(!table.picture().contains("gomoku-cli") && table.picture().contains("g \(EnglishWords().keys(.again))"))
    }

    @Test("A lost connection is reported with the time of the next attempt") func aLostConnectionIsSaidPlainly() {
        var table = Table()
        table.model.status = .offline(why: .broken, retryAt: 3_000)
        #expect(table.picture(now: 0).contains("Connection lost. Retrying in 3 s — press R to retry now."))
        #expect(table.press([.character("R")]) == [.retryNow])
        table.model.screen = .init(width: 40, height: 20)
        #expect(table.picture(now: 0).contains("Offline. Retry in 3 s (R: now)"))
    }

    @Test("Hostile names and chat messages cannot control the terminal")
    func hostileNamesChatAndValuesStayWhereTheyBelong() {
        let evil = "\u{1B}[2J\u{1B}]0;owned\u{7}\u{202E}evil\u{200B}\u{9B}31m\n\r"
        var table = Table(bob: Participant(id: Table.bob.id, name: evil))
        table.start("h8 i9")
        table.hear(
            .said(
                room: table.room.name,
                .init(by: Participant(id: Table.bob.id, name: evil), at: 1, id: "s1", text: evil + "語" + evil)))
        let canvas = PlayScreen.draw(table.model, now: 0)
        let written = CanvasDiff.text(from: nil, to: canvas, colors: true)
        for scalar in canvas.picture.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format)
        }
        #expect(!written.contains("\u{7}") && !written.contains("\u{9B}") && !written.contains("\u{202E}"))
        #expect(!written.contains("\u{1B}]") && written.ranges(of: "\u{1B}[2J").count == 1)
        #expect(canvas.picture.split(separator: "\n", omittingEmptySubsequences: false).count == 24)
    }

    @Test("The screen of a game is drawn exactly as expected") func theScreenOfAGame() {
        var table = Table()
        table.start("h8 i9")
        table.model.news = nil
        #expect(table.picture() == Self.expected)
    }

    private static let expected = """
         Five in a row · lunch                                                   online

            a b c d e f g h i j k l m n o   Game 1 · freestyle
         15 ┌─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐   > ● X Ann (you)
         14 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤     ○ O Bob
         13 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         12 ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤   Your turn: play X.
         11 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
         10 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤   Moves
          9 ├─┼─┼─┼─┼─┼─┼─┼(○)┼─┼─┼─┼─┼─┤     1. h8   i9
          8 ├─┼─┼─┼─┼─┼─┼[●]┼─┼─┼─┼─┼─┼─┤
          7 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤   Here: 2
          6 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤   Ann (you), Bob
          5 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
          4 ├─┼─┼─╋─┼─┼─┼─┼─┼─┼─┼─╋─┼─┼─┤
          3 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
          2 ├─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┼─┤
          1 └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┘
            a b c d e f g h i j k l m n o




         Arrows Enter move  u undo  d draw  r resign  t hint  c chat  ? help  q quit
        """
}
