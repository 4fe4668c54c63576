import CWebSockets
import Synchronization

/// Carries values from any thread to the loop's thread. The only class here that two threads touch.
///
/// A burst of posts wakes the loop once. Messages of one thread arrive in the order in which it posted them.
/// What is posted before the mailbox is attached waits; what is posted after the loop has ended is dropped.
public final class Mailbox<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        /// nil before `attach` and once the loop is being torn down. Under the lock, so that nobody wakes a freed loop.
        var waker: Waker?
        var isOver = false
    }
    private let state = Mutex(State())

    public init() {}

    /// Hands a message over. Callable from any thread; never waits for the loop.
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

    /// Called before the loop is torn down: pitfall of waking freed memory.
    func detach() {
        state.withLock { state in
            state.waker = nil
            state.isOver = true
            state.messages = []
        }
    }

    /// Hands over all that has been posted; `spent` is an emptied array whose storage is used again.
    func removeAll(into spent: inout [Message]) {
        state.withLock { state in swap(&state.messages, &spent) }
    }
}

/// Wakes the loop from another thread: libev's `ev_async_send` is made for that, and coalesces.
///
/// `@unchecked`: pointers are not Sendable. These two are only passed to `ev_async_send`, which any thread may call, and
/// ``Mailbox`` drops the waker under its lock before the loop and the watcher are freed.
struct Waker: @unchecked Sendable {
    private let loop: OpaquePointer
    private let watcher: UnsafeMutablePointer<ev_async>

    init(loop: OpaquePointer, watcher: UnsafeMutablePointer<ev_async>) {
        self.loop = loop
        self.watcher = watcher
    }

    func wake() { ev_async_send(loop, watcher) }
}
