import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

/// Tests of offers, openings, claims and people: the keys, the text on the screen, and the
/// referee's acceptance.
@Suite struct PlayOffersTests {
    private func game(_ moves: String = "", clock: String? = nil, opening: Opening = .none, rule: Rule = .freestyle)
        -> Table
    {
        var table = Table()
        var terms = GameTerms()
        terms.rule = rule
        terms.clock = clock.flatMap { ClockSetting($0) }
        terms.opening = opening
        table.change(table.model.game.newGame(terms, seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        table.change(table.model.game.taking(.o, by: Table.bob.id), by: Table.bob)
        for (number, name) in moves.split(separator: " ").enumerated() {
            table.play(String(name), by: number % 2 == 0 ? Table.ann : Table.bob)
        }
        return table
    }

    @Test("A spectator is told of an offer only once") func aSpectatorIsToldOfAnOfferOnce() {
        var table = game("h8 i9 h9")
        let before = table.model.game
        table.change(before.offering(Offer(.draw, by: .o)), by: Table.bob)
        let after = table.model.game
        func sentence(_ old: GameView, _ new: GameView) -> String? {
            Narration.sentence(
                from: old, to: new, by: Table.bob.id, me: nil, words: EnglishWords(), name: { _ in "Bob" })
        }
        #expect(sentence(before, after) == "Bob offers a draw.")
        #expect(sentence(after, after) == nil)
    }

    @Test("A draw can be offered, withdrawn and accepted") func aDrawIsOfferedWithdrawnAndAccepted() {
        var table = game("h8 i9 h9")
        table.type("d")
        #expect(table.model.game.offer == nil)  // a point may follow
        for effect in table.model.tick(now: 10_000) {
            if case .send(let delta) = effect { table.change(delta, by: Table.ann) }
        }
        #expect(table.model.game.offer?.description == "draw x" && table.picture().contains("Press x to withdraw it."))
        table.type("x")
        #expect(table.model.game.offer == nil)
        table.change(table.model.game.offering(Offer(.draw, by: .o)), by: Table.bob)
        #expect(table.picture().contains("Bob offers a draw."))
        table.type("y")
        #expect(table.model.game.result == "draw" && table.model.game.reason == .agreement)
    }

    @Test("The terminal reports a shorter thinking time once per game") func shorterThinking() throws {
        var table = game("h8 i9")
        let room = try #require(RoomName("lunch"))
        func think(_ milliseconds: Int) -> String? {
            table.model.show(Notice.Thinking(room: room, side: .o, milliseconds: milliseconds, usual: 1_000))
            return table.model.news?.text
        }
        let first = think(400)
        #expect(first?.contains("400 ms instead of 1000 ms") == true)
        #expect(think(300) == first)
        table.change(table.model.game.resigning(.x), by: Table.ann)
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        #expect(think(200)?.contains("200 ms") == true)
    }

    @Test("A refused draw cannot be offered again at once") func aRefusedDrawIsNotOfferedAgainAtOnce() {
        var table = game("h8 i9")
        table.change(table.model.game.offering(Offer(.draw, by: .x)), by: Table.ann)
        table.change(table.model.game.refusing, by: Table.bob)
        #expect(table.model.news?.text == "Draw declined.")
        #expect(table.model.game.mayOffer(.draw, Table.ann.id) == nil)
        table.type("dz")
        #expect(table.model.game.offer == nil && table.model.news?.isWarning == true)
    }

    @Test("A takeback can be requested and granted") func aTakebackIsAskedAndGranted() {
        var table = game("h8 i9 h9")
        table.type("u")
        #expect(table.model.game.offer?.description == "takeback x")
        table.change(table.model.game.refusing, by: Table.bob)
        table.play("a1", by: Table.bob)
        table.change(table.model.game.offering(Offer(.takeback, by: .o)), by: Table.bob)
        #expect(table.picture().contains("Bob asks for a takeback"))
        table.type("u")  // the same key answers
        #expect(table.model.game.moves.count == 3)
    }

    @Test("The message about a takeback names every move that was taken back")
    func takebackNamesItsMoves() {
        var table = game("h8 i9 h9")
        table.change(table.model.game.offering(Offer(.takeback, by: .x)), by: Table.ann)
        table.change(table.model.game.takingBack(1), by: Table.bob)
        #expect(table.model.news?.text == "Move 3 was taken back.")
        table.play("h9", by: Table.ann)
        table.play("a1", by: Table.bob)
        table.change(table.model.game.offering(Offer(.takeback, by: .x)), by: Table.ann)
        table.change(table.model.game.takingBack(2), by: Table.bob)
        #expect(table.model.news?.text == "Moves 3 and 4 were taken back.")
        #expect(GermanWords().movesTakenBack(3...6) == "Die Züge 3 bis 6 wurden zurückgenommen.")
    }

    @Test("A person playing both sides takes moves back without asking") func aloneOneTakesBackAtOnce() {
        var table = Table()
        table.type("bh8\n")
        table.type("u")
        #expect(table.model.game.moves.isEmpty)
        table.type("r")
        #expect(table.model.input == .abort)
        table.type("y")
        #expect(table.model.game.reason == .aborted)
        table.type("a")
        #expect(table.model.news?.text == "No analysis of this game is available.", "after a game without moves")
    }

    @Test("A rematch swaps sides and keeps the clock") func aRematchSwapsSides() {
        var table = game("h8 i9", clock: "300+5")
        table.change(table.model.game.resigning(.x), by: Table.ann)
        table.type("g")
        #expect(table.model.game.offer?.description == "rematch x")
        table.type("x")
        table.change(table.model.game.offering(Offer(.rematch, by: .o)), by: Table.bob)
        table.type("y")
        #expect(table.model.game.number == 2 && table.model.game.seats == ByStone(x: Table.bob.id, o: Table.ann.id))
        #expect(table.model.game.terms.clock?.description == "300+5")
    }

    @Test("Swap2 can be played by keys") func swap2IsPlayedByKeys() {
        var table = game(opening: .swap2)
        #expect(table.picture().contains("Place stone 1 (X)."))
        table.type("h8\nh9\ni10\n")
        #expect(table.model.game.moves.count == 3 && table.picture().contains("Bob is choosing."))
        table.type("1")
        #expect(table.model.game.phase == .side)
        table.change(table.model.game.choosing(.more), by: Table.bob)
        #expect(table.model.news?.text == "Bob adds two stones; then the other player chooses.")
        table.play("a1", by: Table.bob)
        table.play("b2", by: Table.bob)
        let picture = table.picture()
        #expect(
            picture.contains("Choose with a digit:") && picture.contains("1  play X") && picture.contains("2  play O"))
        same(table.type("h7\n"), [])
        #expect(table.model.news?.text == EnglishWords().chooseFirstByDigit)
        table.type("2")
        #expect(table.model.game.phase == nil && table.model.game.seats.o == Table.ann.id)
        #expect(table.model.game.mayOffer(.takeback, Table.ann.id) == nil)
    }

    @Test("The fifth moves of an opening are shown, and one can be picked") func fifthMovesAreOfferedAndPicked() {
        var table = game(opening: .rif, rule: .renju)
        #expect(table.picture().contains("Place stone 1 (X) in the centre."))
        same(table.type("a1\n"), [])
        #expect(table.model.news?.text == "The opening does not allow a1: choose a point in the centre.")
        table.type("h8\nh9\ni10\n")
        table.change(table.model.game.choosing(.swap), by: Table.bob)  // Ann plays O now
        table.type("j8\n")
        #expect(table.model.game.phase == .offer && table.picture().contains("Bob has 2 fifth moves left to offer."))
        for name in ["g7", "k5"] {
            table.change(table.model.game.offeringFifth(table.model.game.size.point(named: name)!), by: Table.bob)
        }
        #expect(table.picture().contains("Pick one of the marked points") && table.picture().contains("◇"))
        same(table.type("a1\n"), [])
        table.type("k5\n")
        #expect(table.model.game.phase == nil && table.model.game.moves.count == 5)
    }

    /// Returns the cell of a point as it is drawn.
    private func cell(_ name: String, of table: Table, isUnicode: Bool = true) throws -> Canvas.Cell {
        let board = try #require(PlayLayout(size: .standard, screen: table.model.screen).board)
        let point = try #require(BoardSize.standard.point(named: name))
        return PlayScreen.draw(table.model, isUnicode: isUnicode, now: 0)[board.column(point), board.row(point)]
    }

    @Test("Points that renju forbids are marked on the turn of X, and cannot be played")
    func forbiddenPointsAreMarked() throws {
        var table = game("h8 a1 i8 c1 j10 a3 j11", rule: .renju)
        #expect(try cell("j8", of: table).text == "┼", "it is O's turn")
        table.play("o15", by: Table.bob)
        let marked = try cell("j8", of: table)
        #expect(marked.text == "╳" && marked.style.contains(.red))
        #expect(try cell("j8", of: table, isUnicode: false).text == "%")
        #expect(try cell("k8", of: table).text == "┼")
        same(table.press([.paste("j8"), .enter]), [])
        #expect(table.model.news?.text == "j8 is forbidden to X: double three.")
        table.type("g8\n")
        #expect(try cell("j8", of: table).text != "╳", "after the move")
        table.change(table.model.game.offering(Offer(.takeback, by: .x)), by: Table.ann)
        table.change(table.model.game.takingBack(1), by: Table.bob)
        #expect(try cell("j8", of: table).text == "╳", "after the takeback")
        table.model.me = Table.bob
        #expect(try cell("j8", of: table).text == "┼", "O may play there")
        let free = game("h8 a1 i8 c1 j10 a3 j11 o15")
        #expect(try cell("j8", of: free).text == "┼", "no other rule forbids the point")
    }

    @Test("A win over an absent opponent can be claimed after the announced time") func aGoneOpponentsGameIsClaimed() {
        var table = game("h8 i9")
        table.model.clockOffset = 1_000
        table.happen(.absence(Absence(side: .o, claimableAt: 61_000)))
        #expect(table.picture(now: 13_000).contains("Bob has left. You can claim victory in 47 s."))
        #expect(table.model.nextChange(now: 13_000) == 1_000)
        table.type("v", now: 13_000)
        #expect(table.model.news?.text == EnglishWords().nothingToClaim)
        #expect(table.picture(now: 60_000).contains("Press v to claim victory"))
        #expect(table.model.nextChange(now: 60_000) == nil)
        let effects = table.model.press(.character("v"), now: 60_000)
        same(effects, [.send(Delta(changes: [.init("result", .string("x")), .init("reason", .string("abandoned"))]))])
    }

    @Test("A narrow screen also shows clocks, offers and choices") func aNarrowScreenHasClocksAndOffersToo() {
        var table = game("h8 i9", clock: "600/5x30")
        table.model.screen = .init(width: 34, height: 19)
        #expect(table.picture().contains(" Your turn: X     X 10:00 O 10:00"))
        table.change(table.model.game.offering(Offer(.draw, by: .o)), by: Table.bob)
        #expect(table.picture().contains(" Bob offers a draw. Press y to\n accept, x to decline."))
        #expect(table.picture().contains("X 10:00 O 10:00"), "the offer has displaced the clocks")
        table = game(opening: .swap2)
        table.model.screen = .init(width: 34, height: 19)
        for name in ["h8", "h9", "i10"] { table.play(name, by: Table.ann) }
        table.change(table.model.game.choosing(.more), by: Table.bob)
        for name in ["a1", "b1"] { table.play(name, by: Table.bob) }
        #expect(table.picture().contains(" Choose with a digit:"))
        #expect(table.picture().contains(" 1 play X  2 play O"))
        table = game(opening: .soosorv8, rule: .renju)
        table.model.screen = .init(width: 34, height: 19)
        for name in ["h8", "h9", "i10"] { table.play(name, by: Table.ann) }
        table.change(table.model.game.choosing(.swap), by: Table.bob)
        table.play("a1", by: Table.ann)
        #expect(table.picture().contains(" 1-8: number of fifth moves"))
    }

    @Test("Chat is readable in small windows, including one's own messages", arguments: [(60, 20), (34, 19)])
    func chatInSmallWindows(width: Int, height: Int) {
        var table = game("h8 i9")
        table.model.screen = .init(width: width, height: height)
        func say(_ text: String, by person: Participant) {
            table.hear(.said(room: table.room.name, .init(by: person, at: 1, id: text, text: text)))
        }
        for number in 1...40 { say("line \(number)", by: Table.bob) }
        say("hello", by: Table.ann)
        #expect(table.picture().contains("Ann: hello"))
        table.type("c")
        #expect(table.picture().contains("Bob: line 40") && table.picture().contains("Ann: hello"))
        #expect(table.picture().contains("Say:"))
        table.press([.escape])
        #expect(table.picture().contains("●"), "the board is visible again")
    }

    @Test("If the keys have no row of their own, they share the row of the messages")
    func keysInTheSmallestWindow() {
        var table = Table(width: 60, height: 24)
        var terms = GameTerms()
        terms.size = BoardSize(20)!
        table.change(table.model.game.newGame(terms, seats: .init(both: Table.ann.id)), by: Table.ann)
        #expect(PlayLayout(size: terms.size, screen: table.model.screen).hintRow == nil)
        #expect(table.picture().contains(" Arrows Enter move"))
        table.type("z")
        #expect(table.picture().contains("! z does nothing here.") && !table.picture().contains("Arrows Enter move"))
        table.press([.escape])
        #expect(table.picture().contains(" Arrows Enter move"))
    }

    @Test("No timer runs unless a clock runs") func noTimerRunsWithoutAClockThatRuns() {
        var table = game("h8 i9")
        #expect(table.model.nextChange(now: 0) == nil)
        table = game("h8", clock: "300+5")
        table.model.clockOffset = 0
        #expect(table.model.nextChange(now: 0) == nil)  // O has not moved yet
        table.play("i9", by: Table.bob)
        #expect(table.model.nextChange(now: 1_000) != nil)
        table.change(table.model.game.resigning(.o), by: Table.bob)
        #expect(table.model.nextChange(now: 1_000) == nil)
    }

    @Test("Chat messages of a muted participant are hidden until the participant is unmuted")
    func theLinesOfAMutedParticipantAreNotShown() {
        var table = Table()
        table.type("p")
        #expect(table.picture().contains("Ann (you)") && table.picture().contains("Here: 2"))
        same(table.press([.enter]), [])  // a player cannot mute themselves
        same(table.press([.down, .enter]), [.keepMuted([Table.bob.id])])
        #expect(table.picture().contains("Bob (muted)"))
        table.press([.escape])
        table.hear(.said(room: table.room.name, .init(by: Table.bob, at: 1, id: "s1", text: "silenced")))
        #expect(!table.picture().contains("silenced"))
        same(table.press([.character("p"), .down, .enter]), [.keepMuted([])])
        table.press([.escape])
        #expect(table.picture().contains("silenced"))
    }

    @Test("Everyone is told when hints are allowed, and players are told the key for them")
    func bothAreToldOfHints() {
        for asker in [Stone.x, .o] {
            var table = game("h8 i9")
            let (one, other) = asker == .x ? (Table.ann, Table.bob) : (Table.bob, Table.ann)
            table.change(table.model.game.offering(Offer(.hints, by: asker)), by: one)
            table.change(Intent.allowHints.delta, by: other)
            #expect(table.model.news?.text == "Hints are allowed now. Press t on your turn to get one.")
        }
        var watched = Table(mode: .watch)
        watched.model.me = nil
        watched.start("h8 i9")
        watched.change(watched.model.game.offering(Offer(.hints, by: .x)), by: Table.ann)
        watched.change(Intent.allowHints.delta, by: Table.bob)
        #expect(watched.model.news?.text == "Both players may take hints now.")
    }

    @Test("A hint is shown only for its own move") func aHintIsShownForItsMoveOnly() throws {
        var table = game("h8 i9")
        // Between two people both must agree, and the opponent is notified of each hint.
        same(table.type("t"), [.send(table.model.game.offering(Offer(.hints, by: .x)))])
        table.change(table.model.game.offering(Offer(.hints, by: .o)), by: Table.bob)
        #expect(table.model.game.mayAnswer(Table.ann.id)?.kind == .hints)
        same(table.type("t"), [.send(Intent.allowHints.delta)])
        table.change(Intent.allowHints.delta, by: Table.ann)
        same(table.type("t"), [.hint])
        let hint = try #require(
            Notice(
                Array(
                    #"{"type":"hint","room":"lunch","id":"h","move":3,"cell":"7,6","score":12,"line":["7,6","0,0"]}"#
                        .utf8)
            ).hint)
        table.model.show(hint)
        #expect(table.model.news?.text == "Hint: h9. Then perhaps a15." && table.picture().contains("◆"))
        table.type("h9\n")
        #expect(!table.picture().contains("◆"))
        table.model.show(hint)
        #expect(table.model.advice == nil)
    }

