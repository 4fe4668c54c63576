import GameState
import Storage
import TestSupport
import Testing

@Suite("Replay of stored ledgers")
struct LedgerReplayTests {
    private func faults(_ changes: [Delta.Change]) throws -> [StoreFindings.Fault] {
        let name = RoomName.puzzles.locked(
            by: try #require(RoomLock(digest: Array(repeating: 7, count: RoomLock.length))))
        let header = RoomHeader(name: name, kind: .puzzles, epoch: "k", host: "p-owner", created: 0)
        var replay = LedgerReplay(header, owner: nil, snapshot: nil, Limits())
        var findings = StoreFindings()
        let delta = AcceptedDelta(rev: 1, by: "p-owner", at: 0, id: "1", delta: Delta(changes: changes))
        #expect(replay.apply(delta, &findings))
        replay.finish(&findings)
        return findings.faults
    }

    @Test("A record of puzzles has only possible keys and values")
    func record() throws {
        #expect(try faults([.init("attempt.AAAAAAAAAAA", .string("solved 2026-11-26"))]).isEmpty)
        let faults = try faults([.init("move", .string("1"))])
        #expect(faults.count == 1 && faults[0].what == "the record of puzzles is damaged at the key \"move\"")
    }
}
