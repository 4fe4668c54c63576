import Glibc

/// Turns signals into messages: the one safe way to hear them on the loop.
///
/// Make it first thing in `main`, before any thread starts: threads inherit which signals are blocked. Processes
/// started later inherit it too; whoever starts one must unblock them there.
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

    /// Blocks the signals in this thread, and those it starts from now on.
    public init(_ signals: [Signal]) {
        self.signals = signals
        var set = SignalWatcher.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Posts for each signal from now on, and for those that have come since `init`. A thread waits for them until the
    /// process ends.
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

/// The thread that waits.
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
