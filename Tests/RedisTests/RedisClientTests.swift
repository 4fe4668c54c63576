import TestSupport
import Testing

@testable import Redis

/// The connection to a redis-server that the test starts, whose connections it can cut and which it
/// can kill.
@Suite("Calls to Redis")
struct RedisClientTests {
    private let server: RedisServer
    private let loop = PollingLoop()

    init() throws { server = try RedisServer() }

    private var address: RedisAddress { RedisAddress(.socket(path: server.socket)) }

    private func reply(_ client: RedisClient, _ command: RedisCommand) throws -> RedisReply {
        var answer: RedisClient.Answer?
        client.call(command) { answer = $0 }
        #expect(answer == nil, "never answered from inside the call")
        _ = loop.run(withinMilliseconds: 30_000) { answer != nil }
        return try #require(answer, "no answer in half a minute").get()
    }

    @Test("Answers of every kind arrive in order")
    func kinds() throws {
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        let binary: [UInt8] = [0, 13, 10, 255, 36]
        var replies: [RedisReply] = []
        let commands = [
            RedisCommand([Array("SET".utf8), Array("k".utf8), binary]), RedisCommand("GET", "k"),
            RedisCommand("GET", "none"), RedisCommand("STRLEN", "k"), RedisCommand("NONSENSE"),
            RedisCommand("MGET", "k", "none"), RedisCommand("EVAL", "return {1,{'a',{}}}", "0"),
        ]
        for command in commands { client.call(command) { replies.append((try? $0.get()) ?? .null) } }
        _ = loop.run(withinMilliseconds: 30_000) { replies.count == commands.count }
        let expected: [RedisReply] = [
            .text(Array("OK".utf8)), .text(binary), .null, .integer(5), replies[4], .array([.text(binary), .null]),
            .array([.integer(1), .array([.text(Array("a".utf8)), .array([])])]),
        ]
        #expect(replies == expected)
        #expect(replies[4].error?.hasPrefix("ERR unknown command") == true)
    }

    @Test("A long pipeline and a large value are transferred completely")
    func large() throws {
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        let value = [UInt8](repeating: 7, count: 3_000_000)
        _ = try reply(client, RedisCommand([Array("SET".utf8), Array("big".utf8), value]))
        #expect(try reply(client, RedisCommand("GET", "big")).bytes == value)
        var count = 0
        for _ in 0..<5_000 { client.call(RedisCommand("INCR", "n")) { _ in count += 1 } }
        _ = loop.run(withinMilliseconds: 30_000) { count == 5_000 }
        #expect(try reply(client, RedisCommand("GET", "n")).string == "5000")
    }

    @Test("Any number of words of any length arrive unchanged")
    func words() throws {
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        let lengths = [0, 1, 9, 10, 11, 99, 100, 101, 999, 1_000, 70_000] + Array(repeating: 3, count: 110)
        let words = lengths.enumerated().map { index, count in
            [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: count)
        }
        for count in [1, 6, 7, 8, 96, 97, 98, words.count] {
            let key = Array("l\(count)".utf8)
            let push = RedisCommand(count: 2 + count, bytes: 0) { written in
                written.add("RPUSH")
                written.add(key)
                written.add(RedisWords(Array(words.prefix(count))))
            }
            #expect(try reply(client, push).integer == count)
            let range = RedisCommand([Array("LRANGE".utf8), key, Array("0".utf8), Array("-1".utf8)])
            #expect(try reply(client, range) == .array(words.prefix(count).map { .text($0) }))
        }
    }

    @Test("Calls whose answers were lost are repeated, in order, on the next connection")
    func cut() throws {
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        let killer = try RedisClient(address, on: loop, patience: .ofTests)
        #expect(try reply(client, RedisCommand("PING")).string == "PONG")
        _ = try reply(killer, RedisCommand("CLIENT", "PAUSE", "60000", "ALL"))
        // The server does not carry out the calls yet. The connection is cut while they are in
        // flight.
        var answers: [RedisReply] = []
        for number in 0..<20 {
            client.call(RedisCommand("SET", "k\(number)", "\(number)", "GET")) {
                answers.append((try? $0.get()) ?? .error("none"))
            }
        }
        // Each call is carried out once, whether or not it has been sent before the cut.
        _ = loop.run(withinMilliseconds: 20) { false }
        server.stop()
        try server.start()
        _ = loop.run(withinMilliseconds: 30_000) { answers.count == 20 }
        #expect(answers == Array(repeating: .null, count: 20), "each call was carried out once")
        #expect(client.losses == 1)
        #expect(try reply(client, RedisCommand("GET", "k19")).string == "19")
    }

