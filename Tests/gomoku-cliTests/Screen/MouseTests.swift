import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

/// Tests of the areas that react to the mouse.
@Suite struct MouseTests {
    private static let sizes = [(60, 20), (80, 24), (120, 40), (200, 60)]

    @Test("A click on a key hint presses the key", arguments: sizes, Language.allCases)
    func footer(size: (Int, Int), language: Language) throws {
        let words = language.words
        var table = Table(width: size.0, height: size.1, words: words)
        table.start("h8 i9")
        let canvas = PlayScreen.draw(table.model, now: 0)
        #expect(try canvas.click("? \(words.keys(.help))") == [.character("?")])
        #expect(try canvas.click("q \(words.keys(.quit))", offset: 2) == [.character("q")])
        table.model.input = .newGame(.init(after: table.model.game, me: Table.ann.id))
        let form = PlayScreen.draw(table.model, now: 0)
        #expect(form.meaning(of: .click(column: 1, row: size.1 - 1)) == [.enter])
        #expect(try form.click("\(words.keyNames(.escape)) \(words.keys(.leaves))") == [.escape])
    }

    @Test("Help and quit are the last hints to leave a narrow row", arguments: Language.allCases)
    func lastHints(language: Language) {
        let words = language.words
        var table = Table(words: words)
        table.start("h8 i9")
        let (help, quit) = ("? \(words.keys(.help))", "q \(words.keys(.quit))")
        let least = SafeText(help).width + SafeText(quit).width + 4
        for width in [least, 30, 34, 40, 60, 80, 120, 200] where width >= least {
            var canvas = Canvas(width: width, height: 1)
            canvas.put(PlayHints.now(table.model), 1, 0, words)
            #expect(canvas.picture.contains(help) && canvas.picture.contains(quit), "\(canvas.picture)")
        }
    }

    @Test(
        "Each named key is pressed by a click on its hint, and a help's last sentence closes it",
        arguments: Language.allCases)
    func namedKeys(language: Language) throws {
        let words = language.words
        // The names of several keys stand for none of them.
        for name in NamedKey.allCases where ![.arrows, .upDown].contains(name) {
            let key = try #require(name.key)
            var canvas = Canvas(width: 40, height: 1)
            canvas.put([(key: words.keyNames(name), words: "x")], 1, 0, words)
            #expect(try canvas.click(words.keyNames(name)) == [key])
        }
        for height in [40, 12] {
            let screen = Terminal.Size(width: 80, height: height)
            var canvas = Canvas(width: screen.width, height: screen.height)
            PlayDialog.help(words.help(canPlay: true), words, first: 0, on: screen).draw(on: &canvas)
            let footer = height == 40 ? words.anyKeyGoesBack : words.helpKeys
            #expect(try canvas.click(footer, offset: SafeText(footer).width - 1) == [.escape])
        }
    }

    @Test("A dialog's footer and rows react to clicks, and a click beside it closes it", arguments: Language.allCases)
    func dialogs(language: Language) throws {
        let words = language.words
        var table = Table(width: 100, height: 30, words: words)
        table.start("h8 i9")
        table.model.input = .newGame(.init(after: table.model.game, me: Table.ann.id))
        func press(_ key: Key) { table.press(PlayScreen.draw(table.model, now: 0).meaning(of: key)) }
        func form() -> NewGameForm? { if case .newGame(let form) = table.model.input { form } else { nil } }
        let canvas = PlayScreen.draw(table.model, now: 0)
        // A click on another row chooses it, and on the value changes it.
        let row = try #require(canvas.place(of: words.label(.term(.size))))
        press(.click(column: row.column, row: row.row))
        #expect(form()?.row == .term(.size))
        let value = try #require(PlayScreen.draw(table.model, now: 0).place(of: "< 15×15 >"))
        press(.click(column: value.column + 4, row: value.row))
        #expect(form()?.terms.size == BoardSize(17))
        press(.click(column: value.column, row: value.row))
        press(.click(column: value.column, row: value.row))
        #expect(form()?.terms.size == BoardSize(13))
        press(.wheel(.down, column: value.column, row: value.row))
        #expect(form()?.row == .term(.clock))
        let footer = try #require(PlayScreen.draw(table.model, now: 0).place(of: words.formKeys(looks: false)))
        let ends = PlayScreen.draw(table.model, now: 0).meaning(
            of: .click(column: footer.column + SafeText(words.formKeys(looks: false)).width - 1, row: footer.row))
        #expect(ends == [.escape])
        press(.click(column: 0, row: 2))
        #expect(table.model.input == .board, "a click beside the dialog closes it")
        for dialog in [words.formKeys(looks: true), words.formKeys(looks: false)] {
            #expect(clickable(dialog, words) == [.enter, .escape], "\(dialog)")
        }
        #expect(clickable(words.peopleKeys, words) == [.enter, .character("r"), .escape])
        #expect(clickable(words.reportKeys, words) == [.escape, .character("l")])
    }

    /// Returns the keys of a footer's parts.
    private func clickable(_ footer: String, _ words: any Words) -> [Key] {
        let dialog = PlayDialog(title: "", rows: [], footer: footer, keyNames: words.dialogKeys)
        let layout = PlayDialogLayout(dialog, width: 80, end: 24, isUnicode: true)
        #expect(layout.footer.flatMap { $0 }.map(\.text.text).joined() == footer)
        return layout.footer.flatMap { $0 }.compactMap(\.key)
    }

