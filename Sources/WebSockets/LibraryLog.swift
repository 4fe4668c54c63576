import CWebSockets
import Synchronization

/// libwebsockets' own log: one for the whole process, as the library has it.
enum LibraryLog {
    private struct State {
        var sink: (@Sendable (String) -> Void)?
        var last = ""
    }
    private static let state = Mutex(State())

    private static let errorsAndWarnings: CInt = 1 | 2

    /// Sends errors and warnings of the library to `sink`; with nil they are only remembered for `last`.
    static func send(to sink: (@Sendable (String) -> Void)?) {
        state.withLock { if sink != nil { $0.sink = sink } }
        lws_set_log_level(errorsAndWarnings) { _, line in
            guard let line else { return }
            LibraryLog.emit(String(cString: line))
        }
    }

    /// The last line, for the sentence of a failure to start.
    static var last: String { state.withLock { $0.last } }

    private static func emit(_ line: String) {
        var text = Substring(line)
        while text.last?.isNewline == true { text.removeLast() }
        let sink = state.withLock { state in
            state.last = String(text)
            return state.sink
        }
        sink?(String(text))
    }
}
