import GameState
import TestSupport
import Testing
import Wire

@testable import GomokuServer
@testable import Web

@Suite("Latest snapshot for HTTP")
struct LatestSnapshotTests {
    private func snapshot(
        _ room: String = "table", epoch: String = "e1", rev: Int = 1, seated: [Participant] = [], host: String? = nil
    ) throws -> Notice.Snapshot {
        var state = SharedState()
        for number in 1...rev { state.apply(Delta(changes: [.init("n", .number(String(number)))])) }
        return Notice.Snapshot(
            room: try #require(RoomName(room)), kind: .open, epoch: epoch, state: state, own: nil, participants: [],
            seated: seated, host: host.map { ParticipantID($0) }, chat: [])
    }

    @Test("The snapshot is encoded again whenever any part of it changes")
    func anew() throws {
        let latest = LatestSnapshot()
        let ann = Participant(id: "p1", name: "Ann")
        var renamed = ann
        renamed.name = "Anne"
        let wanted = [
            try snapshot(), try snapshot(), try snapshot(rev: 2), try snapshot("other", rev: 2),
            try snapshot(epoch: "e2", rev: 2),
            try snapshot(epoch: "e2", rev: 2, seated: [ann]), try snapshot(epoch: "e2", rev: 2, seated: [renamed]),
            try snapshot(epoch: "e2", rev: 2, seated: [renamed], host: "p1"), try snapshot(),
        ]
        for snapshot in wanted { #expect(latest.json(snapshot) == Notice.snapshot(snapshot).json) }
    }

    @Test("The same snapshot is encoded only once")
    func once() throws {
        let latest = LatestSnapshot()
        let snapshot = try snapshot(rev: 3)
        let addresses = (0..<2).map { _ in
            latest.json(snapshot).withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        #expect(addresses[0] == addresses[1])
    }
}
