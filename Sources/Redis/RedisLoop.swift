import Glibc

/// The event loop of a ``RedisClient``. All methods and callbacks use its thread.
public protocol RedisLoop: AnyObject {
    /// Watches a descriptor for reading, until the watch is cancelled or deallocated.
    ///
    /// - Parameter ready: Called with whether the descriptor is readable, and whether it is
    ///   writable.
    func redisWatch(_ descriptor: CInt, _ ready: @escaping (_ reads: Bool, _ writes: Bool) -> Void) -> any RedisWatch
    /// Creates a timer. Deallocating it cancels it.
    func redisTimer(_ fire: @escaping () -> Void) -> any RedisTimer
    /// Calls `work` at the end of each turn, before the loop sleeps.
    func atEndOfTurn(_ work: @escaping () -> Void)
    /// Returns the milliseconds of a monotonic clock.
    func now() -> Int
}

/// A watch for a descriptor.
public protocol RedisWatch: AnyObject {
    /// Sets whether the watch also reports that the descriptor is writable.
    func wantsToWrite(_ wants: Bool)
    func cancel()
}

/// A one-shot timer.
public protocol RedisTimer: AnyObject {
    func schedule(afterMilliseconds delay: Int)
    func cancel()
}
