import TestSupport
import Testing

@testable import GameState

@Suite("Rated games")
struct RatedTests {
    private struct Bench {
        var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: "ann")
        var claimed: Set<ParticipantID> = ["ann", "bob", "eve"]
        private(set) var deltas: [AcceptedDelta] = []
        private var count = 0

        /// Sends a delta. Returns the code of the rejection, or nil if it was accepted.
        mutating func ask(_ by: ParticipantID, _ set: [(String, JSON?)]) -> String? {
            count += 1
            let request = DeltaRequest(
                room: room.name, id: "\(count)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
            switch room.judge(request, by: by, now: 1_000 + count, isClaimed: claimed.contains(by)) {
            case .rejected(let rejection): return rejection.code.rawValue
            case .accepted(let accepted): deltas.append(accepted)
            case .again: return "again"
            }
            #expect((try? Referee(state: room.state))?.game == room.game, "the keys describe the same game")
            return nil
        }

        mutating func happened(_ event: Room.Event) -> AcceptedDelta? {
            let delta = room.apply(event, now: 1_000 + count)
            if let delta { deltas.append(delta) }
            return delta
        }

        func faults() -> [Audit.Fault] {
            var audit = Audit()
            var state = SharedState()
            var faults: [Audit.Fault] = []
            for delta in deltas {
                state.apply(delta.delta, rev: delta.rev)
                if let fault = audit.next(delta, state: state) { faults.append(fault) }
            }
            return faults
        }
    }

    private let rated: [(String, JSON?)] = [("rated", "yes"), ("clock", "300+5")]

    @Test("A rated game rejects guests, robots, one person on both sides and a missing clock")
    func refused() {
        var bench = Bench()
        #expect(bench.ask("guest", [("game", "1"), ("x", "guest")] + rated) == "not-claimed")
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann"), ("o", "robot:3")] + rated) == "not-claimed")
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann"), ("o", "ann")] + rated) == "bad-value")
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann"), ("rated", "yes")]) == "bad-value")
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann"), ("rated", "maybe")]) == "bad-value")
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann")] + rated) == nil)
        #expect(bench.room.state.text("rated") == "yes")
        #expect(bench.ask("guest", [("o", "guest")]) == "not-claimed")
        #expect(bench.ask("ann", [("o", "ann")]) == "bad-value")
        #expect(bench.ask("ann", [("o", "robot:1")]) == "not-claimed")
        #expect(bench.ask("guest", [("o", "guest"), ("move", "1"), ("col1", "7"), ("row1", "7")]) == "not-claimed")
        #expect(bench.ask("bob", [("rated", nil)]) == "bad-key")
        #expect(bench.ask("bob", [("o", "bob")]) == nil)
        #expect(bench.faults().isEmpty)
    }

    @Test("A guest may start a rated game for others, and the next game is unrated unless it says so")
    func forOthers() {
        var bench = Bench()
        #expect(bench.ask("guest", [("game", "1")] + rated) == nil)
        #expect(bench.ask("guest", [("game", "2"), ("x", "guest")]) == nil)
        #expect(bench.room.state.text("rated") == nil)
    }

    private func finished(_ options: [(String, JSON?)]) -> Bench {
        var bench = Bench()
        #expect(bench.ask("ann", [("game", "1"), ("x", "ann")] + options) == nil)
        #expect(bench.ask("bob", [("o", "bob")]) == nil)
        #expect(bench.ask("bob", [("result", "x"), ("reason", "resign")]) == nil)
        #expect(bench.ask("ann", [("offer", "rematch x")]) == nil)
        return bench
    }

    @Test("A rematch of a rated game is rated even if its delta omits that, and keeps the same terms")
    func rematch() {
        for options in [[("clock", JSON.string("300+5"))], rated] as [[(String, JSON?)]] {
            var bench = finished(rated)
            #expect(
                bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann"), ("clock", "300+5"), ("rated", "no")])
                    == "bad-value")
            #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann"), ("clock", "60+0")]) == "bad-value")
            #expect(
                bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann"), ("rule", "renju"), ("clock", "300+5")])
                    == "bad-value")
            #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann")] + options) == nil)
            #expect(bench.room.state.text("rated") == "yes")
            #expect(bench.faults().isEmpty)
        }
    }

    @Test("A rematch that was offered unrated cannot become rated")
    func unratedRematch() {
        var bench = finished([("clock", "300+5")])
        #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann")] + rated) == "bad-value")
        #expect(bench.ask("bob", [("game", "2"), ("x", "bob"), ("o", "ann"), ("clock", "300+5")]) == nil)
        #expect(bench.room.state.text("rated") == nil)
    }

    @Test("The server seats paired players in a new room or after a game, but never during one")
    func paired() {
        var bench = Bench()
        func game(_ number: Int, clock: String? = "300+5") -> Delta {
            Delta(
                changes: [
                    .init("game", .string("\(number)")), .init("x", "bob"), .init("o", "ann"), .init("rated", "yes"),
                ]
                    + (clock.map { [.init("clock", .string($0))] } ?? []))
        }
        #expect(bench.happened(.newGame(game(2))) == nil, "the game number must be the next one")
        #expect(bench.happened(.newGame(game(1, clock: nil))) == nil)
        let started = bench.happened(.newGame(game(1)))
        #expect(started?.by == Room.server && started?.rev == 1 && bench.room.game?.terms.isRated == true)
        #expect(bench.happened(.newGame(game(2))) == nil)
        #expect(bench.ask("bob", [("result", "o"), ("reason", "resign")]) == nil)
        #expect(bench.happened(.newGame(game(2))) != nil)
        #expect(bench.faults().isEmpty)
        var open = Room(name: RoomName("w")!, kind: .open, epoch: "k", host: "ann")
        #expect(open.apply(.newGame(game(1)), now: 0) == nil)
    }
}
