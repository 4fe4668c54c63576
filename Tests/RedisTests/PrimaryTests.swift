import TestSupport
import Testing

@testable import Redis

/// Waiting for all replicas, tested without a Redis.
@Suite("Waiting for every replica")
struct ReplicaGateTests {
    private func role(_ offset: Int, _ acknowledged: Int...) throws -> RedisRole {
        let replicas = acknowledged.map { number in
            RedisReply.array(["127.0.0.1", "7001", "\(number)"].map { .text(Array($0.utf8)) })
        }
        return try #require(RedisRole(.array([.text(Array("master".utf8)), .integer(offset), .array(replicas)])))
    }

    private func text(_ command: RedisCommand?) -> String? {
        command.map { String(decoding: $0.bytes, as: UTF8.self).split(separator: "\r\n").joined(separator: " ") }
    }

    /// Sends call number 1, and has Redis answer it.
    private func ask(_ gate: inout ReplicaGate<Int>) -> String? {
        gate.asked(.everywhere)
        let question = text(gate.question())
        gate.hold(1, .everywhere, .integer(1))
        return question
    }

    @Test("Without replicas, no answer waits")
    func none() throws {
        var gate = ReplicaGate<Int>(needed: 0)
        _ = gate.heard(try role(10), at: 0)
        gate.asked(.everywhere)
        let question = text(gate.question())
        #expect(question == nil && !gate.holds(.everywhere) && gate.admits(.everywhere))
    }

    @Test("An answer is released once all replicas have it, and no sooner")
    func all() throws {
        var gate = ReplicaGate<Int>(needed: 1)
        _ = gate.heard(try role(10, 10, 10), at: 0)
        let question = ask(&gate)
        #expect(question == "*3 $4 WAIT $1 2 $3 100")
        gate.hold(2, .replicated, .integer(2))
        let some = gate.answered(1, at: 0).map(\.0)
        #expect(some == [2])
        #expect(
            !gate.admits(.everywhere) && gate.admits(.replicated),
            "one replica lags, and delays only calls that need every replica")
        // The first offset tells the gate how far a replica must be to have the held call's data.
        for (offset, lowest) in [(50, 49), (60, 49)] {
            let early = gate.heard(try role(offset, 60, lowest), at: 100).map(\.0)
            #expect(early == [])
        }
        let rest = gate.heard(try role(70, 60, 50), at: 200).map(\.0)
        #expect(rest == [1])
        #expect(gate.admits(.everywhere))
    }

    @Test("A vanished replica counts for a while, because it may have been promoted")
    func gone() throws {
        var gate = ReplicaGate<Int>(needed: 0)
        _ = gate.heard(try role(10, 10), at: 0)
        _ = gate.heard(try role(20), at: 1_000)
        let question = ask(&gate)
        #expect(question == "*3 $4 WAIT $1 1 $3 100")
        let none = gate.answered(0, at: 1_000).map(\.0)
        #expect(none == [])
        for now in stride(from: 1_500, through: RecentReplicaCount.memory, by: 500) {
            let early = gate.heard(try role(30), at: now).map(\.0)
            #expect(early == [], "after \(now) ms")
        }
        let rest = gate.heard(try role(40), at: RecentReplicaCount.memory + 1).map(\.0)
        #expect(rest == [1])
        #expect(!gate.holds(.everywhere), "calls no longer wait for replicas")
    }

    @Test("After a lost connection waiting calls are repeated, and another Redis has its own replicas")
    func lost() throws {
        var gate = ReplicaGate<Int>(needed: 0)
        _ = gate.heard(try role(10, 10), at: 0)
        _ = ask(&gate)
        let again = gate.lost()
        #expect(again == [1] && gate.holds(.everywhere))
        gate.reset()
        #expect(!gate.holds(.everywhere))
    }
}

/// The choice of the primary.
@Suite("Staying with the primary")
struct PrimaryTests {
    private let server: RedisServer
    private let port: Int
    private let loop = PollingLoop()

    init() throws { (server, port) = try RedisServer.primary() }

