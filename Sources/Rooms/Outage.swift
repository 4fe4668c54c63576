import GameState
import Storage

/// An observer of whether moves can be stored now. While they cannot, no flag falls, and the time
/// counts against neither player.
package final class Outage {
    /// The duration from which an outage stops the clocks, in milliseconds. Shorter outages count
    /// as the player's time, like a slow connection.
    static let shortest = 1_000

    private let health: () -> StoreHealth
    private let resume: (Int) -> Void
    private let now: () -> Int
    /// The time since which nothing can be stored, in server milliseconds; nil if the last check
    /// found no outage.
    private var since: Int?

    /// - Parameter resume: gives the time since the argument (server time in milliseconds) back to
    ///   all running clocks.
    package init(
        health: @escaping () -> StoreHealth = { .ok }, now: @escaping () -> Int, resume: @escaping (Int) -> Void
    ) {
        self.health = health
        self.resume = resume
        self.now = now
    }

    /// Whether the outage that the last check found still lasts.
    func mayLast() -> Bool { since != nil && lasts() }

    /// Returns whether nothing can be stored. The first check after an outage gives the outage's
    /// duration back to all running clocks.
    package func lasts() -> Bool {
        if case .failing(let begin, _) = health() {
            since = since ?? begin
            return true
        }
        guard let begin = since else { return false }
        since = nil
        guard now() - begin >= Self.shortest else { return false }
        resume(begin)
        return false
    }
}
