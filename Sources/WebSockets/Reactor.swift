import CWebSockets

/// The libev loop: owned here, lent to libwebsockets as a "foreign loop".
///
/// Timers and the accept watcher reference it, so that it outlives each of them.
final class Reactor {
    let loop: OpaquePointer

    init() throws(LoopFailure) {
        guard let loop = ev_loop_new(gomoku_ev_flags()) else { throw .noEventLoop }
        self.loop = loop
    }

    deinit { ev_loop_destroy(loop) }
}
