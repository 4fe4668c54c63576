import Glibc

/// A converter of signals to messages, the only safe way to handle them on the loop.
///
/// Create it first in `main`, before any thread starts, because threads inherit the set of blocked
/// signals. Child processes inherit it too, so unblock the signals there.
public struct SignalWatcher: Sendable {
    public enum Signal: Sendable, Equatable, CaseIterable {
        case terminate, interrupt, hangup, windowChange, resume

        var number: CInt {
            switch self {
            case .terminate: SIGTERM
            case .interrupt: SIGINT
            case .hangup: SIGHUP
            case .windowChange: SIGWINCH
            case .resume: SIGCONT
            }
        }
    }

    private let signals: [Signal]

    /// Blocks the signals in this thread, and in the threads that it starts later.
    public init(_ signals: [Signal]) {
        self.signals = signals
        var set = SignalWatcher.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Restores the effects that the signals have by default, for a command that blocks in reads
    /// and has nothing to restore at its end. Threads that were started before keep them blocked.
    public func unblock() {
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Posts a message for each signal from now on, and for each since `init`. A thread waits for
    /// signals until the process ends.
    public func post<Message: Sendable>(
        to mailbox: Mailbox<Message>, _ message: @escaping @Sendable (Signal) -> Message
    ) {
        let wait = SignalWait(signals: signals) { mailbox.post(message($0)) }
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<SignalWait>.fromOpaque(argument).takeRetainedValue().forEver()
                return nil
            }, Unmanaged.passRetained(wait).toOpaque())
        if started == 0 { pthread_detach(thread) } else { Unmanaged.passUnretained(wait).release() }
    }

    fileprivate static func set(of signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        return set
    }
}

/// The thread that waits for signals.
private final class SignalWait {
    private let signals: [SignalWatcher.Signal]
    private let deliver: @Sendable (SignalWatcher.Signal) -> Void

    init(signals: [SignalWatcher.Signal], deliver: @escaping @Sendable (SignalWatcher.Signal) -> Void) {
        self.signals = signals
        self.deliver = deliver
    }

    func forEver() {
        var set = SignalWatcher.set(of: signals)
        while true {
            var number: CInt = 0
            guard sigwait(&set, &number) == 0 else { continue }
            if let signal = signals.first(where: { $0.number == number }) { deliver(signal) }
        }
    }
}
