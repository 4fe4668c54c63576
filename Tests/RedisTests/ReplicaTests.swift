import Foundation
import TestSupport
import Testing

@testable import Redis

/// Waiting for replicas, with a primary and replicas started by the test.
@Suite("Waiting for replicas")
struct ReplicaTests {
    private let server: RedisServer
    private let port: Int
    private let loop = PollingLoop()

    init() throws { (server, port) = try RedisServer.primary() }

    private func client(
        _ count: Int, patience: RedisTimeouts = .ofTests, changed: @escaping (RedisFailure?) -> Void = { _ in }
    ) throws -> RedisClient {
        try RedisClient(
            RedisAddress(.socket(path: server.socket)), on: loop, patience: patience, replicas: count, changed: changed)
    }

    private func until(_ isDone: () -> Bool) -> Bool { loop.run(withinMilliseconds: 60_000, until: isDone) }

    private func write(_ number: Int) -> RedisCommand { RedisCommand("SET", "k\(number)", "\(number)") }
    private let done = RedisClient.Answer.success(.text(Array("OK".utf8)))

    @Test("Answers of one turn are released together, in order, once a replica has them")
    func there() throws {
        let replica = try RedisServer.replica(of: port)
        let client = try client(1)
        var order: [Int] = []
        for number in 0..<5 {
            client.call(write(number), .replicated) {
                #expect($0 == done)
                order.append(number)
            }
        }
        #expect(until { order.count == 5 })
        #expect(order == Array(0..<5))
        // Ask the replica itself.
        let reader = try RedisClient(RedisAddress(.socket(path: replica.socket)), on: loop, patience: .ofTests)
        var found: RedisClient.Answer?
        reader.call(RedisCommand("MGET", "k0", "k4")) { found = $0 }
        #expect(until { found != nil })
        #expect(found == .success(.array([.text(Array("0".utf8)), .text(Array("4".utf8))])))
        let (before, shortages) = (client.waits, client.shortages)
        var count = 0
        for number in 5..<10 { client.call(write(number), .replicated) { _ in count += 1 } }
        #expect(until { count == 5 })
        #expect(client.waits - before == client.shortages - shortages + 1, "one wait for all calls of a turn")
    }

    @Test("Without a replica, calls that need one wait or are refused, and later they succeed again")
    func missing() throws {
        var troubles: [RedisFailure?] = []
        let client = try client(1, patience: RedisTimeouts(connection: 300, answer: 600_000)) { troubles.append($0) }
        #expect(until { client.trouble == nil })
        var (first, other): (RedisClient.Answer?, RedisClient.Answer?)
        client.call(write(1), .replicated) { first = $0 }
        client.call(write(2)) { other = $0 }
        let short = RedisFailure.fewReplicas(found: 0, needed: 1)
        #expect(until { troubles.last == .some(short) })
        #expect(first == nil && other == done, "a call that needs no replica does not wait")
        var late: RedisClient.Answer?
        client.call(write(3), .replicated) { late = $0 }
        #expect(until { late != nil })
        #expect(late == .failure(short))
        #expect(first == nil && client.trouble == nil && client.shortages > 0)
        let replica = try RedisServer.replica(of: port)
        #expect(until { first != nil })
        #expect(first == done && troubles.last == .some(nil))
        var again: RedisClient.Answer?
        client.call(RedisCommand("MGET", "k1", "k2", "k3"), .replicated) { again = $0 }
        #expect(until { again != nil })
        let one = RedisReply.text(Array("1".utf8))
        #expect(again == .success(.array([one, .text(Array("2".utf8)), .null])), "the refused call was not sent")
        withExtendedLifetime(replica) {}
    }

    @Test("Calls that wait for replicas are repeated on the next Redis, which may lack their data")
    func failover() throws {
        let client = try client(1)
        var (first, other): (RedisClient.Answer?, RedisClient.Answer?)
        client.call(write(1), .replicated) { first = $0 }
        client.call(RedisCommand("GET", "k1")) { other = $0 }
        #expect(until { other != nil })
        #expect(other == .success(.text(Array("1".utf8))) && first == nil)
        server.stop()
        try FileManager.default.removeItem(atPath: server.directory + "/appendonlydir")
        try server.start()
        let replica = try RedisServer.replica(of: port)
        #expect(until { first != nil })
        #expect(first == done)
        var again: RedisClient.Answer?
        client.call(RedisCommand("GET", "k1"), .replicated) { again = $0 }
        #expect(until { again != nil })
        #expect(again == .success(.text(Array("1".utf8))))
        withExtendedLifetime(replica) {}
    }
}
