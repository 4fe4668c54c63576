import GameState
import Storage

/// Whether moves can be stored just now. While they cannot, no flag falls by itself, and the time is nobody's.
package final class Outage {
    /// Shorter outages are the players' own time, as a slow line is; milliseconds.
    static let shortest = 1_000

    private let health: () -> StoreHealth
    private let resume: (Int) -> Void
    private let now: () -> Int
    /// Since when nothing can be stored, server milliseconds; nil: it could be at the last look.
    private var since: Int?

    /// - Parameter resume: takes the time since the given server milliseconds off all clocks that run.
    package init(
        health: @escaping () -> StoreHealth = { .ok }, now: @escaping () -> Int, resume: @escaping (Int) -> Void
    ) {
        self.health = health
        self.resume = resume
        self.now = now
    }

    /// The same as ``lasts()``, as far as it was known at the last look.
    func mayLast() -> Bool { since != nil && lasts() }

    /// Returns whether nothing can be stored. The first look after the end of an outage takes it off all clocks that run.
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