    @Test("Ratings and their changes are shown beside the names") func ratingsStandBesideTheNames() throws {
        var table = Table()
        func profile(_ rating: Int) throws -> PersonProfile {
            let text =
                #"{"id":"p-bob","name":"Bob","ratings":[{"rule":"freestyle","speed":"blitz","rating":\#(rating)}]}"#
            return try #require(PersonProfile(JSONParser.parse(Array(text.utf8))))
        }
        #expect(table.model.ratedSituation == nil)
        let state = #"{"game":"1","rule":"freestyle","clock":"300+5","rated":"yes","x":"p-bob","o":"p-ann","move":"0"}"#
        func snapshot(_ state: String) -> String {
            #"{"type":"snapshot","room":"lunch","kind":"gomoku","epoch":"k1","rev":9,"state":\#(state),"participants":[{"id":"p-bob","name":"Bob"}]}"#
        }
        var mirror = RoomMirror(room: table.room.name)
        table.model.apply(mirror.apply(try Notice(Array(snapshot(state).utf8))), mirror: mirror)
        table.model.show(try profile(1500))
        #expect(table.picture().contains("X Bob 1500"))
        let before = table.model.ratedSituation
        let over = state.replacing("}", with: #","result":"x","reason":"resign"}"#)
        table.model.apply(mirror.apply(try Notice(Array(snapshot(over).utf8))), mirror: mirror)
        #expect(table.model.ratedSituation != before)
        table.model.show(try profile(1662))
        #expect(table.picture().contains("X Bob 1662 +162"))
    }

    @Test("The report of a finished game can be opened, read and closed") func theReportOfAGame() throws {
        var table = game("h8 i9")
        same(table.type("ry"), [.send(table.model.game.resigning(.x))])
        same(table.type("a"), [.report(game: 1)])
        let json = try JSONParser.parse(
            Array(
                #"{"room":"lunch","game":1,"moves":[{"move":1,"cell":"7,7","score":144,"best":"7,7","bestScore":144,"kind":"good"},{"move":2,"cell":"8,6","score":-29990,"best":"8,8","bestScore":-20,"kind":"blunder"}],"events":[{"kind":"lost","move":2,"side":"o","line":["7,6","0,0","7,5"]}],"summary":{"x":{"accuracy":100},"o":{"accuracy":31},"turningPoint":2}}"#
                    .utf8))
        table.model.input = .report(ReportView(try #require(GameReport(json)), size: .standard))
        let picture = table.picture()
        let places = [
            "!  Move 2: this move of O lost. Here is why.", "  3. h9 a15 h10",
            "accuracy: X 100% · O 31%", "turning point: move 2",
            "  1. X h8     85%  good",
        ].map { picture.firstRange(of: $0)?.lowerBound ?? picture.endIndex }
        #expect(places == places.sorted() && !places.contains(picture.endIndex), "events first, then grades")
        #expect(picture.contains("!    2. O i9    lost  blunder: i7 44%"))
        #expect(picture.contains(EnglishWords().reportKeys))
        let report = table.model.input
        table.press([.down, .up, .end, .escape])
        #expect(table.model.input == .board)
        table.model.input = report
        table.type("q")
        #expect(table.model.input == .board)
        table.model.input = report
        same(table.type("l"), [.lobby])
    }

    @Test("A second press of an offer's key says that the offer was sent")
    func sentOffer() {
        var table = game("h8 i9")
        table.change(table.model.game.resigning(.x), by: Table.ann)
        table.type("g")
        same(table.type("g"), [])
        #expect(table.model.news?.text == EnglishWords().offersByYou(.rematch))
    }

    @Test("A visitor who asks for a new game while a seat is open is told how to take the seat")
    func seatInsteadOfNewGame() {
        var table = Table()
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: Table.bob.id, o: nil)), by: Table.bob)
        same(table.type("n"), [])
        #expect(table.model.news?.text == EnglishWords().seatOpenPressJ("O"))
    }

    private func same(
        _ found: [PlayModel.Effect], _ expected: [PlayModel.Effect], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found == expected, sourceLocation: sourceLocation)
    }
}

extension Notice {
    fileprivate var hint: Hint? { if case .hint(let hint) = self { hint } else { nil } }
}
