import TestSupport
import Testing

@testable import GameState

@Suite("Openings, offers and clocks in a room")
struct GameFlowTests {
    private struct Bench {
        var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: "ann")
        var now = 1_000_000
        private var count = 0

        /// Sends a delta. Returns the code of the rejection, or nil if it was accepted.
        mutating func ask(_ by: ParticipantID, _ set: [(String, JSON?)]) -> String? {
            count += 1
            let request = DeltaRequest(
                room: room.name, id: "\(count)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
            if case .rejected(let rejection) = room.judge(request, by: by, now: now) { return rejection.code.rawValue }
            #expect((try? Referee(state: room.state))?.game == room.game, "the keys describe the same game")
            return nil
        }

        mutating func move(_ by: ParticipantID, _ point: String) -> String? {
            let number = (room.game?.moves.count ?? 0) + 1
            guard let point = room.game?.size.point(named: point) else { return "no such point" }
            return ask(
                by, [("move", "\(number)"), ("col\(number)", "\(point.column)"), ("row\(number)", "\(point.row)")])
        }

        mutating func start(_ options: [(String, JSON?)] = []) {
            let number = (room.game?.number ?? 0) + 1
            #expect(ask("ann", [("game", "\(number)"), ("x", "ann")] + options) == nil)
            #expect(ask("bob", [("o", "bob")]) == nil)
        }

        func key(_ key: String) -> String? { room.state.text(key) }
    }

    @Test("In swap2 the second player may ask for two more stones, and then the first chooses a side")
    func swap2() {
        var bench = Bench()
        bench.start([("opening", "swap2")])
        #expect((bench.key("phase"), bench.key("awaits")) == ("place-1", "x"))
        #expect(bench.move("bob", "a1") == "not-your-turn")
        for point in ["h8", "i8", "j9"] { #expect(bench.move("ann", point) == nil) }
        #expect(
            (bench.key("phase"), bench.key("awaits"), bench.key("choices")) == ("choose-side", "o", "black white more"))
        #expect(bench.ask("ann", [("choice", "black")]) == "not-your-turn")
        #expect(bench.ask("bob", [("choice", "swap")]) == "bad-value")
        #expect(bench.move("bob", "a1") == "bad-value")
        #expect(bench.ask("bob", [("choice", "more")]) == nil)
        for point in ["a1", "b3"] { #expect(bench.move("bob", point) == nil) }
        #expect((bench.key("phase"), bench.key("awaits")) == ("choose-side-again", "x"))
        #expect(bench.ask("ann", [("choice", "white")]) == nil)
        #expect((bench.key("x"), bench.key("o"), bench.key("phase")) == ("bob", "ann", nil))
        #expect(bench.move("ann", "c5") == nil, "O places the sixth stone")
        #expect(bench.move("bob", "c6") == nil)
        #expect(bench.ask("ann", [("offer", "takeback o")]) == nil)
        #expect(bench.ask("bob", [("move", "5"), ("col6", nil), ("row6", nil), ("col7", nil), ("row7", nil)]) == nil)
        #expect(bench.ask("ann", [("offer", "takeback o")]) == "not-offered", "the opening cannot be taken back")
    }

    @Test("Pro puts the first stone in the centre and keeps the third out of the central square")
    func pro() {
        var bench = Bench()
        bench.start([("opening", "pro")])
        #expect(bench.move("ann", "a1") == "forbidden-move")
        #expect(bench.move("ann", "h8") == nil)
        #expect(bench.move("bob", "i8") == nil)
        #expect(bench.move("ann", "j10") == "forbidden-move")
        #expect(bench.move("ann", "k11") == nil)
        #expect(bench.key("phase") == nil)
    }

    @Test("A renju opening is accepted only under renju")
    func renjuOnly() {
        var bench = Bench()
        #expect(bench.ask("ann", [("game", "1"), ("opening", "rif")]) == "bad-value")
        #expect(
            bench.ask("ann", [("game", "1"), ("rule", "renju"), ("opening", "rif"), ("x", "ann"), ("o", "ann")]) == nil)
    }

