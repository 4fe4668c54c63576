import Foundation
import Synchronization

/// Server time, milliseconds since 1970: it starts with what the machine's clock shows, and from then on goes by one
/// that nobody sets. Whoever sets the machine's clock, or lets it sleep, takes nobody's time in a game.
///
/// Where the two differ later, this one is brought after the other: at once where no game's clock runs and it is
/// forwards, otherwise by a hundredth of the time that goes by.
///
/// Servers that share a store follow the store's clock instead of their machines', so that they tell the same time.
package enum ServerClock {
    /// Between two comparisons, milliseconds.
    package static let milliseconds = 1_000
    /// How far it is moved in one of them while a game's clock runs.
    static let slew = 10

    /// Server time less the time of the monotonic clock.
    private static let offset = Atomic<Int>(read(CLOCK_REALTIME) - read(CLOCK_MONOTONIC))

    /// The store's time minus that of the monotonic clock; `unknown` while this clock follows the machine's.
    private static let reference = Atomic<Int>(unknown)
    private static let unknown = Int.min

    @Sendable package static func now() -> Int { read(CLOCK_MONOTONIC) + offset.load(ordering: .relaxed) }

    /// Follows the store's clock from now on.
    ///
    /// - Parameter late: the time by which this clock is behind the store's, in milliseconds.
    package static func follow(_ late: Int) {
        reference.store(offset.load(ordering: .relaxed) + late, ordering: .relaxed)
    }

    /// Adopts the store's time at once. Only for the start of a server, when nothing has a time yet.
    package static func begin(_ late: Int) {
        follow(late)
        offset.store(reference.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// Compares it with the clock that it follows; to be called once every ``milliseconds``.
    ///
    /// - Parameter isTimed: whether the clock of some game runs.
    package static func compare(isTimed: () -> Bool) {
        let followed = reference.load(ordering: .relaxed)
        let late = followed == unknown ? read(CLOCK_REALTIME) - now() : followed - offset.load(ordering: .relaxed)
        guard abs(late) > slew else { return }
        offset.add(step(late: late, isTimed: isTimed), ordering: .relaxed)
    }

    /// How far it is moved that is so many milliseconds late.
    package static func step(late: Int, isTimed: () -> Bool) -> Int {
        if late > 0, !isTimed() { return late }
        return min(max(late, -slew), slew)
    }

    /// Milliseconds of a processor that the calling thread has had so far.
    package static func threadMilliseconds() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
