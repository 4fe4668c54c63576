import TestSupport
import Testing

@testable import GameState

/// Whole games in simulated time between two clients with lag. The server's clock is set back
/// occasionally, and the server restarts after stops and kills.
@Suite struct ClockSimulation {
    /// The actual times of one side.
    private struct Truth {
        var thought = 0, lag = 0, refused = 0, allowance = Clock.Lag.initial, timedMoves = 0
    }

    @Test(
        "No player loses more time than it used, in random games with lag and restarts",
        arguments: ["20+1", "30+0", "20/3x10", "0/2x6"])
    func nobodyLosesMoreThanItUsed(text: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("clock \(text) seed \(seed)")
        var generator = SeededRandom(seed: seed)
        let setting = try #require(ClockSetting(text))
        var flags = 0
        for _ in 0..<150 { flags += try play(setting, using: &generator, seed) ? 1 : 0 }
        #expect(flags > 0, "no game was lost on time, so the test checks too little")
    }

    /// Plays one game of up to 80 moves. Returns whether it was lost on time.
    private func play(_ setting: ClockSetting, using generator: inout SeededRandom, _ seed: UInt64) throws -> Bool {
        var clock = try #require(Clock(setting))
        var truth = ByStone(both: Truth())
        var now = 1_700_000_000_000
        for number in 1...80 {
            let side = Stone.ofMove(number)
            let before = clock.remaining(of: side, at: now)
            let isTimed = clock.runningSince != nil
            let thought = Int.random(
                in: 0...(Int.random(in: 0..<8, using: &generator) == 0 ? 15_000 : 3_000), using: &generator)
            let lag = Int.random(
                in: 0...(Int.random(in: 0..<6, using: &generator) == 0 ? 2_500 : 250), using: &generator)
            now += thought
            // The server may be restarted while the message is in flight, or be down for a while.
            switch Int.random(in: 0..<12, using: &generator) {
            case 0:
                clock.suspend(at: now)
                clock = try #require(Clock(reading: { clock[$0] }))
                now += .random(in: 0...1_000_000, using: &generator)
                clock.resume(at: now, lastAlive: 0)
            case 1:
                // A kill: since the last move only the time at which the server was last alive was
                // stored.
                clock = try #require(Clock(reading: { clock[$0] }))
                let lastAlive = now - .random(in: 0...20_000, using: &generator)
                now += .random(in: 0...1_000_000, using: &generator)
                clock.resume(at: now, lastAlive: lastAlive)
            // The server's clock is set back.
            case 2: now -= .random(in: 0...5_000, using: &generator)
            default: break
            }
            now += lag
            let refund = isTimed ? min(lag, truth[side].allowance) : 0
            let paid = thought + lag - refund
            let flagged = clock.flagged(at: now)
            let inTime = clock.moved(by: side, at: now, lag: lag)
            if isTimed {
                truth[side].thought += thought
                truth[side].lag += lag
                truth[side].refused += lag - refund
                truth[side].timedMoves += 1
                // A time that a restart cut short can refund less than the lag, but never more.
                truth[side].allowance = clock.accounts[side].lag
            }
            guard inTime else {
                #expect(isTimed && before.total <= paid, "lost with time left, seed \(seed)")
                return true
            }
            #expect(flagged == nil, "flagged although the move came in time, seed \(seed)")
            let after = clock.remaining(of: side, at: now)
            switch setting {
            case .fischer(_, let increment):
                #expect(after.total >= before.total - paid + (isTimed ? increment * 1_000 : 0), "seed \(seed)")
                let given = setting.main * 1_000 + truth[side].timedMoves * increment * 1_000
                #expect(given - after.total <= truth[side].thought + truth[side].refused, "seed \(seed)")
            case .byoyomi(_, _, let length):
                #expect(after.total >= before.total - paid, "seed \(seed)")
                #expect(
                    after.periods == 0 || after.running == length * 1_000
                        || after.total > after.periods * length * 1_000)
            }
            #expect(Clock(reading: { clock[$0] }) == clock)
        }
        return false
    }
}
