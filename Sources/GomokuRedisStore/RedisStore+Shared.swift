import GameState
import Redis
import Storage

/// Records that all servers share, and that belong to no room or person.
extension RedisStore: SharedRecords {
    // MARK: bans

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

    private static let reportKeys = [RedisKeys.reports, RedisKeys.reportFacts]

    public func add(
        report: [UInt8], from network: String, _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void
    ) {
        let words = [report, bytes(network), bytes(ReportBox.limit), bytes(ReportBox.quota)]
        calls.read(RedisFunctions.call("report_add", keys: Self.reportKeys, words), .everywhere, done) { reply in
            guard let outcome = reply.string.flatMap(ReportOutcome.init) else {
                throw RedisTexts.Unreadable(what: "answer to a report")
            }
            return outcome
        }
    }

    public func reports(
        before: Int?, count: Int, bytes most: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void
    ) {
        let words = [before.map { bytes($0) } ?? [], bytes(count), bytes(most)]
        calls.read(RedisFunctions.call("report_page", keys: Self.reportKeys, words), done) { reply in
            let parts = reply.array ?? []
            let pairs = stride(from: 1, to: parts.count - 1, by: 2)
            return ReportPage(
                numbers: pairs.compactMap { parts[$0].integer }, texts: pairs.compactMap { parts[$0 + 1].bytes },
                older: parts.first?.integer ?? 0)
        }
    }

    public func readReports(_ numbers: [Int]) {
        guard !numbers.isEmpty else { return }
        calls.ask(RedisFunctions.call("report_read", keys: Self.reportKeys, numbers.map { bytes($0) })) { _ in }
    }

    // MARK: rate limits

    public func spend(_ buckets: [SharedTokenBucket], _ done: @escaping (Result<Int, StoreFailure>) -> Void) {
        guard !buckets.isEmpty else { return calls.answer(0, done) }
        calls.read(Self.call("purses_spend", buckets), done) { $0.integer ?? 0 }
    }

    public func giveBack(_ buckets: [SharedTokenBucket]) {
        if !buckets.isEmpty { calls.ask(Self.call("purses_refund", buckets)) { _ in } }
    }

    private static func call(_ name: String, _ buckets: [SharedTokenBucket]) -> RedisCommand {
        RedisFunctions.call(
            name, keys: buckets.map { RedisKeys.bucket($0.key) },
            buckets.flatMap { [bytes($0.burst), bytes("\($0.interval)")] })
    }

    private func change(
        _ name: String, keys: [[UInt8]], _ words: [[UInt8]], _ done: @escaping (StoreFailure?) -> Void
    ) {
        calls.ask(RedisFunctions.call(name, keys: keys, words), .everywhere) { done($0.failure) }
    }
}