    @Test("A call that was never sent fails after a time limit, and calls succeed once the server is back")
    func away() throws {
        let client = try RedisClient(address, on: loop, patience: RedisTimeouts(connection: 300, answer: 600_000))
        _ = loop.run(withinMilliseconds: 30_000) { client.trouble == nil }
        server.stop()
        _ = loop.run(withinMilliseconds: 30_000) { client.trouble != nil }
        var answer: RedisClient.Answer?
        client.call(RedisCommand("PING")) { answer = $0 }
        _ = loop.run(withinMilliseconds: 60_000) { answer != nil }
        #expect(answer == .failure(.late(milliseconds: 300)))
        try server.start()
        _ = loop.run(withinMilliseconds: 60_000) { client.trouble == nil }
        #expect(try reply(client, RedisCommand("PING")).string == "PONG")
    }

    @Test("If Redis hangs, a sent call fails as unanswered, and later calls fail as late")
    func hangs() throws {
        var troubles: [RedisFailure?] = []
        let client = try RedisClient(
            address, on: loop, patience: RedisTimeouts(connection: 1_000, answer: 1_000, silence: 300),
            staysWithPrimary: true, changed: { troubles.append($0) })
        _ = loop.run(withinMilliseconds: 30_000) { client.trouble == nil }
        server.pause()
        var (sent, later, last): (RedisClient.Answer?, RedisClient.Answer?, RedisClient.Answer?)
        client.call(RedisCommand("SET", "k", "v")) { sent = $0 }
        _ = loop.run(withinMilliseconds: 30_000) { troubles.last == .silent(milliseconds: 300) }
        #expect(sent == nil && client.trouble == nil, "the connection has not been given up yet")
        client.call(RedisCommand("GET", "k")) { later = $0 }
        _ = loop.run(withinMilliseconds: 30_000) { sent != nil && later != nil }
        #expect(sent == .failure(.unanswered(milliseconds: 1_000)))
        #expect(later == .failure(.late(milliseconds: 1_000)))
        #expect(client.isGivenUp)
        client.call(RedisCommand("GET", "k")) { last = $0 }
        server.resume()
        _ = loop.run(withinMilliseconds: 30_000) { last != nil && !client.isGivenUp }
        #expect(last == .failure(.late(milliseconds: 1_000)), "refused without another wait")
        #expect(try reply(client, RedisCommand("PING")).string == "PONG")
    }

    @Test("A Redis that resumes before it is given up answers every call, and none is repeated")
    func standsStill() throws {
        var troubles: [RedisFailure?] = []
        let client = try RedisClient(
            address, on: loop, patience: RedisTimeouts(connection: 600_000, answer: 600_000, silence: 300),
            staysWithPrimary: true, changed: { troubles.append($0) })
        _ = loop.run(withinMilliseconds: 30_000) { client.trouble == nil }
        server.pause()
        var answers: [RedisClient.Answer] = []
        client.call(RedisCommand("INCR", "n")) { answers.append($0) }
        _ = loop.run(withinMilliseconds: 30_000) { troubles.last == .silent(milliseconds: 300) }
        client.call(RedisCommand("INCR", "n")) { answers.append($0) }
        server.resume()
        _ = loop.run(withinMilliseconds: 30_000) { answers.count == 2 }
        #expect(answers == [.success(.integer(1)), .success(.integer(2))])
        #expect(troubles.last == .some(nil) && client.losses == 0)
    }