    @Test("A forbidden move is rejected and changes nothing")
    func forbidden() {
        var bench = Bench()
        bench.start([("rule", "renju")])
        for (index, point) in ["h8", "a1", "i8", "a3", "g10", "a5", "g9", "a7"].enumerated() {
            #expect(bench.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        let rev = bench.room.rev
        #expect(bench.move("ann", "g8") == "forbidden-move")
        #expect(bench.room.rev == rev)
        #expect(bench.move("ann", "o15") == nil)
    }

    @Test("Hints between two players need both players' consent, are counted, and end when one leaves")
    func hints() {
        var bench = Bench()
        bench.start()
        #expect(bench.room.game?.allowsHints(for: .x) == false)
        #expect(bench.ask("bob", [("hints", "yes")]) == "not-offered", "no player has offered it")
        #expect(bench.ask("eve", [("offer", "hints x")]) == "not-seated")
        #expect(bench.ask("ann", [("offer", "hints x")]) == nil)
        #expect(bench.ask("ann", [("hints", "yes")]) == "not-offered", "the player who made the offer cannot accept it")
        #expect(bench.ask("bob", [("hints", "no")]) == "bad-value")
        let early = bench.room.apply(.hinted(.x), now: bench.now)
        #expect(early == nil, "before both have agreed")
        #expect(bench.ask("bob", [("hints", "yes")]) == nil)
        #expect((bench.key("hints"), bench.key("offer")) == ("yes", nil))
        #expect(bench.room.game?.allowsHints(for: .o) == true)
        #expect(bench.ask("bob", [("offer", "hints o")]) == "not-offered", "hints are already allowed")
        for count in 1...2 {
            let told = bench.room.apply(.hinted(.x), now: bench.now)
            #expect((told?.by, told?.delta.text(.hintsTaken(.x))) == (Room.server, "\(count)"))
        }
        #expect((try? Referee(state: bench.room.state))?.game == bench.room.game, "the keys describe the same game")
        #expect(bench.ask("bob", [("o", nil)]) == nil)
        #expect(bench.key("hints") == nil, "a new player has not consented")
        #expect(bench.key("xHints") == "2")
    }

    @Test("Hints need no consent alone or against a robot, and are not allowed in rated games")
    func hintsWithoutAsking() {
        var bench = Bench()
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann")]) == nil)
        #expect(bench.room.game?.allowsHints(for: .x) == true)
        #expect(bench.ask("ann", [("o", "robot:3")]) == nil)
        #expect(bench.room.game?.allowsHints(for: .x) == true)
        #expect(bench.ask("ann", [("offer", "hints x")]) == "not-offered")
        #expect(bench.ask("ann", [("game", "2"), ("x", "ann"), ("o", "ann")]) == nil)
        #expect(bench.room.game?.allowsHints(for: .o) == true)
        let rated = GameTerms(clock: ClockSetting("60+1"), isRated: true)
        let game = try? Game(number: 1, terms: rated, seats: ByStone(x: "ann", o: "bob"))
        #expect(game?.allowsHints(for: .x) == false)
    }

    @Test("A draw is offered, declined by a move, rate-limited, and agreed")
    func draw() {
        var bench = Bench()
        bench.start()
        #expect(bench.move("ann", "h8") == nil)
        #expect(bench.ask("bob", [("result", "draw"), ("reason", "agreement")]) == "not-offered")
        #expect(bench.ask("bob", [("offer", "draw x")]) == "bad-value")
        #expect(bench.ask("eve", [("offer", "draw x")]) == "not-seated")
        #expect(bench.ask("ann", [("offer", "draw x")]) == nil)
        #expect(bench.ask("ann", [("result", "draw"), ("reason", "agreement")]) == "not-offered")
        #expect(bench.move("bob", "a1") == nil)
        #expect(bench.key("offer") == nil, "a move declines the offer")
        for (index, point) in ["b1", "c1", "d5", "e5", "f9", "g9"].enumerated() {
            #expect(bench.ask("ann", [("offer", "draw x")]) == "rate-limited")
            #expect(bench.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        #expect(bench.ask("ann", [("offer", "draw x")]) == nil)
        #expect(bench.ask("bob", [("result", "draw"), ("reason", "agreement")]) == nil)
        #expect((bench.key("result"), bench.key("reason"), bench.key("offer")) == ("draw", "agreement", nil))
    }

    @Test("A takeback removes the offering player's last move and any reply to it")
    func takeback() {
        var bench = Bench()
        bench.start()
        for (index, point) in ["h8", "i9", "h9"].enumerated() {
            #expect(bench.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        #expect(bench.ask("ann", [("move", "2"), ("col3", nil), ("row3", nil)]) == "not-offered")
        #expect(bench.ask("bob", [("offer", "takeback o")]) == nil)
        #expect(bench.ask("ann", [("move", "2"), ("col3", nil), ("row3", nil)]) == "wrong-move-number")
        #expect(bench.ask("ann", [("move", "1"), ("col2", nil), ("row2", nil), ("col3", nil), ("row3", nil)]) == nil)
        #expect((bench.key("move"), bench.key("col2"), bench.key("col1")) == ("1", nil, "7"))
        #expect(bench.move("bob", "i9") == nil)
        var strict = Bench()
        strict.start([("takebacks", "no")])
        #expect(strict.move("ann", "h8") == nil)
        #expect(strict.ask("ann", [("offer", "takeback x")]) == "not-offered")
    }

    @Test("A rematch swaps sides, and seats only a player who has offered it")
    func rematch() {
        var bench = Bench()
        bench.start()
        #expect(bench.ask("ann", [("offer", "rematch x")]) == "not-offered")
        #expect(bench.ask("ann", [("result", "o"), ("reason", "resign")]) == nil)
        #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann")]) == "bad-value")
        #expect(bench.ask("ann", [("offer", "rematch x")]) == nil)
        #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann")]) == nil)
        #expect((bench.key("x"), bench.key("o"), bench.key("offer"), bench.key("result")) == ("bob", "ann", nil, nil))
    }

    @Test("A game can be aborted only before its second move")
    func abort() {
        var bench = Bench()
        bench.start()
        #expect(bench.move("ann", "h8") == nil)
        #expect(bench.ask("bob", [("result", "draw"), ("reason", "aborted")]) == nil)
        bench.start()
        #expect(bench.move("ann", "h8") == nil)
        #expect(bench.move("bob", "h9") == nil)
        #expect(bench.ask("bob", [("result", "draw"), ("reason", "aborted")]) == "bad-value")
    }

    @Test("A clock starts after each side's first move, and a flag falls by itself or on a claim")
    func clock() {
        var bench = Bench()
        bench.start([("clock", "10+2")])
        bench.now += 60_000
        #expect(bench.move("ann", "h8") == nil)
        #expect(bench.key("xTime") == "10000")
        bench.now += 60_000
        #expect(bench.move("bob", "h9") == nil)
        #expect(bench.key("turnAt") == "\(bench.now)")
        bench.now += 4_000
        #expect(bench.move("ann", "i8") == nil)
        #expect(bench.key("xTime") == "8000", "10 - 4 + 2")
        #expect(bench.ask("ann", [("result", "x"), ("reason", "time")]) == "bad-value")
        #expect(bench.room.apply(.tick, now: bench.now + 10_000) == nil, "lag may still be given back")
        bench.now += 10_600
        #expect(bench.ask("ann", [("result", "x"), ("reason", "time")]) == nil)
        #expect((bench.key("result"), bench.key("reason"), bench.key("turnAt")) == ("x", "time", nil))

        var other = Bench()
        other.start([("clock", "1+0")])
        for (index, point) in ["h8", "i9"].enumerated() {
            #expect(other.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        let flagged = other.room.apply(.tick, now: other.now + 2_000)
        #expect(flagged?.delta["result"] == .some(.string("o")))
        #expect(flagged?.by == Room.server)
    }

    @Test("A restart costs the players no clock time")
    func restart() {
        var bench = Bench()
        bench.start([("clock", "10+0")])
        for (index, point) in ["h8", "i9"].enumerated() {
            #expect(bench.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        bench.now += 3_000
        #expect(bench.room.apply(.suspended, now: bench.now) != nil)
        bench.now += 3_600_000
        #expect(bench.room.apply(.tick, now: bench.now) == nil)
        #expect(bench.room.apply(.resumed(lastAlive: 0), now: bench.now) != nil)
        bench.now += Clock.restartGrace + 6_000
        #expect(bench.move("ann", "h9") == nil)
        #expect(bench.key("xTime") == "1000", "10 - 3 - 6")
    }

    @Test("A win over an absent player can be claimed after an announced grace period")
    func abandoned() {
        var bench = Bench()
        bench.start()
        for (index, point) in ["h8", "i9"].enumerated() {
            #expect(bench.move(index % 2 == 0 ? "ann" : "bob", point) == nil)
        }
        let claim: [(String, JSON?)] = [("result", "o"), ("reason", "abandoned")]
        #expect(bench.ask("bob", claim) == "bad-value")
        #expect(
            bench.room.apply(.absence(Absence(side: .x, claimableAt: bench.now + 60_000)), now: bench.now) != nil)
        #expect(bench.key("gone") == "x \(bench.now + 60_000)")
        #expect(bench.ask("bob", claim) == "bad-value")
        bench.now += 60_000
        #expect(bench.ask("bob", claim) == nil)
        #expect(bench.key("gone") == nil)
    }
}
