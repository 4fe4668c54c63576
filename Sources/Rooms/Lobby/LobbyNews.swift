import DequeModule
import GameState

/// Changes of the lobby that are announced together: only the last change of each key, in the order
/// in which the keys first changed.
struct LobbyNews {
    /// The interval between announcements to a crowded lobby, in milliseconds.
    package static let milliseconds = 1_000
    /// The number of keys per announcement to a crowded lobby. The rest waits for the next one.
    package static let keys = 64
    /// The maximum number of waiting keys. If there are more, all changes are announced at once;
    /// most have no effect by then.
    package static let waitingLimit = 4_096

    private var order = Deque<String>()
    private var values: [String: JSON?] = [:]

    package var isEmpty: Bool { order.isEmpty }
    var isFull: Bool { order.count >= Self.waitingLimit }

    /// - Parameter value: nil deletes the key.
    package mutating func add(_ key: String, _ value: JSON?) {
        if values.updateValue(value, forKey: key) == nil { order.append(key) }
    }

    /// Removes the oldest changes, and returns those that change `state`.
    package mutating func take(_ count: Int, changing state: SharedState) -> Delta? {
        var changes: [Delta.Change] = []
        while changes.count < count, let key = order.popFirst() {
            guard let value = values.removeValue(forKey: key), state[key] != value else { continue }
            changes.append(.init(key, value))
        }
        return changes.isEmpty ? nil : Delta(changes: changes)
    }
}
