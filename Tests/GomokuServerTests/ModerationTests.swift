import Foundation
import GameState
import Nodes
import Storage
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer

@Suite("Moderation")
struct ModerationTests {
    private final class Time {
        var now = 1_000
    }

    @Test("Bans and mutes end at their time, and are then removed")
    func ends() {
        let time = Time()
        let moderation = Moderation(directory: nil, now: { time.now }, answers: Mailbox())
        moderation.change(
            {
                $0.banned = ["p-1": 2_000, "2001:db8:0:0::/64": 2_000]
                $0.muted = ["p-2": 5_000]
            }, { _ in })
        #expect(moderation.isBanned(ParticipantID("p-1")) && !moderation.isBanned(ParticipantID("p-2")))
        #expect(moderation.isBanned(address: "2001:db8::7") && !moderation.isBanned(address: "2001:db9::7"))
        #expect(moderation.muted(ParticipantID("p-2")) == 4_000)
        time.now = 2_000
        #expect(!moderation.isBanned(ParticipantID("p-1")) && !moderation.isBanned(address: "2001:db8::7"))
        time.now = 5_000
        #expect(moderation.muted(ParticipantID("p-2")) == nil)
        moderation.change({ _ in }, { _ in })
        #expect(moderation.entries == Moderation.Entries(), "expired entries are removed")
    }

    @Test("Beyond the limit, the entries that end first are removed")
    func bounded() {
        let moderation = Moderation(directory: nil, now: { 0 }, answers: Mailbox())
        moderation.change(
            { for number in 1...Moderation.limit + 5 { $0.closed["room\(number)"] = number } }, { _ in })
        #expect(moderation.entries.closed.count == Moderation.limit)
        #expect(moderation.entries.closed["room5"] == nil && moderation.entries.closed["room6"] == 6)
    }

    /// Records shared between servers, in memory.
    private final class Records: SharedRecords {
        var lists: [String: [String: Int]] = [:]
        var box = ReportBox()
        var failure: StoreFailure?
        /// Called with the data that was read, before the reader gets it.
        var reading: [() -> Void] = []

        func shutOut(
            in names: [String], _ done: @escaping (Result<[String: [String: Int]], StoreFailure>) -> Void
        ) {
            let found = lists
            if !reading.isEmpty { reading.removeFirst()() }
            done(failure.map { .failure($0) } ?? .success(found))
        }
        func shutOut(
            _ key: String, in list: String, until: Int?, now: Int, limit: Int,
            _ done: @escaping (StoreFailure?) -> Void
        ) {
            if failure == nil { lists[list, default: [:]][key] = until }
            done(failure)
        }
        func add(
            report: [UInt8], from network: String, _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void
        ) {
            done(failure.map { .failure($0) } ?? .success(box.add(report, from: network)))
        }
        func readReports(_ numbers: [Int]) { _ = box.read(numbers) }
        func reports(
            before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void
        ) {
            done(.success(box.page(before: before, count: count, bytes: bytes)))
        }
        func spend(_ purses: [SharedTokenBucket], _ done: @escaping (Result<Int, StoreFailure>) -> Void) {
            done(failure.map { .failure($0) } ?? .success(purses.map(\.key).contains("look ann") ? 7 : 0))
        }
        func giveBack(_ purses: [SharedTokenBucket]) {}
    }

