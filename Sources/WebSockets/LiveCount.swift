import Synchronization

/// How many `WebSocket` objects there are in the process: the tests count them back to zero.
final class LiveCount: Sendable {
    static let shared = LiveCount()
    private let count = Atomic<Int>(0)

    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
}
