import CWebSockets

/// A timer on the loop. Deallocating it cancels it.
///
/// It is a libev timer, not a `lws_sul` of libwebsockets. With the libev plug-in, libwebsockets
/// 4.1.6 does not reschedule its timer when an earlier deadline is added, so a `lws_sul` may fire
/// late.
public final class LoopTimer {
    private let reactor: Reactor
    private let watcher: UnsafeMutablePointer<ev_timer>
    private let fire: () -> Void

    init(_ reactor: Reactor, _ fire: @escaping () -> Void) {
        self.reactor = reactor
        self.fire = fire
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_timer())
        gomoku_ev_timer_init(watcher, timerFired, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        ev_timer_stop(reactor.loop, watcher)
        watcher.deallocate()
    }

    /// Whether the timer will fire: its deadline is in the future, or has passed in this turn and
    /// other timers fire first.
    public var isScheduled: Bool { watcher.pointee.active != 0 || watcher.pointee.pending != 0 }

    /// Fires once after `delay` milliseconds. Replaces an earlier schedule.
    public func schedule(afterMilliseconds delay: Int) {
        start(after: Double(max(0, delay)) / 1000, every: 0)
    }

    /// Fires every `interval` milliseconds, for the first time after one interval.
    public func schedule(everyMilliseconds interval: Int) {
        let seconds = Double(max(1, interval)) / 1000
        start(after: seconds, every: seconds)
    }

    private func start(after delay: Double, every interval: Double) {
        ev_timer_stop(reactor.loop, watcher)
        ev_now_update(reactor.loop)
        gomoku_ev_timer_after(watcher, delay, interval)
        ev_timer_start(reactor.loop, watcher)
    }

    public func cancel() {
        ev_timer_stop(reactor.loop, watcher)
    }

    fileprivate func fired() { fire() }
}

/// Called by libev when the deadline has passed.
private func timerFired(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_timer>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let timer = Unmanaged<LoopTimer>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(timer) { timer.fired() }
}
