import TestSupport
import Testing

@testable import GameState

@Suite("The referee")
struct RefereeTests {
    /// A room to which the tests send deltas in order.
    private struct Bench {
        var room = Room(name: RoomName("r")!, kind: .gomoku, epoch: "k", host: "ann")
        private var count = 0

        mutating func ask(_ by: ParticipantID, _ set: [(String, JSON?)]) -> Room.Judgement {
            count += 1
            return room.judge(
                DeltaRequest(room: room.name, id: "\(count)", delta: Delta(changes: set.map { .init($0.0, $0.1) })),
                by: by, now: count)
        }

        /// Sends a delta. Returns the code of the rejection, or nil if it was accepted.
        mutating func code(_ by: ParticipantID, _ set: [(String, JSON?)]) -> String? {
            if case .rejected(let rejection) = ask(by, set) { rejection.code.rawValue } else { nil }
        }

        mutating func move(_ by: ParticipantID, _ number: Int, _ point: String) -> String? {
            guard let point = room.game?.size.point(named: point) else { return "no such point" }
            return code(
                by, [("move", "\(number)"), ("col\(number)", "\(point.column)"), ("row\(number)", "\(point.row)")])
        }

        mutating func play(_ moves: String) throws {
            for (index, point) in moves.split(separator: " ").enumerated() {
                let sender: ParticipantID = index % 2 == 0 ? "ann" : "bob"
                #expect(move(sender, index + 1, String(point)) == nil, "\(point)")
            }
        }

        mutating func start(rule: String = "freestyle") {
            let number = (room.game?.number ?? 0) + 1
            #expect(code("ann", [("game", "\(number)"), ("rule", .string(rule)), ("x", "ann")]) == nil)
            #expect(code("bob", [("o", "bob")]) == nil)
        }
    }

    @Test("Five in a row end the game with a result, a reason and the winning row")
    func five() throws {
        var bench = Bench()
        bench.start()
        try bench.play("h8 a1 i8 b1 j8 c1 k8 d1 l8")
        #expect(bench.room.state.text("result") == "x")
        #expect(bench.room.state.text("reason") == "five")
        #expect(bench.room.state.text("line") == "7,7 8,7 9,7 10,7 11,7")
        #expect(bench.move("bob", 10, "a2") == "game-over")
        #expect(bench.code("bob", [("o", nil)]) == "game-over")
        bench.start()
        #expect(bench.room.state.text("result") == nil)
        #expect(bench.room.state.text("col1") == nil)
        #expect(bench.room.state.text("move") == "0")
    }

    @Test("Six in a row win under freestyle but not under standard")
    func overline() throws {
        let six = "a1 a3 b1 b3 c1 d3 e1 e5 f1 f5 d1"
        var free = Bench()
        free.start()
        try free.play(six)
        #expect(free.room.state.text("result") == "x")
        var standard = Bench()
        standard.start(rule: "standard")
        try standard.play(six)
        #expect(standard.room.state.text("result") == nil)
    }

    @Test("Illegal requests are rejected, each with a code for its reason")
    func refusals() throws {
        var bench = Bench()
        #expect(bench.code("ann", [("x", "ann")]) == "no-game")
        #expect(bench.code("ann", [("move", "1"), ("col1", "7"), ("row1", "7")]) == "no-game")
        #expect(bench.code("ann", [("game", "2")]) == "conflict")
        #expect(bench.code("ann", [("game", "1"), ("x", "bob")]) == "bad-value")
        #expect(bench.code("ann", [("game", "1"), ("rule", "go")]) == "bad-value")
        #expect(bench.code("ann", [("game", "x")]) == "bad-value")
        bench.start()
        #expect(bench.code("eve", [("o", "eve")]) == "not-seated")
        #expect(bench.code("eve", [("o", "bob")]) == "not-seated")
        #expect(bench.code("ann", [("o", "ann")]) == "seat-taken")
        #expect(bench.code("ann", [("o", "eve")]) == "bad-value")
        #expect(bench.move("eve", 1, "h8") == "not-seated")
        #expect(bench.move("bob", 1, "h8") == "not-your-turn")
        #expect(bench.move("ann", 2, "h8") == "wrong-move-number")
        #expect(bench.code("ann", [("move", "1"), ("col1", "15"), ("row1", "0")]) == "off-board")
        #expect(bench.code("ann", [("move", "1"), ("col1", "-1"), ("row1", "0")]) == "off-board")
        #expect(bench.code("ann", [("move", "1"), ("col1", .number("-3")), ("row1", "0")]) == "off-board")
        #expect(bench.code("ann", [("move", "1"), ("col1", "seven"), ("row1", "0")]) == "bad-value")
        #expect(bench.code("ann", [("move", "1"), ("col1", "07"), ("row1", "0")]) == "bad-value")
        #expect(bench.code("ann", [("move", "1"), ("col1", true), ("row1", "0")]) == "bad-value")
        #expect(bench.code("ann", [("move", "1"), ("col1", "7")]) == "bad-value")
        #expect(bench.code("ann", [("move", "1"), ("col2", "7"), ("row1", "7")]) == "bad-key")
        #expect(bench.code("ann", [("colour", "red")]) == "bad-key")
        #expect(bench.code("ann", []) == "bad-value")
        #expect(bench.code("ann", [("result", "o"), ("reason", "five")]) == "bad-value")
        #expect(bench.code("ann", [("result", "x"), ("reason", "resign")]) == "bad-value")
        #expect(bench.code("ann", [("result", "draw"), ("reason", "agreement")]) == "not-offered")
        #expect(bench.code("eve", [("result", "x"), ("reason", "resign")]) == "not-seated")
        #expect(bench.move("ann", 1, "h8") == nil)
        #expect(bench.move("bob", 2, "h8") == "occupied")
        #expect(bench.move("bob", 2, "h9") == nil)
        #expect(bench.code("eve", [("game", "2"), ("x", "eve")]) == "not-seated")
        #expect(bench.code("ann", [("game", "2"), ("x", "ann")]) == "conflict")
        #expect(bench.code("bob", [("o", nil)]) == "conflict")
    }

