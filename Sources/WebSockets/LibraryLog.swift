import CWebSockets
import Synchronization

/// The log of libwebsockets. There is one per process.
enum LibraryLog {
    /// A receiver of the log's lines, until it is deallocated.
    final class Listener: Sendable {
        fileprivate let hear: @Sendable (String) -> Void

        init(_ hear: @escaping @Sendable (String) -> Void) {
            self.hear = hear
            LibraryLog.state.withLock { state in
                state.listeners.removeAll { $0.listener == nil }
                state.listeners.append(Weak(listener: self))
            }
        }
    }

    private struct Weak {
        weak var listener: Listener?
    }

    private struct State {
        var listeners: [Weak] = []
        var last = ""
    }
    private static let state = Mutex(State())

    private static let errorsAndWarnings: CInt = 1 | 2

    /// Makes libwebsockets send errors and warnings to the current listeners and to `last`.
    static func open() {
        lws_set_log_level(errorsAndWarnings) { _, line in
            guard let line else { return }
            LibraryLog.emit(String(cString: line))
        }
    }

    /// The last line, for the message of a failed start.
    static var last: String { state.withLock { $0.last } }

    private static func emit(_ line: String) {
        var text = Substring(line)
        while text.last?.isNewline == true { text.removeLast() }
        let listeners = state.withLock { state in
            state.last = String(text)
            return state.listeners
        }
        for listening in listeners { listening.listener?.hear(String(text)) }
    }
}
