import Storage
import Threads
import WebSockets

/// Builds large rooms on a worker thread, for stores that read on the loop's thread.
///
/// Clients that wait for the same room share one load, so each room waits here at most once.
final class RoomBuilderThread: RoomBuilder {
    /// A built room, on its way from the worker thread.
    struct Built: Sendable {
        let number: Int
        let result: RoomLoading
    }

    private let thread = WorkerThreads(name: "rooms")
    private let built: Mailbox<Built>
    private var waiting: [Int: (RoomLoading) -> Void] = [:]
    private var last = 0

    /// Makes a thread whose results arrive on the loop.
    convenience init(on loop: EventLoop) {
        let built = Mailbox<Built>()
        self.init(built: built)
        loop.attach(built) { [weak self] in self?.finished($0) }
    }

    /// - Parameter built: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    init(built: Mailbox<Built>) { self.built = built }

    func build(_ work: @escaping @Sendable () -> RoomLoading, _ done: @escaping (RoomLoading) -> Void) {
        last += 1
        waiting[last] = done
        thread.run { [built, last] in built.post(Built(number: last, result: work())) }
    }

    /// Takes a result of the thread.
    func finished(_ built: Built) { waiting.removeValue(forKey: built.number)?(built.result) }
}
