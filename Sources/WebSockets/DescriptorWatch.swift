import CWebSockets

/// A watch on the loop for a descriptor that another component owns. Deallocating it ends the
/// watch.
public final class DescriptorWatch {
    private let reactor: Reactor
    private let watcher: UnsafeMutablePointer<ev_io>
    private let ready: (_ reads: Bool, _ writes: Bool) -> Void

    init(_ reactor: Reactor, _ descriptor: CInt, _ ready: @escaping (_ reads: Bool, _ writes: Bool) -> Void) {
        self.reactor = reactor
        self.ready = ready
        watcher = .allocate(capacity: 1)
        watcher.initialize(to: ev_io())
        gomoku_ev_io_init(watcher, descriptorReady, descriptor, Unmanaged.passUnretained(self).toOpaque())
        ev_io_start(reactor.loop, watcher)
    }

    deinit {
        ev_io_stop(reactor.loop, watcher)
        watcher.deallocate()
    }

    /// Sets whether the watch also reports that the descriptor is writable.
    public func wantsToWrite(_ wants: Bool) {
        let events = wants ? gomoku_ev_read() | gomoku_ev_write() : gomoku_ev_read()
        guard watcher.pointee.active != 0, watcher.pointee.events & (gomoku_ev_read() | gomoku_ev_write()) != events
        else { return }
        ev_io_stop(reactor.loop, watcher)
        gomoku_ev_io_modify(watcher, events)
        ev_io_start(reactor.loop, watcher)
    }

    /// Ends the watch. Call this before you close the descriptor.
    public func cancel() { ev_io_stop(reactor.loop, watcher) }

    fileprivate func heard(_ events: CInt) {
        ready(events & gomoku_ev_read() != 0, events & gomoku_ev_write() != 0)
    }
}

private func descriptorReady(loop: OpaquePointer?, watcher: UnsafeMutablePointer<ev_io>?, events: CInt) {
    guard let owner = watcher?.pointee.data else { return }
    let watch = Unmanaged<DescriptorWatch>.fromOpaque(owner).takeUnretainedValue()
    withExtendedLifetime(watch) { watch.heard(events) }
}
