import GameState
import Redis

/// What servers have together that is no room's and nobody's.
extension RedisStore: SharedRecords {
    // MARK: who is shut out

    public func shutOut(
        in lists: [String], _ done: @escaping (Result<[String: [String: Int]], StoreFailure>) -> Void
    ) {
        let commands = lists.map {
            RedisCommand([bytes("ZRANGE"), RedisKeys.shutOut($0), bytes(0), bytes(-1), bytes("WITHSCORES")])
        }
        calls.readAll(commands) { answer in
            done(
                answer.map { replies in
                    Dictionary(uniqueKeysWithValues: zip(lists, replies.map { Self.entries($0.array ?? []) }))
                })
        }
    }

    private static func entries(_ words: [RedisReply]) -> [String: Int] {
        var entries: [String: Int] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            guard let key = words[index].string, let until = words[index + 1].string.flatMap(Double.init),
                let until = Int(exactly: until.rounded())
            else { continue }
            entries[key] = until
        }
        return entries
    }

    public func shutOut(
        _ key: String, in list: String, until: Int?, now: Int, limit: Int, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let words = [bytes(key), until.map { bytes($0) } ?? [], bytes(now), bytes(limit)]
        change("shut_out", keys: [RedisKeys.shutOut(list)], words, done)
    }

    // MARK: reports

    public func add(report: [UInt8], limit: Int, _ done: @escaping (StoreFailure?) -> Void) {
        change("report_add", keys: [RedisKeys.reports], [report, bytes(limit)], done)
    }

    public func reports(_ count: Int, _ done: @escaping (Result<[[UInt8]], StoreFailure>) -> Void) {
        calls.read(RedisCommand([bytes("LRANGE"), RedisKeys.reports, bytes(-count), bytes(-1)]), done) { reply in
            (reply.array ?? []).compactMap(\.bytes)
        }
    }

    // MARK: tries

    public func spend(_ purses: [SharedPurse], _ done: @escaping (Result<Int, StoreFailure>) -> Void) {
        guard !purses.isEmpty else { return calls.answer(0, done) }
        calls.read(Self.call("purses_spend", purses), done) { $0.integer ?? 0 }
    }

    public func giveBack(_ purses: [SharedPurse]) {
        if !purses.isEmpty { calls.ask(Self.call("purses_refund", purses)) { _ in } }
    }

    private static func call(_ name: String, _ purses: [SharedPurse]) -> RedisCommand {
        RedisFunctions.call(
            name, keys: purses.map { RedisKeys.purse($0.key) },
            purses.flatMap { [bytes($0.burst), bytes("\($0.interval)")] })
    }

    private func change(
        _ name: String, keys: [[UInt8]], _ words: [[UInt8]], _ done: @escaping (StoreFailure?) -> Void
    ) {
        calls.ask(RedisFunctions.call(name, keys: keys, words), .everywhere) { done($0.failure) }
    }
}