    private var address: RedisAddress { RedisAddress(.socket(path: server.socket)) }
    private func until(_ isDone: () -> Bool) -> Bool { loop.run(withinMilliseconds: 60_000, until: isDone) }

    @Test("A client leaves a primary that becomes a replica, even without a pending call")
    func demoted() throws {
        var troubles: [RedisFailure?] = []
        let client = try RedisClient(
            address, on: loop, patience: .ofTests, staysWithPrimary: true, changed: { troubles.append($0) })
        let operatorsOwn = try RedisClient(address, on: loop, patience: .ofTests)
        #expect(until { client.trouble == nil })
        operatorsOwn.call(RedisCommand("REPLICAOF", "127.0.0.1", "1")) { _ in }
        #expect(until { client.trouble == .refused("it is a replica") })
        #expect(troubles.contains(.refused("it is no longer the primary")))
        operatorsOwn.call(RedisCommand("REPLICAOF", "NO", "ONE")) { _ in }
        #expect(until { client.trouble == nil })
    }

    @Test("An answer waits for a replica, even if the client requires none")
    func everywhere() throws {
        let replica = try RedisServer.replica(of: port)
        let client = try RedisClient(address, on: loop, patience: .ofTests, staysWithPrimary: true)
        let reader = try RedisClient(RedisAddress(.socket(path: replica.socket)), on: loop, patience: .ofTests)
        // The client waits for no replica until it has seen one.
        while client.waits == 0 {
            var answer: RedisClient.Answer?
            client.call(RedisCommand("SET", "k", "v"), .everywhere) { answer = $0 }
            #expect(until { answer != nil })
        }
        var count = 0
        for number in 0..<20 {
            var found: RedisClient.Answer?
            client.call(RedisCommand("SET", "k\(number)", "v"), .everywhere) { _ in
                reader.call(RedisCommand("GET", "k\(number)")) { found = $0 }
            }
            #expect(until { found != nil })
            #expect(found == .success(.text(Array("v".utf8))))
            count += 1
        }
        #expect(count == 20)
        // Writes to rooms do not wait for every replica.
        let waits = client.waits
        var stored: RedisClient.Answer?
        client.call(RedisCommand("SET", "k", "v"), .replicated) { stored = $0 }
        #expect(until { stored != nil })
        #expect(client.waits == waits)
    }

    @Test("Only Sentinels' announcements about this primary are heard")
    func announced() throws {
        // Any Redis can publish the message of a Sentinel.
        var heard: [(Endpoint, Endpoint)] = []
        let watch = FailoverSubscription(
            [.init(host: "127.0.0.1", port: port)], name: "main", password: nil, on: loop, patience: .ofTests
        ) { heard.append(($0, $1)) }
        let sentinel = try RedisClient(address, on: loop, patience: .ofTests)
        var isListening = false
        while !isListening {
            var answer: RedisClient.Answer?
            sentinel.call(RedisCommand("PUBLISH", "+switch-master", "other 127.0.0.1 1 127.0.0.1 2")) { answer = $0 }
            #expect(until { answer != nil })
            isListening = answer == .success(.integer(1))
        }
        for text in ["nonsense", "main 127.0.0.1 x 127.0.0.1 4", "main 127.0.0.1 3 127.0.0.1 4"] {
            sentinel.call(RedisCommand("PUBLISH", "+switch-master", text)) { _ in }
        }
        #expect(until { !heard.isEmpty })
        #expect(heard.count == 1)
        #expect(heard[0] == (.address("127.0.0.1", port: 3), .address("127.0.0.1", port: 4)))
        watch.close()
    }

    @Test("A client that follows another connects to the same Redis")
    func following() throws {
        let leader = try RedisClient(address, on: loop, patience: .ofTests)
        let nowhere = RedisAddress(.socket(path: "/nowhere/redis.sock"))
        let follower = try RedisClient(nowhere, on: loop, following: leader, patience: .ofTests)
        #expect(until { follower.trouble == nil })
        #expect(follower.settled == leader.settled)
    }
}
