import Foundation
import GameState
import Storage
import Synchronization
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer

@Suite("Large rooms are built on another thread")
struct RoomBuilderTests {
    /// A builder whose work the test runs.
    private final class Bench: RoomBuilder {
        var waiting: [(work: @Sendable () -> RoomLoading, done: (RoomLoading) -> Void)] = []
        func build(_ work: @escaping @Sendable () -> RoomLoading, _ done: @escaping (RoomLoading) -> Void) {
            waiting.append((work, done))
        }
    }

    private func append(_ rev: Int, _ value: String, to header: RoomHeader, _ store: MemoryStore) {
        let delta = AcceptedDelta(
            rev: rev, by: "ann", at: rev, id: "\(rev)", delta: Delta(changes: [.init("k\(rev)", .string(value))]))
        store.append(Append(room: header, scope: .shared, delta: delta)) { #expect($0 == nil) }
    }

    @Test("The store in memory builds small rooms at once, and lets large ones be built elsewhere")
    func memory() throws {
        let bench = Bench()
        let store = MemoryStore(builder: bench)
        let name = try #require(RoomName("r"))
        let header = RoomHeader(name: name, kind: .open, epoch: "k", host: "ann", created: 7)
        let limits = RoomLimits(Limits())
        append(1, "small", to: header, store)
        var loaded: LoadedRoom?
        store.load(name, sharing: limits) { loaded = try? $0.get() }
        #expect(loaded?.room.rev == 1 && loaded?.created == 7 && loaded?.newest == 1)
        for rev in 2...5 { append(rev, String(repeating: "x", count: 20_000), to: header, store) }
        loaded = nil
        store.load(name, sharing: limits) { loaded = try? $0.get() }
        #expect(loaded == nil)
        // The copy does not see what comes later.
        append(6, "later", to: header, store)
        let one = try #require(bench.waiting.first)
        one.done(one.work())
        #expect(loaded?.room.rev == 5)
        #expect(loaded?.room.state.text("k5")?.count == 20_000)
    }

    @Test("Rooms are built on a thread of their own, and the results return on the loop's thread")
    func thread() throws {
        let loop = try EventLoop()
        let builder = RoomBuilderThread(on: loop)
        let own = pthread_self()
        let isOwn = Mutex<[Bool]>([])
        var failures: [String] = []
        for text in ["a", "b"] {
            builder.build {
                isOwn.withLock { $0.append(pthread_equal(pthread_self(), own) != 0) }
                return .failure(StoreFailure(text))
            } _: { result in
                #expect(pthread_equal(pthread_self(), own) != 0)
                if case .failure(let failure) = result { failures.append(failure.description) }
                if failures.count == 2 { loop.stop() }
            }
        }
        let hang = loop.timer { loop.stop() }
        hang.schedule(afterMilliseconds: 60_000)
        try loop.run()
        #expect(failures == ["a", "b"])
        #expect(isOwn.withLock { $0 } == [false, false])
    }

    @Test("Results return to their callers in any order, each once")
    func order() throws {
        let built = Mailbox<RoomBuilderThread.Built>()
        let builder = RoomBuilderThread(built: built)
        var failures: [String] = []
        for text in ["a", "b"] {
            builder.build {
                .failure(StoreFailure(text))
            } _: { result in
                if case .failure(let failure) = result { failures.append(failure.description) }
            }
        }
        builder.finished(.init(number: 2, result: .failure(StoreFailure("second"))))
        builder.finished(.init(number: 1, result: .failure(StoreFailure("first"))))
        builder.finished(.init(number: 1, result: .failure(StoreFailure("again"))))
        #expect(failures == ["second", "first"])
    }
}