    @Test("A connection that is refused admission is retried until it is admitted")
    func admission() throws {
        var isOpen = false
        let client = try RedisClient(address, on: loop, patience: .ofTests, greeting: [RedisCommand("GET", "door")]) {
            replies in
            #expect(replies.count == 1)
            return isOpen ? nil : "closed"
        }
        var answer: RedisClient.Answer?
        client.call(RedisCommand("PING")) { answer = $0 }
        _ = loop.run(withinMilliseconds: 30_000) { client.trouble == .refused("closed") }
        #expect(answer == nil)
        isOpen = true
        _ = loop.run(withinMilliseconds: 30_000) { answer != nil }
        #expect(answer == .success(.text(Array("PONG".utf8))))
    }

    @Test("Calls beyond the limit of waiting calls are refused, asynchronously like all answers")
    func limit() throws {
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        var (refused, answered) = (0, 0)
        for _ in 0..<RedisClient.waitingLimit + 3 {
            client.call(RedisCommand("PING")) {
                if $0 == .failure(.overloaded(limit: RedisClient.waitingLimit)) { refused += 1 } else { answered += 1 }
            }
        }
        #expect(refused + answered == 0)
        _ = loop.run(withinMilliseconds: 30_000) { refused + answered == RedisClient.waitingLimit + 3 }
        #expect(refused == 3 && answered == RedisClient.waitingLimit)
    }
}

@Suite("Redis addresses")
struct RedisAddressTests {
    @Test(
        "Valid addresses are parsed",
        arguments: [
            ("redis://localhost", RedisAddress(.host("localhost", port: 6_379))),
            ("redis://10.0.0.1:7000/3", RedisAddress(.host("10.0.0.1", port: 7_000), database: 3)),
            ("redis://[::1]:7000", RedisAddress(.host("::1", port: 7_000))),
            ("redis://ann:s%e:c@h/", RedisAddress(.host("h", port: 6_379), user: "ann", password: "s%e:c")),
            ("redis://:pw@h", RedisAddress(.host("h", port: 6_379), password: "pw")),
            ("redis+unix:/run/redis.sock", RedisAddress(.socket(path: "/run/redis.sock"))),
            ("redis+unix:/run/redis.sock?db=0", RedisAddress(.socket(path: "/run/redis.sock"), database: 0)),
            ("redis+unix:/run/redis.sock?db=2", RedisAddress(.socket(path: "/run/redis.sock"), database: 2)),
            (
                "redis+sentinel://a,10.0.0.2:7000,[::1]:7001/main/3",
                RedisAddress(
                    .sentinels(
                        [
                            .init(host: "a", port: 26_379), .init(host: "10.0.0.2", port: 7_000),
                            .init(host: "::1", port: 7_001),
                        ],
                        name: "main"), database: 3)
            ),
            ("redis+sentinel://a:1/main", RedisAddress(.sentinels([.init(host: "a", port: 1)], name: "main"))),
        ])
    func read(_ text: String, _ address: RedisAddress) throws { #expect(try RedisAddress(text) == address) }

    @Test(
        "An invalid address is refused with a reason",
        arguments: [
            ("rediss://h", RedisAddress.Fault.encrypted), ("http://h", .scheme("http")), ("h:1", .scheme("h:1")),
            ("redis://", .noPlace), ("redis://:7", .noPlace), ("redis+unix:x", .noPlace),
            ("redis://h:0", .port("0")), ("redis://h:x", .port("x")), ("redis://h/x", .database("x")),
            ("redis+unix:/a?db=-1", .database("-1")), ("redis+sentinel://h:1", .noName),
            ("redis+sentinel://h:1/", .noName), ("redis+sentinel:///main", .noPlace),
            ("redis+sentinel://a,,b/main", .noPlace), ("redis+sentinel://a:x/main", .port("x")),
            ("redis+sentinel://a/main/x", .database("x")),
        ])
    func refuse(_ text: String, _ fault: RedisAddress.Fault) {
        #expect(throws: fault) { try RedisAddress(text) }
    }

    @Test("The description of an address does not contain the password")
    func secret() throws {
        #expect(try RedisAddress("redis://ann:secret@h:1/2").description == "redis://h:1/2")
        let sentinels = "redis+sentinel://a:1,[::1]:2/main/3"
        #expect(try RedisAddress(sentinels).description == sentinels)
    }
}