    @Test("A New Game that lost a race is told so, and one with a wrong number is told the right one")
    func newGames() {
        var bench = Bench()
        func refusal(_ number: Int) -> Rejection? {
            if case .rejected(let rejection) = bench.ask("eve", [("game", "\(number)"), ("x", "eve")]) {
                rejection
            } else {
                nil
            }
        }
        #expect(refusal(2) == .gameNumber(expected: 1))
        #expect(refusal(2)?.description.contains("number 1.") == true)
        bench.start()
        #expect(refusal(1) == .gameStarted)
        #expect(refusal(1)?.description.contains("number") == false)
        #expect(refusal(3) == .gameNumber(expected: 2))
        #expect(refusal(1)?.code == .conflict && refusal(3)?.code == .conflict)
    }

    @Test("Numbers are accepted in place of digit strings, and stored as digit strings")
    func numbers() {
        var bench = Bench()
        bench.start()
        #expect(bench.code("ann", [("move", 1), ("col1", 7), ("row1", 7)]) == nil)
        #expect(bench.room.state["move"] == .string("1"))
        #expect(bench.room.state["col1"] == .string("7"))
    }

    @Test("A move with a correct claim of the result is accepted, and one with a wrong claim is rejected")
    func claims() throws {
        var bench = Bench()
        bench.start()
        try bench.play("h8 a1 i8 b1 j8 c1 k8 d1")
        let win: [(String, JSON?)] = [("move", "9"), ("col9", "11"), ("row9", "7")]
        #expect(bench.code("ann", win + [("result", "o"), ("reason", "five")]) == "bad-value")
        #expect(bench.room.state.text("move") == "8")
        #expect(bench.code("ann", win + [("result", "x"), ("reason", "five")]) == nil)
    }

    @Test("One participant may play both sides, resign, and start the next game")
    func bothSides() {
        var bench = Bench()
        #expect(bench.code("ann", [("game", "1"), ("x", "ann"), ("o", "ann")]) == nil)
        for (index, point) in ["a1", "b1", "c1"].enumerated() { #expect(bench.move("ann", index + 1, point) == nil) }
        #expect(bench.code("ann", [("result", "x"), ("reason", "resign")]) == nil)
        #expect(bench.code("ann", [("game", "2"), ("x", "ann"), ("o", "ann")]) == nil)
    }

    @Test("A seat may be taken together with its first move, and both are accepted or rejected together")
    func seatWithMove() {
        var bench = Bench()
        #expect(bench.code("ann", [("game", "1")]) == nil)
        #expect(bench.code("ann", [("x", "ann"), ("move", "1"), ("col1", "7"), ("row1", "7")]) == nil)
        #expect(bench.code("bob", [("o", "bob"), ("move", "2"), ("col2", "7"), ("row2", "7")]) == "occupied")
        #expect(bench.room.state.text("o") == nil, "the seat was not taken without its move")
    }

    @Test("A full board without a row of five is a draw")
    func full() throws {
        var bench = Bench()
        #expect(
            bench.code("ann", [("game", "1"), ("rule", "standard"), ("size", "13"), ("x", "ann"), ("o", "ann")]) == nil)
        // Pairs in every row, shifted by two in the next row. No line has three in a row, and X has
        // 85 of the 169 points.
        var cells: [Stone: [Point]] = [.x: [], .o: []]
        for point in try #require(BoardSize(13)).points {
            cells[(point.column + 2 * point.row) % 4 < 2 ? .x : .o, default: []].append(point)
        }
        for number in 1...169 {
            let point = cells[Stone.ofMove(number)]!.removeFirst()
            #expect(bench.move("ann", number, BoardSize(13)!.name(of: point)) == nil)
            if number < 169 { try #require(bench.room.state.text("result") == nil, "move \(number)") }
        }
        #expect(bench.room.state.text("result") == "draw")
        #expect(bench.room.state.text("reason") == "full")
        #expect(try Referee(state: bench.room.state).game == bench.room.game)
    }

    @Test("A state whose keys contradict each other or the rules is not read as a game")
    func damaged() throws {
        var bench = Bench()
        bench.start()
        try bench.play("h8 a1 i8")
        for (key, value) in [
            ("move", "4"), ("move", "x"), ("col2", "7"), ("row1", "99"), ("rule", "go"), ("result", "x"),
        ] {
            var state = bench.room.state
            state.apply(
                Delta(changes: [.init(key, .string(value))] + (key == "col2" ? [.init("row2", .string("7"))] : [])))
            #expect(throws: ImpossibleGame.self, "\(key)") { try Referee(state: state) }
        }
    }
}
