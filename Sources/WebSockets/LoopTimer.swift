import CWebSockets

/// A timer on the loop. Keep it to keep it alive: letting go of it cancels it.
///
/// libev's own timers, not libwebsockets' `lws_sul`: with its libev plug-in, 4.1.6 does not move its timer forward
/// when an earlier deadline is added, so that one would fire late.
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

    /// Whether it will fire: its deadline is to come, or has come in this turn of the loop and others fire first.
    public var isScheduled: Bool { watcher.pointee.active != 0 || watcher.pointee.pending != 0 }

    /// Fires once, this many milliseconds from now; an earlier schedule is replaced.
    public func schedule(afterMilliseconds delay: Int) {
        start(after: Double(max(0, delay)) / 1000, every: 0)
    }

    /// Fires again and again, this many milliseconds apart, the first time so many from now.
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

/// libev found the deadline passed.
private func timerFired(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_timer>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let timer = Unmanaged<LoopTimer>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(timer) { timer.fired() }
}
