import Synchronization
import Testing

@testable import Redis

@Suite("Resolving a Redis address")
struct EndpointSearchTests {
    /// A name service.
    private final class Names: Sendable {
        let addresses = Mutex<[String]>([])
        let count = Mutex(0)

        func endpoints() -> [Endpoint] {
            count.withLock { $0 += 1 }
            return addresses.withLock { $0 }.map { .address($0, port: 6_379) }
        }
        func lead(to addresses: [String]) { self.addresses.withLock { $0 = addresses } }
        var questions: Int { count.withLock { $0 } }
    }

    /// A timer that wakes an otherwise idle loop every 20 ms, so that the loop checks its
    /// conditions.
    private final class Ticks {
        private var timer: (any RedisTimer)?

        init(_ loop: PollingLoop) {
            timer = loop.redisTimer { [weak self] in self?.timer?.schedule(afterMilliseconds: 20) }
            timer?.schedule(afterMilliseconds: 20)
        }
    }

    private func found(_ search: EndpointSearch) throws -> Endpoint {
        var answer: Result<Endpoint, RedisFailure>?
        search.find { answer = $0 }
        return try #require(answer).get()
    }

    @Test("A host name is resolved again regularly, and the next connection uses the new address")
    func renewed() throws {
        let (loop, names) = (PollingLoop(), Names())
        let ticks = Ticks(loop)
        names.lead(to: ["192.0.2.1"])
        let search = try EndpointSearch(try RedisAddress("redis://example.org"), on: loop) { _ in names.endpoints() }
        #expect(try found(search) == .address("192.0.2.1", port: 6_379))
        #expect(names.questions == 1, "the first connection uses the result that was just found")
        names.lead(to: ["192.0.2.2"])
        // After a second the name is looked up again, and the next attempt uses the new address.
        #expect(
            loop.run(withinMilliseconds: 30_000) { (try? found(search)) == .address("192.0.2.2", port: 6_379) })
        names.lead(to: [])
        let before = names.questions
        #expect(
            loop.run(withinMilliseconds: 30_000) {
                _ = try? found(search)
                return names.questions > before + 1
            })
        // An empty answer of the name service changes nothing.
        #expect(try found(search) == .address("192.0.2.2", port: 6_379))
        withExtendedLifetime(ticks) {}
    }

    @Test("A unix socket is resolved only once")
    func socket() throws {
        let (loop, names) = (PollingLoop(), Names())
        names.lead(to: ["192.0.2.1"])
        let search = try EndpointSearch(RedisAddress(.socket(path: "/tmp/x"), database: 0), on: loop) { _ in
            names.endpoints()
        }
        for _ in 0..<3 { _ = try found(search) }
        #expect(names.questions == 1)
    }
}
