import CWebSockets
import Synchronization

/// A queue of values from any thread to the loop's thread.
///
/// A burst of posts wakes the loop once. Messages of one thread arrive in the order in which it
/// posted them. Messages that are posted before the mailbox is attached wait; messages that are
/// posted after the loop has ended are dropped.
public final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// The waker; nil before `attach` and after `detach`. Guarded by the lock, so that no
        /// thread wakes a freed loop.
        var waker: Waker?
        var isOver = false
    }
    private let state = Mutex(State())

    public init() {}

    /// Posts a message. Can be called from any thread, and never waits for the loop.
    public func post(_ message: Message) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.messages.append(message)
            if state.messages.count == 1 { state.waker?.wake() }
        }
    }

    func attach(_ waker: Waker) {
        state.withLock { state in
            state.waker = waker
            if !state.messages.isEmpty { waker.wake() }
        }
    }

    /// Detaches the mailbox before the loop is torn down, so that no thread wakes a freed loop.
    func detach() {
        state.withLock { state in
            state.waker = nil
            state.isOver = true
            state.messages = []
        }
    }

    /// Moves all posted messages to `spent`, an empty array whose storage is reused.
    func removeAll(into spent: inout [Message]) {
        state.withLock { state in swap(&state.messages, &spent) }
    }
}

/// A handle that wakes the loop from another thread. It uses libev's `ev_async_send`, which is made
/// for this and combines several wake-ups into one.
///
/// `@unchecked`, because pointers are not Sendable. These two are only passed to `ev_async_send`,
/// which any thread may call. ``Mailbox`` drops the waker under its lock before the loop and the
/// watcher are freed.
struct Waker: @unchecked Sendable {
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_async>

    init(loop: OpaquePointer, watcher: UnsafeMutablePointer<ev_async>) {
        self.loop = loop
        self.watcher = watcher
    }

    func wake() { ev_async_send(loop, watcher) }
}