    @Test("Servers with a shared store have one list: own changes are stored, and others' are read")
    func shared() {
        let records = Records()
        records.lists = ["banned": ["p-1": 9_000, "p-old": 500], "closed": ["tea": Moderation.forEver]]
        let moderation = Moderation(directory: nil, shared: records, now: { 1_000 }, answers: Mailbox())
        var loads = 0
        moderation.load { loads += 1 }
        #expect(loads == 1 && moderation.isBanned(ParticipantID("p-1")))
        #expect(moderation.entries.banned == ["p-1": 9_000] && moderation.entries.closed["tea"] != nil)
        var said: [String?] = []
        moderation.change(
            {
                $0.muted["p-2"] = 4_000
                $0.banned["p-1"] = nil
            }, { said.append($0) })
        #expect(said == [nil] && records.lists["muted"] == ["p-2": 4_000])
        #expect(records.lists["banned"] == ["p-old": 500])
        moderation.change({ _ in }, { said.append($0) })
        #expect(said == [nil, nil], "there is nothing to store")
        moderation.heard(.banned, "p-3", until: 3_000)
        moderation.heard(.muted, "p-2", until: nil)
        #expect(moderation.isBanned(ParticipantID("p-3")) && moderation.muted(ParticipantID("p-2")) == nil)
        records.failure = StoreFailure("Redis is gone.")
        moderation.change({ $0.banned["p-4"] = 3_000 }, { said.append($0) })
        #expect(said.last??.contains("Redis is gone.") == true && moderation.isBanned(ParticipantID("p-4")))
        moderation.load { loads += 1 }
        #expect(loads == 2 && moderation.isBanned(ParticipantID("p-4")), "a failed read changes nothing")
        // An entry changes while an older list is in flight.
        records.failure = nil
        records.reading = [
            {
                records.lists["banned", default: [:]]["p-5"] = 3_000
                moderation.heard(.banned, "p-5", until: 3_000)
            }
        ]
        moderation.load { loads += 1 }
        #expect(loads == 3 && moderation.isBanned(ParticipantID("p-5")))
    }

    @Test("Attempts counted in a shared store are refused with a wait, or if the store fails")
    func tries() {
        let records = Records()
        let tries = AttemptLimits(shared: records, now: { 1_000 })
        var outcomes: [AttemptLimits.Outcome] = []
        tries.spend([.init(.change, "ann")]) { outcomes.append($0) }
        tries.spend([.init(.change, "ann"), .init(.look, "ann")]) { outcomes.append($0) }
        records.failure = StoreFailure("Redis is gone.")
        tries.spend([.init(.change, "ann")]) { outcomes.append($0) }
        #expect(outcomes == [.allowed, .tooOften(retryAfter: 7), .unavailable("Redis is gone.")])
        let own = AttemptLimits(shared: nil, now: { 1_000 })
        outcomes = []
        for _ in 0..<5 { own.spend([.init(.token, "ann")]) { outcomes.append($0) } }
        #expect(outcomes == [.allowed, .allowed, .allowed, .allowed, .tooOften(retryAfter: 15_001)])
        own.giveBack([.init(.token, "ann")])
        own.spend([.init(.token, "ann")]) { outcomes.append($0) }
        #expect(outcomes.last == .allowed)
    }

    @Test("A report never exceeds its size limit")
    func report() throws {
        let reports = AbuseReports(directory: nil) { _ in }
        let bob = Participant(id: ParticipantID("p-2"), name: "Bob")
        let chat = (0..<60).map {
            ChatMessage(by: bob, at: $0, id: "\($0)", text: String(repeating: "\u{1}", count: 4_000))
        }
        let room = try #require(RoomName("tea"))
        reports.add(
            at: 1, room: room, by: .init(participant: bob, address: "192.0.2.1"),
            about: .init(participant: bob, address: nil),
            text: String(repeating: "\u{1}", count: AbuseService.textBytes), chat: chat)
        let report = try #require(reports.box.entries.last)
        #expect(report.text.count <= AbuseReports.longest && !report.text.contains(10) && report.network == "192.0.2.1")
    }

