import Glibc

/// The priority of a thread whose work can wait for what the loop does.
package enum BackgroundPriority {
    /// Of the kernel's 40 steps: about a tenth of a core where the loop wants all of it, all of it where nobody does.
    private static let niceness: Int32 = 10
    /// `SCHED_BATCH` of Linux's sched.h, which the module of the C library leaves out. A thread of this kind, woken on the
    /// core of one that runs, waits until that one sleeps or its slice is over. Being nice does not see to that: the kernel
    /// owes something to who has slept, and a loop that handed work to the disk's thread was put aside for it (sched(7)).
    private static let batch: Int32 = 3

    /// Gives it to the thread that calls. What the kernel refuses is left as it was: nothing depends on it but time.
    package static func take() {
        // On Linux 0 is this thread.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        var parameters = sched_param(sched_priority: 0)
        unsafe sched_setscheduler(0, batch, &parameters)
    }
}
