import Client
import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct ClockFaceTests {
    @Test(
        "The remaining time is shown rounded down",
        arguments: [
            (300_000, "5:00"), (299_999, "4:59"), (3_661_000, "1:01:01"), (20_000, "0:20"), (19_999, "19.9"),
            (9_050, "9.0"), (0, "0.0"),
        ])
    func timeIsWhatIsLeftRoundedDown(milliseconds: Int, text: String) { #expect(ClockFace.time(milliseconds) == text) }

    /// The displayed time always matches the server's clock to the last digit. The only difference
    /// is an offset error of up to half the round trip.
    @Test("The displayed clock agrees with the server's", arguments: UInt64(1)...50)
    func agreesWithTheServer(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let setting = try #require(ClockSetting(["300+5", "20+0", "10/3x5", "0/2x30"].randomElement(using: &random)!))
        var clock = try #require(Clock(setting))
        let start = 1_700_000_000_000
        clock.moved(by: .x, at: start, lag: 0)
        clock.moved(by: .o, at: start, lag: 0)
        // The client's clock has an arbitrary offset. Pings have any round trip, with different
        // times for the two directions.
        let difference = Int.random(in: -1_000_000_000...1_000_000_000, using: &random)
        var server = ServerClock()
        for ping in 0..<12 {
            let out = Int.random(in: 1...400, using: &random)
            let back = Int.random(in: 1...400, using: &random)
            let sent = start + ping * 4_000
            server.measured(sent: sent - difference, time: sent + out, now: sent + out + back - difference)
        }
        // a quick one
        server.measured(sent: start - difference, time: start + 30, now: start + 80 - difference)
        let own = start + Int.random(in: 0...30_000, using: &random)
        let time = try #require(server.time(at: own - difference))
        #expect(abs(time - own) <= 50, "seed \(seed): the server's time is known to \(time - own) ms")
        let face = ClockFace(clock, side: .x, now: time, isOver: false)
        let left = clock.remaining(of: .x, at: time)
        #expect(face.text.hasPrefix(ClockFace.time(left.running)), "seed \(seed)")
        guard let wait = face.nextChange else {
            #expect(left.total == 0, "seed \(seed)")
            return
        }
        // The text stays the same until the announced time, and changes then.
        #expect(ClockFace(clock, side: .x, now: time + wait - 1, isOver: false).text == face.text, "seed \(seed)")
        let after = ClockFace(clock, side: .x, now: time + wait, isOver: false)
        #expect(after.text != face.text || left.total <= wait, "seed \(seed)")
    }

    @Test("Byo-yomi periods are shown") func periodsAreShown() throws {
        var clock = try #require(ClockSetting("10/3x30").flatMap { Clock($0) })
        clock.moved(by: .x, at: 0, lag: 0)
        clock.moved(by: .o, at: 0, lag: 0)
        #expect(ClockFace(clock, side: .x, now: 0, isOver: false).text == "10.0 +3x30")
        #expect(ClockFace(clock, side: .x, now: 12_000, isOver: false).text == "0:28 x3")
        #expect(ClockFace(clock, side: .x, now: 75_000, isOver: false).text == "0:25 x1")
        #expect(ClockFace(clock, side: .o, now: 75_000, isOver: false).nextChange == nil)
        #expect(ClockFace(clock, side: .x, now: 85_000, isOver: false).isShort)
    }

    @Test("An old quick ping is dropped from the clock estimate") func anOldQuickPingIsForgotten() {
        var server = ServerClock()
        server.measured(sent: 0, time: 1_000, now: 0)
        for ping in 1...ServerClock.window { server.measured(sent: ping, time: 9_000 + ping, now: ping + 10) }
        #expect(server.offset == 8_995)
    }

    @Test("The newest of the equally quick pings decides, because clocks are adjusted") func theNewestCounts() {
        var server = ServerClock()
        server.measured(sent: 0, time: 1_000, now: 4)
        server.measured(sent: 100, time: 1_080, now: 104)
        server.measured(sent: 200, time: 1_250, now: 210)
        #expect(server.offset == 978)
    }
}
