import TestSupport
import Testing

@testable import GameState

@Suite struct ClockTests {
    private func clock(_ text: String) throws -> Clock {
        let setting = try #require(ClockSetting(text))
        return try #require(Clock(setting))
    }

    @Test("Clock settings are parsed and written back, and invalid ones are rejected") func settingsReadBack() {
        for text in ["300+5", "60+0", "600/5x30", "0/1x10", "604800+3600"] {
            #expect(ClockSetting(text)?.description == text)
        }
        for text in [
            "", "0+0", "0+5", "300", "+5", "300+", "0300+5", "300+05", "-1+5", "300+-5", "300+5+5", "604801+0",
            "1+3601",
            "600/0x30", "600/5x0", "600/5", "600/x", "600/101x30", "1/1x1x1", "٣+1", "99999999999999999999+1",
        ] {
            #expect(ClockSetting(text) == nil, "\(text)")
        }
    }

    @Test("A side's clock starts after that side's first move") func startsAfterEachSidesFirstMove() throws {
        var clock = try clock("300+5")
        #expect(clock.deadline == nil)
        clock.moved(by: .x, at: 1_000_000, lag: 0)
        #expect(clock.flagged(at: 99_000_000) == nil)
        clock.moved(by: .o, at: 99_000_000, lag: 0)
        #expect(clock.remaining(of: .o, at: 99_000_000).total == 300_000)
        #expect(clock.remaining(of: .x, at: 99_010_000).total == 290_000)
        clock.moved(by: .x, at: 99_010_000, lag: 0)
        #expect(clock.remaining(of: .x, at: 99_020_000).total == 295_000)
        #expect(clock.remaining(of: .o, at: 99_020_000).total == 290_000)
        #expect(clock.remaining(of: .o, at: 98_000_000).total == 300_000)
    }

    @Test("A flag falls at the deadline, and not before") func flagsAtTheDeadlineAndNotBefore() throws {
        var clock = try clock("10+0")
        for side in Stone.allCases { clock.moved(by: side, at: 0, lag: 0) }
        #expect(clock.deadline == 10_000 + Clock.Lag.initial)
        #expect(clock.flagged(at: 10_000 + Clock.Lag.initial - 1) == nil)
        #expect(clock.flagged(at: 10_000 + Clock.Lag.initial) == .x)
        #expect(clock.remaining(of: .x, at: 10_000) == Clock.Remaining(total: 0, running: 0, periods: 0))
        var inTime = clock
        var late = clock
        let isInTime = inTime.moved(by: .x, at: 10_100, lag: 101)
        #expect(isInTime)
        #expect(inTime.remaining(of: .x, at: 10_100).total == 1)
        let isLateInTime = late.moved(by: .x, at: 10_100, lag: 100)
        #expect(!isLateInTime)
        #expect(late.deadline == nil && late.remaining(of: .x, at: 10_100).total == 0)
    }

    @Test("Byo-yomi periods are used up one by one") func byoyomiPeriods() throws {
        var clock = try clock("20/3x10")
        for side in Stone.allCases { clock.moved(by: side, at: 0, lag: 0) }
        #expect(clock.remaining(of: .x, at: 5_000) == Clock.Remaining(total: 45_000, running: 15_000, periods: 3))
        #expect(clock.remaining(of: .x, at: 20_000) == Clock.Remaining(total: 30_000, running: 10_000, periods: 3))
        #expect(clock.remaining(of: .x, at: 32_000) == Clock.Remaining(total: 18_000, running: 8_000, periods: 2))
        clock.moved(by: .x, at: 32_000, lag: 0)
        #expect(clock.remaining(of: .x, at: 40_000) == Clock.Remaining(total: 20_000, running: 10_000, periods: 2))
        clock.moved(by: .o, at: 32_000, lag: 0)
        clock.moved(by: .x, at: 41_999, lag: 0)
        #expect(clock.remaining(of: .x, at: 50_000).periods == 2)
        clock.moved(by: .o, at: 42_000, lag: 0)
        #expect(clock.flagged(at: 62_000 + Clock.Lag.most) == .x)
        let isInTime = clock.moved(by: .x, at: 62_000, lag: 0)
        #expect(!isInTime)
    }

    @Test("A takeback or an exchange of sides keeps each player's remaining time")
    func aTakenBackTurnAndAnExchange() throws {
        var clock = try clock("100+5")
        for side in Stone.allCases { clock.moved(by: side, at: 0, lag: 0) }
        clock.handed(to: .o, at: 7_000)
        #expect(clock.remaining(of: .x, at: 9_000).total == 93_000)
        #expect(clock.remaining(of: .o, at: 9_000).total == 98_000)
        clock.exchangeSides(at: 9_000)
        #expect(clock.remaining(of: .x, at: 9_000).total == 98_000)
        #expect(clock.turn == .o && clock.remaining(of: .o, at: 10_000).total == 92_000)
        clock.finish(at: 10_000)
        #expect(clock.deadline == nil && clock.remaining(of: .o, at: 90_000).total == 92_000)
    }

    @Test("Faked lag gains no more than the allowance") func fakedLagGainsNoMoreThanTheAllowance() throws {
        var clock = try clock("1000+0")
        for side in Stone.allCases { clock.moved(by: side, at: 0, lag: 0) }
        var now = 0
        for move in 1...100 {
            now += 5_000
            clock.moved(by: .x, at: now, lag: 1_000_000)
            clock.moved(by: .o, at: now, lag: 0)
            let gained = clock.remaining(of: .x, at: now).total - (1_000_000 - move * 5_000)
            #expect(gained == Clock.Lag.initial + (move - 1) * Clock.Lag.refill)
        }
        // A player without lag saves up no more than the maximum.
        #expect(clock.accounts.o.lag == Clock.Lag.most)
    }

    @Test("A clock is restored from its keys, and missing or negative values are rejected")
    func keysReadBackAndNonsenseIsRefused() throws {
        var clock = try clock("20/3x10")
        func again(_ change: [GameKey: String?] = [:]) -> Clock? {
            Clock { key in change[key] ?? clock[key] }
        }
        #expect(again() == clock)
        clock.moved(by: .x, at: 5, lag: 0)
        clock.moved(by: .o, at: 6, lag: 0)
        clock.moved(by: .x, at: 25_000, lag: 30)
        #expect(again() == clock)
        clock.suspend(at: 26_000)
        #expect(clock[.turnAt] == nil && clock[.used] == "1000" && clock[.move] == nil)
        #expect(again([.move: "3"]) == clock)
        for key in GameKey.clockKeys where key != .used && clock[key] != nil {
            #expect(again([key: nil]) == nil, "\(key)")
            #expect(again([key: "-1"]) == nil, "\(key)")
        }
    }
}
