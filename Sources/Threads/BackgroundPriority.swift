import Glibc

/// The priority of threads whose work can wait for the loop.
package enum BackgroundPriority {
    /// The usual nice value. A thread with it gets about a tenth of a core that the loop keeps
    /// busy, and all of an idle core.
    package static let niceness: Int32 = 10
    /// The nice value of work that gives way to other threads. Beside a thread with the usual
    /// value, it gets about a quarter of the core. It is not the greatest value, with which a busy
    /// machine would almost stop the work.
    package static let lowestNiceness: Int32 = 15
    /// `SCHED_BATCH` of Linux's sched.h, which the C library's module omits.
    ///
    /// A batch thread that wakes up does not preempt the running thread; it waits until that thread
    /// sleeps or its slice ends (sched(7)). A nice value does not ensure this, because the kernel
    /// favors threads that have slept. Without it, a disk thread would preempt the loop that has
    /// just handed it work.
    private static let batch: Int32 = 3

    /// Gives the calling thread this priority. Errors are ignored, because only speed depends on
    /// it.
    package static func apply(niceness: Int32 = niceness) {
        // On Linux, 0 is the calling thread.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        var parameters = sched_param(sched_priority: 0)
        unsafe sched_setscheduler(0, batch, &parameters)
    }
}
