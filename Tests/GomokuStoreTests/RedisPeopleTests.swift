import GameState
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

/// The keys of people. Servers of earlier versions share the Redis during a rolling update, so the
/// format must not change.
@Suite("People in Redis")
struct RedisPeopleTests {
    private let directory = TemporaryDirectory()

    @discardableResult
    private func redis(_ driver: Driver, _ words: String...) throws -> RedisReply {
        let reader = try RedisReader(driver.address())
        defer { reader.close() }
        return try reader.sound(RedisCommand(words.map { Array($0.utf8) }))
    }

    private func hash(_ driver: Driver, _ key: String) throws -> [String: String] {
        RedisTexts.fields(try redis(driver, "HGETALL", key))
    }

    @Test("People stored by earlier versions can be read, changed and deleted")
    func earlier() throws {
        let driver = try Driver(.redis, at: directory.path)
        try redis(
            driver, "HSET", "{people}p:p-1", "name", "Ann", "bot", "0", "token", "first", "key", "ann", "since", "77",
            "former", "bea", "r:standard:blitz", "1600.5 80.25 0.06 3 5000", "r:later:blitz", "1 2 3 4 5", "won", "2")
        try redis(
            driver, "HSET", "{people}n:ann", "participant", "p-1", "name", "Ann", "password", "16 8 1 01 0203", "since",
            "77")
        try redis(driver, "HSET", "{people}n:bea", "participant", "p-1")
        try redis(driver, "HSET", "{people}s:p-1", "second", "80 77 +a phone")
        try redis(driver, "SET", "{people}t:second", "p-1")
        try redis(driver, "SADD", "{people}kinds", "r:standard:blitz", "r:later:blitz")
        for kind in ["standard", "later"] { try redis(driver, "ZADD", "{people}best:r:\(kind):blitz", "-1440", "p-1") }
        try redis(driver, "HSET", "{people}n:gus", "reserved", "4000000000000")

        let password = PasswordHash(salt: [1], hash: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)
        let ann = Account(participant: "p-1", name: "Ann", password: password, since: 77)
        for name in ["ANN", "Bea"] { #expect(try driver.account(name) == ann) }
        let session = StoredSession(tokenHash: Array("second".utf8), device: "a phone", since: 77, seen: 80)
        #expect(try driver.sessions("p-1") == [session])
        #expect(try driver.participant(session.tokenHash)?.name == "Ann")
        let person = try #require(try driver.person("bea"))
        #expect(person.won == 2 && person.ratings.map(\.rating.games) == [3] && person.since == 77)
        #expect(try driver.leaders().map(\.name) == ["Ann"])
        #expect(try driver.rename("p-1", to: "Bob") == .alreadyRenamed)
        #expect(try driver.giveName("p-1", to: "Bob") == nil)
        #expect(try hash(driver, "{people}n:bob")["password"] == password.text)
        #expect(try hash(driver, "{people}n:ann").isEmpty && hash(driver, "{people}n:bea") == ["participant": "p-1"])
        #expect(try hash(driver, "{people}p:p-1")["r:later:blitz"] == "1 2 3 4 5", "a rating stored by a later version")
        #expect(try driver.setPassword(password, of: "p-1", keeping: []) == nil)
        #expect(try hash(driver, "{people}s:p-1").isEmpty && redis(driver, "GET", "{people}t:second").isNull)

        #expect(try driver.forget("p-1", at: 3_999_999_999_999) == nil)
        for key in ["p:p-1", "s:p-1"] { #expect(try redis(driver, "EXISTS", "{people}\(key)") == .integer(0)) }
        #expect(try hash(driver, "{people}n:bob") == ["reserved": "4007775999999"])
        #expect(try redis(driver, "PEXPIRETIME", "{people}n:bob") == .integer(4_007_775_999_999))
        #expect(try redis(driver, "GET", "{people}t:first") == .text([]), "the token is signed for the id")
        #expect(try redis(driver, "ZCARD", "{people}best:r:later:blitz") == .integer(0))
        #expect(try redis(driver, "SMEMBERS", "{people}leaving") == .array([]))
    }

    @Test("A claim and a game are written in the format of earlier versions")
    func claim() throws {
        let driver = try Driver(.redis, at: directory.path)
        for (id, token) in [("p-1", "one"), ("p-2", "two")] {
            let guest = Participant(id: ParticipantID(id), name: "Guest")
            #expect(try driver.save(StoredParticipant(participant: guest, tokenHash: Array(token.utf8))) == nil)
        }
        #expect((try redis(driver, "PTTL", "{people}p:p-1").integer ?? 0) > 0)
        let password = PasswordHash(salt: [1], hash: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)
        #expect(try driver.claim(Account(participant: "p-1", name: "Ann", password: password, since: 77)) == nil)
        #expect(
            try hash(driver, "{people}p:p-1")
                == ["name": "Ann", "bot": "0", "token": "one", "key": "ann", "since": "77"])
        #expect(
            try hash(driver, "{people}n:ann")
                == ["participant": "p-1", "name": "Ann", "password": "16 8 1 01 0203", "since": "77"])
        #expect(try hash(driver, "{people}s:p-1") == ["one": "77 77 +a device"])
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-1", o: "p-2")
        #expect(try driver.append(Sample.append("r", 1, id: "end", chain: 1, finished: game)) == nil)
        // The owner of a name and a guest with a finished game do not expire.
        for key in ["p:p-1", "t:one", "p:p-2", "t:two"] {
            #expect(try redis(driver, "PTTL", "{people}\(key)") == .integer(-1), "\(key)")
        }
        let (one, two) = (try hash(driver, "{people}p:p-1"), try hash(driver, "{people}p:p-2"))
        #expect(one["won"] == "1" && two["lost"] == "1" && one["lost"] == nil && two["won"] == nil)
        #expect(StoredRating(text: one["r:standard:blitz"] ?? "", kind: .init(rule: .standard, speed: .blitz)) != nil)
        #expect(
            try redis(driver, "ZRANGE", "{people}best:r:standard:blitz", "0", "-1")
                == .array([.text(Array("p-1".utf8))]))
        #expect(try redis(driver, "LRANGE", "{people}games", "0", "-1") == .array([.text(Array("k1-1".utf8))]))
        #expect(try redis(driver, "ZSCORE", "{people}v:p-1 p-2", "k1-1") == .text(Array("5000".utf8)))
        #expect(try redis(driver, "ZSCORE", "{people}l:p-2", "k1-1") == .text(Array("5000".utf8)))
        #expect(try redis(driver, "LLEN", "{people}recent") == .integer(1))
        #expect(try redis(driver, "HLEN", "{s00}out") == .integer(0))
    }
}
