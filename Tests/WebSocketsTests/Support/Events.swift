import Foundation

/// A log of a handler's calls, for which a test can wait.
final class Events: Sendable {
    private let condition = NSCondition()
    private let store = Store()

    /// Guarded by `condition`.
    private final class Store: @unchecked Sendable { var lines: [String] = [] }

    func add(_ line: String) {
        condition.lock()
        store.lines.append(line)
        condition.broadcast()
        condition.unlock()
    }

    var all: [String] {
        condition.lock()
        defer { condition.unlock() }
        return store.lines
    }

    /// Returns the first line for which `matches` holds; nil after `seconds`.
    @discardableResult
    func wait(seconds: Double = 20, _ matches: (String) -> Bool) -> String? {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = store.lines.first(where: matches) { return found }
            if !condition.wait(until: end) { return store.lines.first(where: matches) }
        }
    }

    func wait(_ line: String, seconds: Double = 20) -> Bool { wait(seconds: seconds) { $0 == line } != nil }
}
