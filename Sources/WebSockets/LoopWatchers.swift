import CWebSockets

/// The libev watchers of the loop itself: the end of a turn, wake-ups from other threads, the
/// heartbeat.
final class LoopWatchers {
    private let reactor: Reactor
    private let check: UnsafeMutablePointer<ev_check>
    private let prepare: UnsafeMutablePointer<ev_prepare>
    private let async: UnsafeMutablePointer<ev_async>
    private let second: UnsafeMutablePointer<ev_timer>

    init(_ reactor: Reactor) {
        self.reactor = reactor
        check = .allocate(capacity: 1)
        check.initialize(to: ev_check())
        prepare = .allocate(capacity: 1)
        prepare.initialize(to: ev_prepare())
        async = .allocate(capacity: 1)
        async.initialize(to: ev_async())
        second = .allocate(capacity: 1)
        second.initialize(to: ev_timer())
    }

    deinit {
        stop()
        check.deallocate()
        prepare.deallocate()
        async.deallocate()
        second.deallocate()
    }

    var waker: Waker { Waker(loop: reactor.loop, watcher: async) }

    func start(_ owner: LoopCore) {
        let data = Unmanaged.passUnretained(owner).toOpaque()
        gomoku_ev_check_init(check, { _, watcher, _ in loopCore(watcher?.pointee.data)?.beginTurn() }, data)
        ev_check_start(reactor.loop, check)
        gomoku_ev_prepare_init(prepare, { _, watcher, _ in loopCore(watcher?.pointee.data)?.endTurn() }, data)
        ev_prepare_start(reactor.loop, prepare)
        gomoku_ev_async_init(async, { _, watcher, _ in loopCore(watcher?.pointee.data)?.drainMailboxes() }, data)
        ev_async_start(reactor.loop, async)
        gomoku_ev_timer_init(second, { _, watcher, _ in loopCore(watcher?.pointee.data)?.heartbeat() }, data)
    }

    /// Starts the heartbeat, with the first connection.
    func beat() {
        guard second.pointee.active == 0 else { return }
        gomoku_ev_timer_after(second, 1, 1)
        ev_timer_start(reactor.loop, second)
    }

    /// Stops the heartbeat, so that a server without connections sleeps.
    func rest() { ev_timer_stop(reactor.loop, second) }

    func stop() {
        ev_check_stop(reactor.loop, check)
        ev_prepare_stop(reactor.loop, prepare)
        ev_async_stop(reactor.loop, async)
        ev_timer_stop(reactor.loop, second)
    }
}

private func loopCore(_ data: UnsafeMutableRawPointer?) -> LoopCore? {
    data.map { Unmanaged<LoopCore>.fromOpaque($0).takeUnretainedValue() }
}
