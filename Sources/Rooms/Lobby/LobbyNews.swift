import DequeModule
import GameState

/// Changes of the lobby that are told together: of each key only the last one, the keys in the order in which they first
/// changed.
struct LobbyNews {
    /// Where many follow the lobby, the time between two tellings, in milliseconds.
    package static let milliseconds = 1_000
    /// Keys that are told at a time, where many follow the lobby; the rest waits for the next telling.
    package static let keys = 64
    /// Keys that may wait. Where more do, all are told at once; most of them make no difference by then.
    package static let waitingLimit = 4_096

    private var order = Deque<String>()
    private var values: [String: JSON?] = [:]

    package var isEmpty: Bool { order.isEmpty }
    var isFull: Bool { order.count >= Self.waitingLimit }

    /// - Parameter value: nil deletes the key.
    package mutating func add(_ key: String, _ value: JSON?) {
        if values.updateValue(value, forKey: key) == nil { order.append(key) }
    }

    /// Removes the oldest changes, and returns those of them that make a difference to `state`.
    package mutating func take(_ count: Int, changing state: SharedState) -> Delta? {
        var changes: [Delta.Change] = []
        while changes.count < count, let key = order.popFirst() {
            guard let value = values.removeValue(forKey: key), state[key] != value else { continue }
            changes.append(.init(key, value))
        }
        return changes.isEmpty ? nil : Delta(changes: changes)
    }
}
