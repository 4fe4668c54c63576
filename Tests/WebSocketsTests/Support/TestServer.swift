import Foundation
import Synchronization

@testable import WebSockets

/// A server on a port and a thread of its own.
///
/// The loop and its objects live on that thread. The test communicates with the server over
/// sockets, and sends closures to the thread through a mailbox.
final class TestServer: Sendable {
    typealias Task = @Sendable (Context) -> Void

    /// The objects that tasks on the loop's thread may use.
    final class Context {
        let loop: EventLoop
        let handler: RecordingHandler
        var timers: [LoopTimer] = []
        init(_ loop: EventLoop, _ handler: RecordingHandler) { (self.loop, self.handler) = (loop, handler) }
    }

    let port: Int
    let events: Events
    private let mailbox = Mailbox<Task>()
    private let ended = DispatchSemaphore(value: 0)

    init(
        _ configure: @Sendable (inout ListenConfiguration) -> Void = { _ in },
        handler prepare: @escaping @Sendable (RecordingHandler) -> Void = { _ in }
    ) throws {
        var configuration = ListenConfiguration(port: 0)
        configure(&configuration)
        let events = Events()
        self.events = events
        let started = DispatchSemaphore(value: 0)
        let (mailbox, ended, listening) = (self.mailbox, self.ended, configuration)
        let box = PortBox()
        Thread.detachNewThread {
            TestServer.serve(listening, events, prepare, mailbox) {
                box.set($0)
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        port = try box.get()
    }

    private static func serve(
        _ configuration: ListenConfiguration, _ events: Events,
        _ prepare: (RecordingHandler) -> Void, _ mailbox: Mailbox<Task>, _ started: (Result<Int, any Error>) -> Void
    ) {
        do {
            let loop = try EventLoop()
            let handler = RecordingHandler(events)
            prepare(handler)
            let context = Context(loop, handler)
            loop.attach(mailbox) { task in task(context) }
            started(.success(try loop.listen(configuration, handler: handler)))
            try loop.run()
            context.timers = []
            handler.forget()
        } catch {
            started(.failure(error))
        }
    }

    /// Runs a task on the loop's thread, later.
    func run(_ task: @escaping Task) { mailbox.post(task) }

    /// Runs a task on the loop's thread, and waits for its result.
    func ask<Result: Sendable>(_ task: @escaping @Sendable (Context) -> Result) -> Result {
        let (done, box) = (DispatchSemaphore(value: 0), Box<Result>())
        mailbox.post { context in
            box.value = task(context)
            done.signal()
        }
        done.wait()
        return box.value!
    }

    func stop() {
        mailbox.post { $0.loop.stop() }
        ended.wait()
        ended.signal()
    }
}

final class Box<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)
    var value: Value? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

private final class PortBox: Sendable {
    private let state = Mutex<Result<Int, any Error>>(.success(0))
    func set(_ result: sending Result<Int, any Error>) {
        switch result {
        case .success(let port): state.withLock { $0 = .success(port) }
        case .failure(let error):
            let text = "\(error)"
            state.withLock { $0 = .failure(Failed(text)) }
        }
    }
    func get() throws -> Int { try state.withLock { try $0.get() } }
}

struct Failed: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
