import Client
import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct PlayKeysTests {
    @Test("Stones can be placed by typing, with arrow keys and by mouse")
    func playsByTypingByArrowsAndByMouse() throws {
        var table = Table()
        table.start()
        table.type("h8\n")
        #expect(table.model.game.moves.map(table.model.game.size.name(of:)) == ["h8"])
        table.play("a1", by: Table.bob)
        table.press([.right, .up, .enter])
        #expect(table.model.game.lastMove == table.model.game.size.point(named: "i9"))
        table.play("b1", by: Table.bob)
        let board = try #require(PlayLayout(size: .standard, screen: table.model.screen).board)
        let point = try #require(table.model.game.size.point(named: "o15"))
        table.press([.click(column: board.column(point), row: board.row(point))])
        #expect(table.model.game.lastMove == point)
    }

    /// Some letters are both commands and columns. A digit right after the letter makes it a point.
    @Test("A command letter with a digit after it is read as a point", arguments: ["b4", "c5", "j10", "n8", "c15"])
    func commandLettersAreColumnsToo(point: String) {
        var table = Table()
        table.start()
        table.type(point + "\n")
        #expect(table.model.game.lastMove.map(table.model.game.size.name(of:)) == point)
        #expect(table.model.input == .board)
    }

    @Test("A command letter waits briefly for a digit, and then runs") func aHeldCommandGoesOffAfterAWhile() {
        var table = Table()
        table.change(
            table.model.game.newGame(GameTerms(rule: .freestyle), seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        same(table.type("j", now: 100), [.wake(afterMilliseconds: PlayModel.holdMilliseconds)])
        same(table.model.tick(now: 100 + PlayModel.holdMilliseconds - 1), [])
        same(
            table.model.tick(now: 100 + PlayModel.holdMilliseconds),
            [.send(table.model.game.taking(.o, by: Table.ann.id))])
        same(table.model.tick(now: 10_000), [])
    }

    @Test("A digit typed after the wait is not part of a point") func aDigitLaterIsNoPoint() {
        var table = Table()
        table.start()
        table.type("c", now: 0)
        table.type("5", now: PlayModel.holdMilliseconds + 1)
        guard case .chat(let field) = table.model.input else { return #expect(Bool(false), "the chat was not opened") }
        #expect(field.text == "5")
        same(table.press([.enter]), [.say("5")])
    }

    @Test(
        "The first letter after the opponent has ended the game waits for a digit",
        arguments: ["g7", "l8", "b4", "a1"])
    func aPointTypedAsTheGameEnds(point: String) {
        var table = Table()
        table.start("h8 i9")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        same(table.type(point, now: 100), [.wake(afterMilliseconds: PlayModel.holdMilliseconds)])
        same(table.press([.enter], now: 200), [])
        #expect(table.model.news?.text == EnglishWords().gameOverPressN)
        #expect(table.model.game.number == 1 && table.model.input == .board)
    }

    @Test("A command after the opponent has ended the game runs after the wait, and the next one at once")
    func aCommandAsTheGameEnds() {
        var table = Table()
        table.start("h8 i9")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        same(table.type("l", now: 100), [.wake(afterMilliseconds: PlayModel.holdMilliseconds)])
        same(table.model.tick(now: 100 + PlayModel.holdMilliseconds), [.lobby])
        same(table.type("l", now: 1_000), [.lobby])
    }

    @Test("A new game begins with the cursor in the centre") func theCursorOfANewGame() {
        var table = Table()
        table.start("h8 i9")
        table.press([.right, .up])
        #expect(table.model.cursor != BoardSize.standard.center)
        table.change(table.model.game.resigning(.o), by: Table.bob)
        table.start()
        #expect(table.model.game.number == 2)
        #expect(table.model.cursor == BoardSize.standard.center)
    }

    @Test("A warning lasts until the next key, and explains why Enter did not play a typed point")
    func warnings() {
        var table = Table()
        table.start("h8")
        table.type("j9\n")
        let row = table.picture().split(separator: "\n").first { $0.contains("Move: j9") } ?? ""
        #expect(row.contains(EnglishWords().notYourTurn) && !row.contains(EnglishWords().enterPlays), "\(row)")
        table.press([.backspace])
        #expect(table.model.news == nil && table.picture().contains("Move: j"))
        table.press([.escape])
        table.press([.enter])
        #expect(table.model.news?.text == EnglishWords().notYourTurn)
        table.press([.left])
        #expect(table.model.news == nil)
    }

    @Test("The New Game form sets every term and the seats") func newGameAsksForEverything() throws {
        var table = Table()
        // Rule, opening (past Swap), size, clock, takebacks, seat.
        table.press([.character("n"), .right, .down, .right, .right, .down, .left, .down])
        table.type("600/5x30")
        table.press([.down, .right])
        try table.goDown(to: .seat)
        table.press([.right, .right, .enter])
        let game = table.model.game
        #expect(game.terms.rule == .standard && game.terms.opening == .swap2)
        #expect(game.size.side == 13 && game.terms.clock?.description == "600/5x30" && !game.terms.allowsTakebacks)
        #expect(game.seats == ByStone(both: Table.ann.id))
        #expect(game.phase == .place1 && game.awaits == .x)
        // Up wraps around to the last row. With both sides there is no opponent.
        table.press([.character("n"), .up])
        guard case .newGame(let form) = table.model.input else { throw Missing() }
        #expect(form.row == .term(.listed) && form.terms == game.terms)
    }

    fileprivate struct Missing: Error {}

    @Test("An invalid clock is not accepted") func aClockThatIsNoneIsNotTaken() {
        var table = Table()
        table.press([.character("n"), .down, .down, .down])
        table.type("5+x\n")
        #expect(table.model.game.number == nil && table.model.news?.text == EnglishWords().notAClock)
        table.press([.backspace])
        table.type("3\n")
        #expect(table.model.game.terms.clock?.description == "5+3")
    }

    @Test("The New Game form can start a game against the computer") func againstTheComputer() {
        var table = Table()
        table.press([.character("n"), .up, .up, .left, .left, .enter])
        #expect(table.model.game.seats == ByStone(x: Table.ann.id, o: ParticipantID("robot:9")))
    }

    @Test("One person can play both sides, and resigns after confirming") func bothSidesAndResigning() {
        var table = Table()
        table.type("b")
        #expect(table.model.game.seats == ByStone(both: Table.ann.id))
        table.type("h8\ni9\n")
        #expect(table.model.game.moves.count == 2)
        table.type("r")
        #expect(table.model.input == .resign(.x))
        for no in ["n", "q"] {
            table.type(no)
            #expect(table.model.input == .board && !table.model.game.isOver)
            table.type("r")
        }
        table.type("y")
        #expect(table.model.game.winner == .o && table.model.game.reason == .resign)
    }

    @Test("An impossible move is refused with a reason") func whatCannotBeIsSaidWithAReason() {
        var table = Table()
        same(table.type("h8\n"), [])
        #expect(table.model.news?.text == EnglishWords().noGamePressN)
        table.start("h8")
        same(table.press([.enter]), [])
        #expect(table.model.news?.text == EnglishWords().notYourTurn)
        table.play("i9", by: Table.bob)
        same(table.type("h8\n"), [])
        #expect(table.model.news?.text == "h8 is already taken.")
        same(table.type("o19\n"), [])
        #expect(table.model.news?.text == "o19 is not on this board. Its points are a1 to o15.")
    }

    @Test("A letter without a command says so at any time, and names the key for help", arguments: ["z", "ö", "я"])
    func deadKeys(letter: Character) {
        let sentence = "\(letter) does nothing here. Press ? for a list of keys."
        var watched = Table(mode: .watch)
        watched.press([.character(letter)])
        #expect(watched.model.news?.text == sentence)
        var table = Table()
        table.press([.character(letter)])
        #expect(table.model.news?.text == sentence, "before the game")
        table.start("h8 i9")
        table.press([.character(letter)])
        #expect(table.model.news?.text == sentence, "on the player's own turn")
        table.play("h9", by: Table.ann)
        table.press([.character(letter)])
        #expect(table.model.news?.text == sentence, "on the opponent's turn")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        table.press([.character(letter)])
        #expect(table.model.news?.text == sentence, "after the game")
        table.type("h")
        #expect(
            table.model.news?.text == EnglishWords().gameOverPressN,
            "a letter that begins a point is answered about the game")
    }

    @Test("A player's own move appears at once, and is taken back with a reason if it is refused")
    func onesOwnMoveShowsAtOnceAndIsTakenBackWithTheReason() {
        var table = Table()
        table.start()
        let delta = table.model.game.moving(to: table.model.game.size.center)
        let request = ClientOutbox.Request.delta(.init(room: table.room.name, id: "a", delta: delta))
        table.model.waiting = [request]
        #expect(table.model.pendingMove == table.model.game.size.center)
        #expect(table.picture().contains("●?"))
        same(table.type("a1\n"), [])
        #expect(table.model.news?.text == EnglishWords().busy)
        #expect(table.model.typed == "a1")
        table.press([.escape])
        table.model.waiting = []
        table.model.refused(request, .init(.notYourTurn, "It is O's turn."))
        #expect(table.model.news?.text == "h8 was rejected. It is O's turn.")
        #expect(!table.picture().contains("●?"))
    }

    @Test("A spectator's keys change nothing") func whoWatchesChangesNothing() {
        var table = Table(mode: .watch)
        for key: Key in [
            .enter, .character("n"), .character("j"), .character("b"), .character("r"), .character("h"),
            .click(column: 10, row: 10),
        ] {
            same(table.press([key]), [])
        }
        same(table.type("q"), [.quit])
    }

    @Test("Pasted text does not run commands") func pastedTextIsNoCommand() {
        var table = Table()
        table.start()
        same(table.press([.paste("q"), .paste("ry")]), [])
        table.press([.paste(" H8\n"), .enter])
        #expect(table.model.game.moves.count == 1)
        table.press([.character("c"), .paste("two\nlines")])
        same(table.press([.enter]), [.say("two lines")])
    }

    /// With any keys at any time the model never sends a request that it knows to be wrong, and
    /// never crashes.
    @Test("Random keys never send a delta that the referee rejects", arguments: TestSpeed.seeds(12, all: 40))
    func anyKeysDoNoHarm(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var table = Table(
            width: Int.random(in: 1...130, using: &random), height: Int.random(in: 1...50, using: &random))
        let keys: [Key] = [
            .enter, .escape, .up, .down, .left, .right, .tab, .home, .pageDown, .backspace, .paste("h8"),
            .click(column: 9, row: 9), .move(2), .entry(1), .scroll(.chat, .up), .scroll(.moves, .down),
        ]
        for step in 0..<600 {
            let key =
                Bool.random(using: &random)
                ? keys.randomElement(using: &random)!
                : .character("nbjrc?hi89y15 duxgvpta[][".randomElement(using: &random)!)
            let now = step * 100
            for effect in table.model.press(key, now: now) + table.model.tick(now: now) {
                guard case .send(let delta) = effect else { continue }
                let rejection = table.change(delta, by: Table.ann)
                #expect(rejection == nil, "seed \(seed), step \(step): \(delta)")
            }
            if step % 20 == 0 { _ = table.picture(isUnicode: step % 40 == 0, now: now) }
        }
    }

    @Test("A spectator of two players cannot start a new game, and is told so at once")
    func spectatorsStartNothing() {
        var table = Table()
        let cid = Participant(id: ParticipantID("p-cid"), name: "Cid")
        table.hear(.participants(room: table.room.name, joined: [cid], left: []))
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: cid.id, o: nil)), by: cid)
        table.change(table.model.game.taking(.o, by: Table.bob.id), by: Table.bob)
        same(table.type("n"), [])
        #expect(table.model.input == .board && table.model.news?.text == EnglishWords().newGameIsForPlayers)
        #expect(!table.picture().contains("n new game"))
    }

    /// Compares effects. `#expect` does not accept a call that mutates.
    private func same(
        _ found: [PlayModel.Effect], _ expected: [PlayModel.Effect], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

extension Table {
    /// Moves down in the New Game form to `row`, past the rows in between.
    fileprivate mutating func goDown(to row: NewGameForm.Row) throws {
        for _ in NewGameForm.Row.all {
            guard case .newGame(let form) = model.input else { break }
            if form.row == row { return }
            press([.down])
        }
        throw PlayKeysTests.Missing()
    }
}