    @Test("A report contains the newest chat messages that fit, in order")
    func newestLines() throws {
        let reports = AbuseReports(directory: nil) { _ in }
        let bob = Participant(id: ParticipantID("p-2"), name: "Bob")
        let room = try #require(RoomName("tea"))
        func times(_ lengths: [Int]) throws -> [Int] {
            let chat = lengths.enumerated().map { number, length in
                ChatMessage(by: bob, at: number, id: "\(number)", text: String(repeating: "x", count: length))
            }
            reports.add(
                at: 1, room: room, by: .init(participant: bob, address: "192.0.2.\(reports.count)"),
                about: .init(participant: bob, address: nil), text: "", chat: chat)
            let report = try JSONParser.parse(#require(reports.box.entries.last?.text))
            return report["chat"]?.array?.compactMap { $0["at"]?.integer } ?? []
        }
        #expect(try times(Array(repeating: 10, count: 30)) == Array(10..<30))
        // A line of `AbuseReports.longest` bytes does not fit, and earlier lines are omitted, too.
        #expect(try times([10, 10, AbuseReports.longest, 10, 10]) == [3, 4])
        // The largest line that fits beside the others fills the report to its last byte.
        _ = try times([0])
        let free = AbuseReports.longest - (reports.box.entries.last?.text.count ?? 0)
        #expect(try times([free]) == [0] && reports.box.entries.last?.text.count == AbuseReports.longest)
        #expect(try times([free + 1]) == [])
    }

    @Test("Reports and their read state survive a restart, and those of an earlier version are unread")
    func kept() throws {
        let directory = TemporaryDirectory()
        let path = "\(directory.path)/\(AbuseReports.fileName)"
        let former =
            #"{"at":1,"room":"tea","by":{"id":"p-2","name":"Bob"},"about":{"id":"p-1","name":"A"},"text":"","chat":[]}"#
        try Data("\(former)\n".utf8).write(to: URL(fileURLWithPath: path))
        let bob = Participant(id: ParticipantID("p-2"), name: "Bob")
        let room = try #require(RoomName("tea"))
        func reopened(_ change: (AbuseReports) -> Void) -> ReportBox {
            let reports = AbuseReports(directory: directory.path) { Issue.record("\($0)") }
            change(reports)
            reports.settle()
            return AbuseReports(directory: directory.path) { Issue.record("\($0)") }.box
        }
        func add(_ reports: AbuseReports) {
            reports.add(
                at: 2, room: room, by: .init(participant: bob, address: "192.0.2.1"),
                about: .init(participant: bob, address: nil), text: "\"", chat: [])
        }
        var box = reopened { add($0) }
        #expect(box.entries.map(\.number) == [1, 2] && box.entries.map(\.network) == ["p-2", "192.0.2.1"])
        #expect(box.entries[0].text == Array(former.utf8) && box.entries.allSatisfy { !$0.isRead })
        let before = box
        box = reopened { $0.page(before: nil, count: 1, bytes: .max) { _ in } }
        #expect(
            box.entries.map(\.isRead) == [false, true] && box.entries.map(\.text) == before.entries.map(\.text))
        box = reopened { add($0) }
        #expect(box.entries.map(\.number) == [1, 2, 3] && box.entries.map(\.isRead) == [false, true, false])
    }

    @Test("Control characters are escaped for the operator's terminal, and JSON stays valid")
    func printable() throws {
        #expect(ControlPlace.printable("a\u{1b}[2J\u{202e}\u{9b}é\n") == "a\\u{1b}[2J\\u{202e}\\u{9b}é\n")
        let text = "\u{202e}\u{9b}é\u{e0001}\u{2028}😀"
        var writer = JSONWriter()
        writer.string(text)
        let shown = ControlPlace.printableJSON(String(decoding: writer.bytes, as: UTF8.self))
        #expect(shown == #""\u202e\u009bé\udb40\udc01\u2028😀""#)
        #expect(try JSONParser.parse(Array(shown.utf8)).string == text)
    }

    @Test("An order is one line, and an unknown order is rejected")
    func orders() {
        for kind in ControlCommand.Kind.allCases {
            let order = ControlCommand(kind, who: "a\nb", seconds: 60)
            #expect(!order.line.contains("\n") && ControlCommand(line: order.line) == order)
        }
        #expect(ControlCommand(line: "{\"kind\":\"dance\"}") == nil && ControlCommand(line: "") == nil)
    }
}
