import Client
import GameState
import TestSupport
import Testing

@testable import gomoku_cli

/// Tests of the terminal's offers in a game against the computer.
@Suite struct PlayComputerTests {
    private static let robot = ParticipantID("robot:3")

    /// A game after Ann's two moves and the computer's first one.
    private func game(width: Int = 80) throws -> Table {
        var table = Table(width: width)
        let seats = ByStone<ParticipantID?>(x: Table.ann.id, o: Self.robot)
        let terms = GameTerms(rule: .renju, clock: ClockSetting("300+5"))
        table.change(table.model.game.newGame(terms, seats: seats), by: Table.ann)
        let computer = Participant(id: Self.robot, name: "")
        for (name, player) in [("h8", Table.ann), ("i9", computer), ("h9", Table.ann)] { table.play(name, by: player) }
        try #require(table.model.game.moves.count == 3)
        return table
    }

    @Test("A rematch against the computer begins at once, with exchanged sides and the same terms")
    func rematch() throws {
        var table = try game()
        let terms = table.model.game.terms
        #expect(table.model.game.rematchAtOnce(Table.ann.id) == nil, "the game goes on")
        table.type("ry")
        #expect(table.picture().contains("g rematch"))
        table.type("g")
        #expect(table.model.game.number == 2 && !table.model.game.isOver && table.model.game.offer == nil)
        #expect(table.model.game.seats == ByStone(x: Self.robot, o: Table.ann.id))
        #expect(table.model.game.terms == terms)
    }

    @Test("Spectators and people who play people start no rematch at once")
    func noRematchAtOnce() throws {
        var table = try game()
        table.type("ry")
        #expect(table.model.game.rematchAtOnce(Table.bob.id) == nil && table.model.game.rematchAtOnce(nil) == nil)
        var people = Table()
        people.start("h8 i9")
        people.type("ry")
        #expect(people.model.game.rematchAtOnce(Table.ann.id) == nil)
        people.type("g")
        #expect(people.model.game.number == 1 && people.model.game.offer?.description == "rematch x")
    }

    @Test("A draw is not offered to the computer, so a narrow window shows how to resign")
    func draw() throws {
        var table = try game(width: 60)
        let picture = table.picture()
        #expect(!picture.contains("d draw") && picture.contains("r resign"))
        table.type("d")
        #expect(table.model.tick(now: 10_000).isEmpty && table.model.game.offer == nil)
        #expect(table.model.news?.text == "The computer never agrees to a draw.")
        #expect(table.model.news?.isWarning == true)
        var people = Table(width: 60)
        people.start("h8 i9 h9")
        #expect(people.picture().contains("d draw"))
        // Takebacks are possible: the computer agrees to them.
        #expect(table.model.game.mayOffer(.takeback, Table.ann.id) == .x)
    }
}
