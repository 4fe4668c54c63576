import Synchronization

/// The number of `WebSocket` objects in the process. Tests check that it returns to zero.
final class LiveCount: Sendable {
    static let shared = LiveCount()
    private let count = Atomic<Int>(0)

    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
    var value: Int { count.load(ordering: .relaxed) }
}
