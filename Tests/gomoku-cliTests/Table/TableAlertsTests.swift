import Client
import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

/// Tests of the events at a table that call the user.
@Suite struct TableAlertsTests {
    private static let eve = Participant(id: ParticipantID("p-eve"), name: "Eve")

    /// Returns the alerts of the messages that `body` causes.
    private func alerts(_ table: inout Table, _ body: (inout Table) -> Void) -> [Alert] {
        table.alerts = []
        body(&table)
        return table.alerts
    }

    @Test("The opponent's move calls the user, the own move does not")
    func turns() {
        var table = Table()
        table.start()
        let own = alerts(&table) { $0.play("h8", by: Table.ann) }
        let others = alerts(&table) { $0.play("i9", by: Table.bob) }
        #expect(own.isEmpty && others == [Alert(kind: .turn, text: "Your turn: play X.")])
        #expect(table.model.windowTitle == "Your turn: X · Five in a row · lunch")
        table.play("h9", by: Table.ann)
        #expect(table.model.windowTitle == "Five in a row · lunch")
    }

    @Test("An alert applies until the turn or the offer is over")
    func currentAlerts() {
        var table = Table()
        table.start("h8 i9")
        let turn = Alert(kind: .turn, text: "Your turn: play X.")
        let offer = Alert(kind: .offer, text: "Bob offers a draw.")
        #expect(table.model.isCurrent(turn) && !table.model.isCurrent(offer))
        table.change(table.model.game.offering(Offer(.draw, by: .o)), by: Table.bob)
        #expect(table.model.isCurrent(offer))
        table.change(table.model.game.refusing, by: Table.bob)
        #expect(!table.model.isCurrent(offer))
        table.change(table.model.game.resigning(.o), by: Table.bob)
        #expect(!table.model.isCurrent(turn))
        #expect(table.model.isCurrent(Alert(kind: .chat, text: "Bob: hello")))
    }

    @Test("A turn alerts neither spectators nor a user who plays both sides")
    func others() {
        var both = Table()
        let ofBoth = alerts(&both) {
            $0.type("b")
            $0.play("h8", by: Table.ann)
        }
        var watching = Table(mode: .watch)
        let ofWatching = alerts(&watching) { $0.start("h8 i9") }
        #expect(ofBoth.isEmpty && ofWatching.isEmpty)
    }

    @Test("An opponent who sits down, an offer and a new game call the user")
    func seatsAndOffers() {
        var table = Table()
        let seated = alerts(&table) { $0.start() }
        #expect(seated == [Alert(kind: .seat, text: "Bob plays O.")])
        table.play("h8", by: Table.ann)
        table.play("i9", by: Table.bob)
        let offer = table.model.game.offering(Offer(.draw, by: .o))
        let offered = alerts(&table) { $0.change(offer, by: Table.bob) }
        #expect(offered.map(\.kind) == [.offer] && offered.first?.text.hasPrefix("Bob offers a draw.") == true)
        table.change(table.model.game.resigning(.x), by: Table.ann)
        let next = table.model.game.newGame(GameTerms(), seats: .init(x: Table.bob.id, o: nil))
        let again = alerts(&table) { $0.change(next, by: Table.bob) }
        #expect(again == [Alert(kind: .seat, text: "Bob has started game 2: freestyle.")])
    }

    @Test("The end of a game calls a player, unless the player ended it, and no spectator")
    func ends() {
        var (table, own, watching) = (Table(), Table(), Table(mode: .watch))
        table.start("h8")
        own.start("h8")
        watching.start("h8")
        let byOther = alerts(&table) { $0.change($0.model.game.resigning(.o), by: Table.bob) }
        let byUser = alerts(&own) { $0.change($0.model.game.resigning(.x), by: Table.ann) }
        let seen = alerts(&watching) { $0.change($0.model.game.resigning(.o), by: Table.bob) }
        #expect(byOther == [Alert(kind: .end, text: "You win: resignation!")])
        #expect(byUser.isEmpty && seen.isEmpty)
        #expect(table.model.isCurrent(Alert(kind: .end, text: "")))
    }

    @Test("A chat message of another participant calls the user, unless that participant is muted")
    func chat() {
        var table = Table()
        func says(_ person: Participant, _ id: String) -> Notice {
            .said(room: table.model.room, ChatMessage(by: person, at: 1, id: id, text: "Hi\u{1B}[2J"))
        }
        let (bobs, own, muted) = (says(Table.bob, "c1"), says(Table.ann, "c2"), says(Self.eve, "c3"))
        let ofBob = alerts(&table) { $0.hear(bobs) }
        let ofUser = alerts(&table) { $0.hear(own) }
        table.model.muted = [Self.eve.id]
        let ofMuted = alerts(&table) { $0.hear(muted) }
        #expect(ofBob == [Alert(kind: .chat, text: "Bob: Hi\u{1B}[2J")] && ofUser.isEmpty && ofMuted.isEmpty)
    }

    @Test("After a reconnect the user is called if it has become their turn, but not on entering a room")
    func reconnect() {
        var table = Table()
        #expect(table.alerts.isEmpty)
        table.start("h8")
        let before = AlertSituation(table.model)
        table.play("i9", by: Table.bob)
        #expect(table.model.alert(after: .restored, from: before)?.kind == .turn)
        #expect(table.model.alert(after: .restored, from: AlertSituation(table.model)) == nil)
    }
}
