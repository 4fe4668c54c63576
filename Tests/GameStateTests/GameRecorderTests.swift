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
