import ArgumentParser
import GameState
import Robot
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct BotPiecesTests {
    @Test(
        "An unquoted option of the engine is refused with the quoted command",
        arguments: [
            (["--engine", "/e", "engine", "--level", "3", "http://h:1", "lunch"], "--level", "/e engine --level 3"),
            (["--engine", "/e", "--depth=3", "--seek", "any"], "--depth=3", "/e --depth=3"),
            (["--engine", "/e", "--time", "50", "-v", "http://h:1", "lunch"], "-v", "/e -v"),
        ])
    func unquoted(arguments: [String], option: String, command: String) throws {
        let error = #expect(throws: (any Error).self) { try BotCommand.parse(arguments) }
        let sentence = BotCommand.message(for: try #require(error))
        #expect(sentence.contains("\(option) is not an option of bot."), "\(sentence)")
        #expect(sentence.contains("--engine \"\(command)\"."), "\(sentence)")
    }

    @Test("The places of a bot may follow the engine's path, other options or two dashes")
    func places() throws {
        for arguments in [
            ["--engine", "/e --level 3", "--log", "--", "http://h:1", "lunch", "tea"],
            ["--engine", "/e", "http://h:1", "lunch", "tea"],
            ["http://h:1", "lunch", "tea", "--engine", "/e"],
        ] {
            let bot = try BotCommand.parse(arguments)
            #expect(
                try BotArguments.split(engine: bot.engine, places: bot.places).places == ["http://h:1", "lunch", "tea"])
        }
        let error = #expect(throws: (any Error).self) {
            try BotCommand.parse(["--engine", "/e", "--time", "50", "3", "http://h:1", "lunch"])
        }
        let sentence = BotCommand.message(for: try #require(error))
        #expect(sentence.contains("\"3\" is neither a server nor a room"), "\(sentence)")
    }

    private let me = ParticipantID("p-me"), other = ParticipantID("p-other"), robot = ParticipantID("robot:3")

    private func game(
        _ number: Int = 4, x: ParticipantID?, o: ParticipantID?, _ change: (inout GameTerms) -> Void = { _ in }
    ) throws -> Game {
        var terms = GameTerms()
        change(&terms)
        return try Game(number: number, terms: terms, seats: ByStone(x: x, o: o))
    }

    private func values(_ delta: Delta) -> [String: String] {
        Dictionary(uniqueKeysWithValues: delta.changes.map { ($0.key, $0.value?.string ?? "-") })
    }

    @Test("A bot starts the first game of a room with its rule and side") func theFirstGameOfARoom() {
        let next = BotNewGame(after: nil, by: me, side: nil, rule: .renju)
        #expect(values(next.delta) == ["game": "1", "rule": "renju", "x": "p-me"])
        #expect(
            values(BotNewGame(after: nil, by: me, side: .o, rule: .caro).delta) == [
                "game": "1", "rule": "caro", "o": "p-me",
            ])
    }

    /// Sides change, and all other terms stay. A game of other players is ignored.
    @Test("A bot's next game keeps the terms and changes sides, unless others played the last one")
    func theNextGame() throws {
        let old = try game(x: me, o: other) { terms in
            terms.rule = .standard
            terms.size = BoardSize(19)!
            terms.clock = ClockSetting("60+1")
            terms.opening = .swap2
        }
        let next = BotNewGame(after: old, by: me, side: nil, rule: .freestyle)
        #expect(next.number == 5 && next.terms == old.terms)
        #expect(
            values(next.delta) == [
                "game": "5", "rule": "standard", "size": "19", "opening": "swap2", "clock": "60+1", "o": "p-me",
            ])
        #expect(values(BotNewGame(after: old, by: me, side: .x, rule: .freestyle).delta)["x"] == "p-me")
        let others = try game(x: other, o: robot) { $0.rule = .caro }
        #expect(
            values(BotNewGame(after: others, by: me, side: .x, rule: .freestyle).delta) == [
                "game": "5", "rule": "freestyle", "x": "p-me", "o": "robot:3",
            ])
    }

    /// A rematch names both players with swapped sides. The server's robot takes part without an
    /// invitation.
    @Test("A rematch repeats the terms and exchanges sides") func rematches() throws {
        let old = try game(x: other, o: me)
        #expect(
            values(BotNewGame(after: old, by: me, side: nil, rule: .freestyle, isRematch: true).delta) == [
                "game": "5", "rule": "freestyle", "x": "p-me", "o": "p-other",
            ])
        // A rematch must repeat all terms. Otherwise the server refuses the rematch of a rated
        // game.
        let rated = try game(x: other, o: me) { terms in
            terms = GameTerms(clock: ClockSetting("60+1"), allowsTakebacks: false, isRated: true, isListed: true)
        }
        #expect(
            values(BotNewGame(after: rated, by: me, side: nil, rule: .freestyle, isRematch: true).delta) == [
                "game": "5", "rule": "freestyle", "clock": "60+1", "takebacks": "no", "rated": "yes", "listed": "yes",
                "x": "p-me", "o": "p-other",
            ])
        let robots = try game(x: me, o: robot)
        #expect(
            values(BotNewGame(after: robots, by: me, side: nil, rule: .freestyle).delta) == [
                "game": "5", "rule": "freestyle", "x": "robot:3", "o": "p-me",
            ])
    }

    @Test("A move onto a stone or off the board is a fault") func faultsOfMoves() throws {
        var room = Room(name: RoomName("a")!, kind: .gomoku, epoch: "k", host: me)
        let start = Delta(changes: [
            .init("game", .string("1")), .init("x", .string("p-me")), .init("o", .string("p-me")),
        ])
        for delta in [start, Intent.move(1, to: Point(column: 7, row: 7)).delta] {
            _ = room.judge(DeltaRequest(room: room.name, id: "\(room.rev)", delta: delta), by: me, now: 1)
        }
        let game = try #require(room.game)
        #expect(game.fault(of: Point(column: 7, row: 7)) == "There is a stone on h8 already.")
        #expect(game.fault(of: Point(column: 15, row: 0)) == "The point is off the board.")
        #expect(game.fault(of: Point(column: 8, row: 7)) == nil)
    }

    @Test("A bot's time for a move follows the game's clock") func timesOfClocks() throws {
        let none = BotTime(try game(x: me, o: other), .x, now: 5)
        #expect(none.left == nil && none.step == 0 && none.forOpening(of: 700) == 700)
        let fischer = BotTime(try game(x: me, o: other) { $0.clock = ClockSetting("60+2") }, .x, now: 5)
        #expect(fischer.left == 60_000 - BotTime.netMargin && fischer.step == 1_800)
        #expect(fischer.forOpening(of: 10_000) == fischer.left! / 20 && fischer.forOpening(of: 100) == 100)
        let byoyomi = BotTime(try game(x: me, o: other) { $0.clock = ClockSetting("0/3x10") }, .o, now: nil)
        #expect(byoyomi.step == 5_000 && (byoyomi.left ?? 0) >= 10_000 - BotTime.netMargin)
    }

    @Test("A bot stops after the wanted number of games, or after too many lost ones in a row") func aTallyOfGames() {
        var tally = BotTally(games: 2)
        #expect([tally.isNews(1), tally.isNews(1), tally.isNews(2)] == [true, false, true])
        #expect(tally.played(1) == .goOn)
        tally.giveUp(2)
        #expect(tally.isLost(2) && !tally.isLost(1))
        #expect(tally.played(2) == .done(ExitStatus.unavailable))
        var endless = BotTally(games: nil)
        for number in 1...BotTally.failureLimit { endless.giveUp(number) }
        #expect((1...BotTally.failureLimit).map { endless.played($0) } == [.goOn, .goOn, .hopeless(failures: 3)])
        #expect(endless.played(9) == .goOn)
    }

    @Test("A bot gives up after too many refusals in a row") func aTallyOfRefusals() {
        var tally = BotTally(games: nil)
        for _ in 1...BotTally.refusalLimit {
            let isEnough = tally.refused()
            #expect(!isEnough)
        }
        let isEnough = tally.refused()
        #expect(isEnough)
        tally.accepted()
        let again = tally.refused()
        #expect(!again)
    }
}
