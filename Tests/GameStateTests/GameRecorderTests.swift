import TestSupport
import Testing

@testable import GameState

@Suite("Game records from a room's deltas")
struct GameRecorderTests {
    private func deltas() throws -> [AcceptedDelta] {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: "ann")
        var all: [AcceptedDelta] = []
        var now = 1_700_000_000_000
        func ask(_ set: [(String, JSON?)], after milliseconds: Int = 1_000) {
            now += milliseconds
            let request = DeltaRequest(
                room: room.name, id: "\(now)", delta: Delta(changes: set.map { .init($0.0, $0.1) }))
            if case .accepted(let delta) = room.judge(request, by: "ann", now: now) {
                all.append(delta)
            } else {
                Issue.record("\(set)")
            }
        }
        func move(_ number: Int, _ column: Int, after milliseconds: Int) {
            ask([("move", "\(number)"), ("col\(number)", "\(column)"), ("row\(number)", "7")], after: milliseconds)
        }
        ask([("game", "1"), ("x", "ann"), ("o", "ann")])
        move(1, 7, after: 2_500)
        ask([("result", "o"), ("reason", "resign")])
        ask([("game", "2"), ("rule", "standard"), ("clock", "300+5"), ("x", "ann"), ("o", "ann")])
        move(1, 3, after: 1_000)
        move(2, 4, after: 2_000)
        ask([("move", "1"), ("col2", nil), ("row2", nil)])
        move(2, 5, after: 3_000)
        return all
    }

    @Test("Each game is recorded separately, with takebacks and move times")
    func games() throws {
        for (number, moves, times, result) in [
            (1, [7], [2_500], GameRecord.Outcome?.some(.o)), (2, [3, 5], [1_000, 6_000], nil),
        ] {
            var recorder = GameRecorder(game: number)
            for delta in try deltas() { recorder.apply(delta) }
            let record = try #require(recorder.record(names: ByStone(x: "Ann", o: nil)))
            #expect(record.points.map(\.column) == moves)
            #expect(record.moves.map(\.milliseconds) == times)
            #expect(record.outcome == result)
            #expect(record.names.x == "Ann")
            #expect(record.date == "2023-11-14")
            #expect(recorder.isComplete == (number == 1))
            #expect(try GameRecord(sgf: record.sgf) == record, "the SGF file contains the same record")
        }
    }

    /// The sender, the milliseconds since the previous step, and the changes.
    private typealias Step = (ParticipantID, Int, [(String, JSON?)])

    /// A timed game of two people. The second seat is taken ten seconds after the New Game.
    private func timedGame(historyPerRoom: Int = 256) throws -> (room: Room, deltas: [AcceptedDelta]) {
        let steps: [Step] = [
            ("ann", 0, [("game", "1"), ("clock", "60+5"), ("x", "ann")]),
            ("bob", 10_000, [("o", "bob")]),
            ("ann", 1_500, [("move", "1"), ("col1", "7"), ("row1", "7")]),
            ("bob", 2_000, [("move", "2"), ("col2", "8"), ("row2", "7")]),
            ("ann", 5_000, [("move", "3"), ("col3", "7"), ("row3", "8")]),
            ("bob", 12_345, [("move", "4"), ("col4", "8"), ("row4", "8")]),
            ("ann", 1_000, [("result", "o"), ("reason", "resign")]),
        ]
        return try play(steps, historyPerRoom: historyPerRoom)
    }

    private func play(_ steps: [Step], historyPerRoom: Int) throws -> (room: Room, deltas: [AcceptedDelta]) {
        var limits = Limits()
        limits.historyPerRoom = historyPerRoom
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: "ann", limits: limits)
        var (now, all): (Int, [AcceptedDelta]) = (1_700_000_000_000, [])
        for (sender, milliseconds, set) in steps {
            now += milliseconds
            let delta = Delta(changes: set.map { .init($0.0, $0.1) })
            let request = DeltaRequest(room: room.name, id: "\(now)", delta: delta)
            guard case .accepted(let accepted) = room.judge(request, by: sender, now: now) else {
                Issue.record("\(set)")
                continue
            }
            all.append(accepted)
        }
        return (room, all)
    }

    /// The clocks start with each side's second move.
    private static let timedMoves = [
        MoveTime(used: 1_500, left: 60_000), MoveTime(used: 2_000, left: 60_000),
        MoveTime(used: 5_000, left: 60_000), MoveTime(used: 12_345, left: 52_655),
    ]

    @Test("A move's time begins when the opponent has come, and the time left is the clock's")
    func timesLeft() throws {
        let (room, deltas) = try timedGame()
        #expect(room.moveTimes == Self.timedMoves)
        var recorder = GameRecorder(game: 1)
        for delta in deltas { recorder.apply(delta) }
        let record = try #require(recorder.record(names: ByStone(both: nil)))
        #expect(record.moves.map(\.milliseconds) == Self.timedMoves.map(\.used))
        #expect(record.moves.map(\.left) == Self.timedMoves.map(\.left))
        #expect(record.sgf.contains(";W[ii]WL[52.655]MS[12345]"))
        #expect(try GameRecord(sgf: record.sgf) == record)
    }

    @Test("The moves of an opening are recorded without the time left")
    func openingTimes() throws {
        let (room, _) = try play(
            [
                ("ann", 0, [("game", "1"), ("clock", "60+5"), ("opening", "swap"), ("x", "ann")]),
                ("bob", 1_000, [("o", "bob")]),
                ("ann", 2_000, [("move", "1"), ("col1", "7"), ("row1", "7")]),
                ("ann", 3_000, [("move", "2"), ("col2", "8"), ("row2", "7")]),
                ("ann", 4_000, [("move", "3"), ("col3", "9"), ("row3", "9")]),
                ("bob", 5_000, [("choice", "white")]),
                ("bob", 6_000, [("move", "4"), ("col4", "8"), ("row4", "8")]),
            ], historyPerRoom: 256)
        #expect(room.game?.seats == ByStone(x: "ann", o: "bob"))
        #expect(
            room.moveTimes == [
                MoveTime(used: 2_000), MoveTime(used: 3_000), MoveTime(used: 4_000),
                MoveTime(used: 11_000, left: 59_000),
            ])
    }

    @Test("Moves that the room no longer has in memory have no time")
    func forgottenTimes() throws {
        let times = try timedGame(historyPerRoom: 3).room.moveTimes
        #expect(times == [nil, nil, nil, Self.timedMoves[3]], "the time of move 3 depends on that of move 2")
    }

    @Test(
        "Times of moves survive being stored as text",
        arguments: [
            [MoveTime(used: 0), nil, MoveTime(used: 3_512, left: 296_488)], [nil, MoveTime(used: 7, left: 0)],
        ])
    func timesAsText(_ times: [MoveTime?]) throws {
        let text = try #require(MoveTime.text(of: times))
        #expect(MoveTime.times(text, count: times.count) == times)
        #expect(MoveTime.times(text, count: times.count + 1) == nil)
    }

    @Test("Texts that are no times are not read", arguments: ["", "-1", "1/", "1/2/3", "1  2", "a", "1/-2", "+"])
    func badTimes(_ text: String) {
        #expect(MoveTime.times(text, count: text.split(separator: " ", omittingEmptySubsequences: false).count) == nil)
    }

    @Test("A list of unknown times has no text") func unknownTimes() {
        #expect(MoveTime.text(of: [nil, nil]) == nil)
        #expect(MoveTime.text(of: []) == nil)
    }

    @Test("A game that never existed has no record")
    func missing() throws {
        var recorder = GameRecorder(game: 3)
        for delta in try deltas() { recorder.apply(delta) }
        #expect(recorder.record(names: ByStone(both: nil)) == nil)
    }

    @Test(
        "A time in milliseconds gives its calendar day",
        arguments: [(0, "1970-01-01"), (951_782_400_000, "2000-02-29"), (1_795_219_200_000, "2026-11-21")])
    func dates(_ milliseconds: Int, _ day: String) {
        #expect(GameRecorder.date(milliseconds) == day)
    }
}
