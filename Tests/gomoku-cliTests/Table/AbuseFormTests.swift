import Client
import GameState
import Testing

@testable import gomoku_cli

/// Tests of reports to the operator, and of new games for the partner at the table.
@Suite struct AbuseFormTests {
    @Test("The list of people opens the form, whose report has the reason and the user's words")
    func report() {
        var table = Table()
        table.start("h8")
        table.type("p")
        table.press([.down, .character("r")])
        #expect(table.picture().contains("Report a player") && table.picture().contains("< Insults or threats >"))
        table.press([.down])
        table.type("Bot!")
        #expect(table.picture().contains("Bot!_") && table.picture().contains("< Uses a program >"))
        #expect(table.press([.enter]) == [.reportAbuse(Table.bob.id, "[cheating] Bot!")])
        #expect(table.model.input == .board)
    }

    @Test("With the mouse alone a player is reported")
    func mouse() throws {
        var table = Table()
        table.start("h8")
        table.type("p")
        table.press([.down])
        func click(_ text: String, offset: Int = 0) throws -> [PlayModel.Effect] {
            table.press(try PlayScreen.draw(table.model, now: 0).click(text, offset: offset))
        }
        #expect(try click("r reports").isEmpty)
        #expect(try click("< Insults or threats >", offset: 3).isEmpty)
        #expect(table.picture().contains("< Uses a program >"))
        #expect(try click("< Uses a program >").isEmpty && table.picture().contains("< Insults or threats >"))
        #expect(try click("Enter sends") == [.reportAbuse(Table.bob.id, "[insults]")])
        table.type("p")
        table.press([.down])
        #expect(try click("r reports").isEmpty && click("Esc closes").isEmpty)
        guard case .people = table.model.input else { return #expect(Bool(false), "Esc goes back to the list") }
    }

    @Test("Users cannot report themselves, and Esc sends nothing")
    func closed() {
        var table = Table()
        table.type("p")
        table.press([.home, .character("r")])
        guard case .people = table.model.input else { return #expect(Bool(false), "Ann is the first in the list") }
        table.press([.down, .character("r"), .escape])
        guard case .people = table.model.input else { return #expect(Bool(false), "Esc goes back to the list") }
    }

    @Test("A report never has more bytes than the server accepts")
    func limit() {
        var form = AbuseForm(Table.bob)
        form.press(.paste(String(repeating: "👨‍👩‍👧‍👦", count: 1_000)))
        #expect(form.report.utf8.count <= AbuseForm.byteLimit && form.report.hasPrefix("[insults] 👨‍👩‍👧‍👦"))
    }

    @Test("n offers the partner a rematch, or another game whose second seat is open")
    func partner() throws {
        var table = Table()
        table.start("h8 i9")
        table.change(table.model.game.resigning(.x), by: Table.ann)
        table.type("n")
        guard case .newGame(let form) = table.model.input else { return #expect(Bool(false), "no form") }
        #expect(form.opponent == .partner && form.isRematch(of: table.model.game, me: Table.ann.id))
        #expect(table.picture().contains("Opponent") && table.picture().contains("Bob"))
        #expect(table.press([.enter]) == [.send(table.model.game.offering(Offer(.rematch, by: .x)))])
        #expect(table.model.game.offer == Offer(.rematch, by: .x))
        table.press([.character("x"), .character("n"), .right, .enter])
        let game = table.model.game
        #expect(game.number == 2 && game.rule == .standard, "other terms are another game")
        #expect(game.seats.o == Table.ann.id && game.seats.x == nil, "the seat is open for Bob")
    }

    @Test("Without another participant the form asks for anyone, and the computer can be chosen")
    func alone() {
        var form = NewGameForm(after: GameView(), me: Table.ann.id)
        #expect(form.opponent == .anybody && !form.isRematch(of: GameView(), me: Table.ann.id))
        form = NewGameForm(after: GameView(), me: Table.ann.id, partner: "Bob")
        while form.row != .opponent { form.press(.down) }
        form.press(.left)
        #expect(form.opponent == .computer(level: 10))
        form.press(.right)
        #expect(form.opponent == .partner && form.seats(of: Table.ann.id) == ByStone(x: Table.ann.id, o: nil))
    }
}
