import GameState
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer

@Suite("What the operator shuts out")
struct ModerationTests {
    private final class Time {
        var now = 1_000
    }

    @Test("What has a time ends with it")
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
        #expect(moderation.entries == Moderation.Entries(), "what has ended is not kept")
    }

    @Test("Over the limit those that end first make way")
    func bounded() {
        let moderation = Moderation(directory: nil, now: { 0 }, answers: Mailbox())
        moderation.change(
            { for number in 1...Moderation.limit + 5 { $0.closed["room\(number)"] = number } }, { _ in })
        #expect(moderation.entries.closed.count == Moderation.limit)
        #expect(moderation.entries.closed["room5"] == nil && moderation.entries.closed["room6"] == 6)
    }

    @Test("A report is no longer than its limit, whatever was said")
    func report() throws {
        let reports = AbuseReports(directory: nil) { _ in }
        let bob = Participant(id: ParticipantID("p-2"), name: "Bob")
        let chat = (0..<60).map {
            ChatLine(by: bob, at: $0, id: "\($0)", text: String(repeating: "\u{1}", count: 4_000))
        }
        let room = try #require(RoomName("tea"))
        for _ in 0...AbuseReports.kept {
            reports.add(
                at: 1, room: room, by: bob, about: .init(participant: bob, address: nil),
                text: String(repeating: "\u{1}", count: AbuseService.textBytes), chat: chat)
        }
        #expect(reports.newest.count == AbuseReports.kept && reports.count == AbuseReports.kept + 1)
        #expect(reports.newest.allSatisfy { $0.count <= AbuseReports.longest && !$0.contains(10) })
    }

    @Test("What others have written does not command the operator's terminal")
    func printable() {
        #expect(ControlPlace.printable("a\u{1b}[2J\u{202e}\u{9b}é\n") == "a\\u{1b}[2J\\u{202e}\\u{9b}é\n")
    }

    @Test("An order is one line, and an unknown one is none")
    func orders() {
        for kind in ControlOrder.Kind.allCases {
            let order = ControlOrder(kind, who: "a\nb", seconds: 60)
            #expect(!order.line.contains("\n") && ControlOrder(line: order.line) == order)
        }
        #expect(ControlOrder(line: "{\"kind\":\"dance\"}") == nil && ControlOrder(line: "") == nil)
    }
}
