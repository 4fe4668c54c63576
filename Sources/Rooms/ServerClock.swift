import Foundation
import Synchronization

/// Server time, in milliseconds since 1970.
///
/// It starts with the machine's clock and then follows the monotonic clock. So no player loses time
/// when the machine's clock is set or the machine sleeps.
///
/// If the two clocks differ later, server time is corrected. It moves forward at once if no game's
/// clock runs; otherwise it is slewed by one hundredth of the elapsed time.
///
/// Servers that share a store follow the store's clock instead, so that they agree on the time.
package enum ServerClock {
    /// The interval between comparisons, in milliseconds.
    package static let milliseconds = 1_000
    /// The maximum correction per comparison while a game's clock runs, in milliseconds.
    static let slew = 10

    /// Server time minus the monotonic clock, in milliseconds.
    private static let offset = Atomic<Int>(read(CLOCK_REALTIME) - read(CLOCK_MONOTONIC))

    /// The store's time minus that of the monotonic clock; `unknown` while this clock follows the
    /// machine's.
    private static let reference = Atomic<Int>(unknown)
    private static let unknown = Int.min

    @Sendable package static func now() -> Int { read(CLOCK_MONOTONIC) + offset.load(ordering: .relaxed) }

    /// Follows the store's clock from now on.
    ///
    /// - Parameter late: the time by which this clock is behind the store's, in milliseconds.
    package static func follow(_ late: Int) {
        reference.store(offset.load(ordering: .relaxed) + late, ordering: .relaxed)
    }

    /// Adopts the store's time at once. Only for the start of a server, when nothing has a time
    /// yet.
    package static func begin(_ late: Int) {
        follow(late)
        offset.store(reference.load(ordering: .relaxed), ordering: .relaxed)
    }

    /// Compares server time with the clock that it follows, and corrects it. Call it every
    /// ``milliseconds``.
    ///
    /// - Parameter isTimed: whether a game's clock is running.
    package static func compare(isTimed: () -> Bool) {
        let followed = reference.load(ordering: .relaxed)
        let late = followed == unknown ? read(CLOCK_REALTIME) - now() : followed - offset.load(ordering: .relaxed)
        guard abs(late) > slew else { return }
        offset.add(step(late: late, isTimed: isTimed), ordering: .relaxed)
    }

    /// Returns the correction of a clock that is `late` milliseconds behind, in milliseconds.
    package static func step(late: Int, isTimed: () -> Bool) -> Int {
        if late > 0, !isTimed() { return late }
        return min(max(late, -slew), slew)
    }

    /// Returns the processor time that the calling thread has used, in milliseconds.
    package static func threadMilliseconds() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Int {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
