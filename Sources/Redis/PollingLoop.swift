import Glibc

/// A loop that runs only while its caller waits, for a few commands before the server's loop runs.
public final class PollingLoop: RedisLoop {
    private var watches: [Watch] = []
    private var timers: [WeakTimer] = []
    private var works: [() -> Void] = []

    public init() {}

    public func redisWatch(_ descriptor: CInt, _ ready: @escaping (Bool, Bool) -> Void) -> any RedisWatch {
        let watch = Watch(descriptor, ready)
        watches.append(watch)
        return watch
    }

    public func redisTimer(_ fire: @escaping () -> Void) -> any RedisTimer {
        let timer = Timer(fire)
        timers.removeAll { $0.timer == nil }
        timers.append(WeakTimer(timer: timer))
        return timer
    }

    public func atEndOfTurn(_ work: @escaping () -> Void) { works.append(work) }

    public func now() -> Int { Self.milliseconds() }

    /// Runs until `isDone` returns true. Returns false on a timeout.
    public func run(withinMilliseconds limit: Int, until isDone: () -> Bool) -> Bool {
        let end = now() + limit
        while !isDone() {
            guard now() < end else { return false }
            turn(until: end)
        }
        return true
    }

    private func turn(until end: Int) {
        for work in works { work() }
        watches.removeAll { $0.isCancelled }
        let due = timers.compactMap { $0.timer?.due }.min() ?? end
        var polled = watches.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN) | ($0.writes ? Int16(POLLOUT) : 0), revents: 0)
        }
        let looked = watches
        poll(&polled, nfds_t(polled.count), CInt(max(0, min(due, end) - now())))
        for (watch, found) in zip(looked, polled) where found.revents != 0 && !watch.isCancelled {
            let broken = CInt(found.revents) & (POLLERR | POLLHUP | POLLNVAL) != 0
            watch.ready(
                broken || CInt(found.revents) & POLLIN != 0,
                watch.writes && (broken || CInt(found.revents) & POLLOUT != 0))
        }
        for timer in timers.compactMap(\.timer) {
            guard let due = timer.due, due <= now() else { continue }
            timer.due = nil
            timer.fire()
        }
    }

    fileprivate static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    private final class Watch: RedisWatch {
        let descriptor: CInt
        let ready: (Bool, Bool) -> Void
        private(set) var writes = false
        private(set) var isCancelled = false

        init(_ descriptor: CInt, _ ready: @escaping (Bool, Bool) -> Void) {
            self.descriptor = descriptor
            self.ready = ready
        }

        func wantsToWrite(_ wants: Bool) { writes = wants }
        func cancel() { isCancelled = true }
    }

    private final class Timer: RedisTimer {
        var due: Int?
        let fire: () -> Void

        init(_ fire: @escaping () -> Void) { self.fire = fire }

        func schedule(afterMilliseconds delay: Int) { due = PollingLoop.milliseconds() + delay }
        func cancel() { due = nil }
    }

    private struct WeakTimer {
        weak var timer: Timer?
    }
}
