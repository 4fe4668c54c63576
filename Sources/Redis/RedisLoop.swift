import Glibc

/// The loop that a ``RedisClient`` lives on. Everything is called on its thread.
public protocol RedisLoop: AnyObject {
    /// Watches a descriptor for something to read, until the watch is cancelled or let go of.
    ///
    /// - Parameter ready: whether there is something to read, and whether something can be written.
    func redisWatch(_ descriptor: CInt, _ ready: @escaping (_ reads: Bool, _ writes: Bool) -> Void) -> any RedisWatch
    /// A timer; letting go of it cancels it.
    func redisTimer(_ fire: @escaping () -> Void) -> any RedisTimer
    /// Has `work` called at the end of each turn, before the loop sleeps.
    func atEndOfTurn(_ work: @escaping () -> Void)
    /// Milliseconds of a clock that never goes back.
    func now() -> Int
}

/// A descriptor that is watched.
public protocol RedisWatch: AnyObject {
    /// Whether room for writing is watched for too.
    func wantsToWrite(_ wants: Bool)
    func cancel()
}

/// Calls once, some time from now.
public protocol RedisTimer: AnyObject {
    func schedule(afterMilliseconds delay: Int)
    func cancel()
}
