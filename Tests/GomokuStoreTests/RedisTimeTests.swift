import Redis
import Testing

@testable import GomokuRedisStore

@Suite("Clock of Redis")
struct RedisTimeTests {
    private func late(_ words: [String], asked: Int, answered: Int) -> Int? {
        RedisTime(.array(words.map { .text(Array($0.utf8)) }), asked: asked, answered: answered)?.clockLag
    }

    @Test("The clock difference is measured at the middle between question and answer")
    func late() {
        #expect(late(["1700000010", "250000"], asked: 1_700_000_000_000, answered: 1_700_000_000_100) == 10_200)
        #expect(late(["1700000000", "999"], asked: 1_700_000_005_000, answered: 1_700_000_005_000) == -5_000)
    }

    @Test("An answer that took too long or has no time is ignored")
    func unknown() {
        #expect(late(["1700000010", "250000"], asked: 0, answered: 201) == nil)
        for words in [[], ["1"], ["a", "b"], ["1", "2", "3"]] { #expect(late(words, asked: 0, answered: 0) == nil) }
        #expect(RedisTime(.error("ERR"), asked: 0, answered: 0) == nil)
    }
}
