import GameState
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

@Suite("Players' reports in Redis")
struct RedisReportTests {
    private static func records(_ driver: Driver) throws -> any SharedRecords {
        try #require(driver.store as? any SharedRecords)
    }

    private static func add(_ text: String, from network: String, _ driver: Driver) throws -> ReportOutcome {
        let records = try records(driver)
        return try driver.ask { records.add(report: Array(text.utf8), from: network, $0) }.get()
    }

    private static func page(
        before: Int? = nil, count: Int = .max, bytes: Int = .max, _ driver: Driver
    ) throws -> ReportPage {
        let records = try records(driver)
        return try driver.ask { records.reports(before: before, count: count, bytes: bytes, $0) }.get()
    }

    @Test("Reports are kept, refused, read and paged exactly as by a report shelf")
    func asShelf() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        var shelf = ReportBox()
        var random = SeededRandom(seed: 7)
        for number in 1...2 * ReportBox.limit {
            // Some reports come from a few networks that send many, others from networks that send
            // one. The operator reads some reports in the second half.
            let isLoud = Bool.random(using: &random)
            let network =
                isLoud ? "10.0.0.\(Int.random(in: 0..<8, using: &random))" : "10.1.\(number / 200).\(number % 200)"
            let outcome = try Self.add("report \(number)", from: network, driver)
            let expected = shelf.add(Array("report \(number)".utf8), from: network)
            #expect(outcome == expected, "report \(number)")
            guard number > ReportBox.limit, number % 60 == 0 else { continue }
            let before = number % 120 == 0 ? nil : 300
            let page = try Self.page(before: before, count: 20, bytes: 150, driver)
            #expect(page == shelf.page(before: before, count: 20, bytes: 150))
            try Self.records(driver).readReports(page.numbers)
            _ = shelf.read(page.numbers)
        }
        let all = try Self.page(driver)
        #expect(all == shelf.page(before: nil, count: .max, bytes: .max) && all.numbers.count > 300)
        // A report that is sent again because its answer was lost is stored once.
        let last = String(decoding: try #require(all.texts.first), as: UTF8.self)
        #expect(try Self.add(last, from: "10.9.9.9", driver) == .kept)
        #expect(try Self.page(driver) == all)
    }

    @Test("Reports of an earlier version are unread, and stay in order")
    func former() throws {
        let directory = TemporaryDirectory()
        let driver = try Driver(.redis, at: directory.path)
        let reader = try RedisReader(driver.address())
        defer { reader.close() }
        _ = try reader.sound(RedisCommand("RPUSH", "{people}reports", "a", "b"))
        #expect(try Self.add("c", from: "10.0.0.1", driver) == .kept)
        _ = try reader.sound(RedisCommand("RPUSH", "{people}reports", "d"))
        let page = try Self.page(driver)
        #expect(page.texts.map { String(decoding: $0, as: UTF8.self) } == ["d", "c", "b", "a"])
        #expect(page.numbers == [4, 3, 2, 1] && page.older == 0)
    }
}