    @Test("A click on a person in the list selects them, and a second one mutes them")
    func people() throws {
        var table = Table()
        table.type("p")
        func click() throws -> [PlayModel.Effect] {
            let canvas = PlayScreen.draw(table.model, now: 0)
            let row = try #require(canvas.place(of: "Here: 2"))
            let bob = (row.row + 1..<row.row + 4).first { canvas.line($0).contains("Bob") }
            return table.press(
                canvas.meaning(of: .click(column: row.column + 4, row: try #require(bob))))
        }
        #expect(try click().isEmpty)
        #expect(try click() == [.keepMuted([Table.bob.id])])
    }

    @Test("A click on a move of the analysis shows its position")
    func analysis() throws {
        var table = Table()
        table.start("h8 i9 h9 i8")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        let moves = ["7,7", "8,6", "7,6", "8,7"].enumerated().map { number, cell in
            #"{"move":\#(number + 1),"cell":"\#(cell)","score":1,"kind":"good"}"#
        }.joined(separator: ",")
        let json = try JSONParser.parse(Array(#"{"room":"lunch","game":1,"moves":[\#(moves)]}"#.utf8))
        table.model.input = .report(ReportView(try #require(GameReport(json)), size: .standard))
        table.press(try PlayScreen.draw(table.model, now: 0).click("2. O i9"))
        #expect(table.model.input == .board && table.model.shownMoves == 2)
    }

    @Test("An open seat and a choice of an opening can be clicked")
    func seatsAndChoices() throws {
        var table = Table()
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: Table.bob.id, o: nil)), by: Table.bob)
        let canvas = PlayScreen.draw(table.model, now: 0)
        #expect(try canvas.click("open seat") == [.character("j")])
        table.press(try canvas.click("open seat"))
        #expect(table.model.game.seats.o == Table.ann.id)
        var opening = Table()
        var terms = GameTerms()
        terms.opening = .swap
        opening.change(opening.model.game.newGame(terms, seats: .init(x: Table.bob.id, o: nil)), by: Table.bob)
        opening.type("j")
        for point in ["h8", "h9", "i8"] { opening.play(point, by: Table.bob) }
        let choice = try #require(opening.model.rights.choices.last)
        let text = "\(opening.model.rights.choices.count)  \(EnglishWords().choices(choice))"
        let keys = try PlayScreen.draw(opening.model, now: 0).click(text)
        #expect(keys == [.character("2")])
    }

    @Test("While the user types a message, the wheel over the board types nothing")
    func typing() {
        var table = Table()
        table.start("h8 i9")
        table.press([.character("c")])
        let keys = PlayScreen.draw(table.model, now: 0).meaning(of: .wheel(.up, column: 10, row: 10))
        #expect(keys.isEmpty)
    }

    @Test(
        "In the lobby a click selects an entry and a second one opens it, and the wheel moves the selection",
        arguments: sizes)
    func lobby(size: (Int, Int)) throws {
        var model = LobbyModel(newRoom: RoomName("calm-otter-42")!, words: EnglishWords())
        model.status = .online
        var mirror = RoomMirror(room: .lobby)
        let games = (10...40).map { number in
            #""play.red-fox-\#(number)":{"x":{"name":"Kim \#(number)"},"o":{"name":"李小龙"},"rule":"freestyle"}"#
        }.joined(separator: ",")
        let text =
            #"{"type":"snapshot","room":"~lobby","kind":"lobby","epoch":"k1","rev":3,"state":{\#(games)},"participants":[]}"#
        _ = mirror.apply(try Notice(Array(text.utf8)))
        model.show(mirror)
        let screen = Terminal.Size(width: size.0, height: size.1)
        func press(_ key: Key) -> [LobbyModel.Effect] {
            LobbyScreen.draw(model, on: screen, isUnicode: true, now: 0).meaning(of: key).flatMap {
                model.press($0, now: 0)
            }
        }
        let place = try #require(
            LobbyScreen.draw(model, on: screen, isUnicode: true, now: 0).place(of: "Kim 13"))
        #expect(press(.click(column: place.column, row: place.row)).isEmpty)
        #expect(model.place == 3)
        #expect(press(.wheel(.down, column: place.column, row: place.row)).isEmpty)
        #expect(model.place == 4)
        #expect(press(.wheel(.up, column: place.column, row: place.row)).isEmpty)
        let now = try #require(
            LobbyScreen.draw(model, on: screen, isUnicode: true, now: 0).place(of: "Kim 13"))
        #expect(
            press(.click(column: now.column, row: now.row)) == [.enter(RoomName("red-fox-13")!, .watch, opens: nil)])
        let ways = try #require(
            LobbyScreen.draw(model, on: screen, isUnicode: true, now: 0).place(of: "a anyone"))
        #expect(press(.click(column: ways.column + 3, row: ways.row)).isEmpty)
        if case .form = model.input {} else { Issue.record("the form was not opened") }
        _ = press(.click(column: 0, row: 1))
        #expect(model.input == .list, "a click beside the form closes it")
    }

    @Test("The line about a lost connection can be clicked to retry")
    func retry() {
        var table = Table()
        table.model.status = .offline(why: .broken, retryAt: 3_000)
        let keys = PlayScreen.draw(table.model, now: 0).meaning(of: .click(column: 3, row: 0))
        #expect(table.press(keys) == [.retryNow])
    }
}

extension Canvas {
    /// Returns the text of a row.
    fileprivate func line(_ row: Int) -> String { (0..<width).reduce(into: "") { $0 += self[$1, row].text } }
}
