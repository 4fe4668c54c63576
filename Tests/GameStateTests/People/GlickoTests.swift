import Foundation
import TestSupport
import Testing

@testable import GameState

@Suite("Ratings by Glicko-2")
struct GlickoTests {
    private func near(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool { abs(left - right) <= tolerance }

    @Test("The paper's worked example")
    func paper() {
        let player = Glicko2.Rating(rating: 1_500, deviation: 200, volatility: 0.06)
        func opponent(_ rating: Double, _ deviation: Double) -> Glicko2.Rating {
            .init(rating: rating, deviation: deviation, volatility: 0.06)
        }
        let after = Glicko2.updated(
            player,
            by: [
                .init(opponent: opponent(1_400, 30), score: 1), .init(opponent: opponent(1_550, 100), score: 0),
                .init(opponent: opponent(1_700, 300), score: 0),
            ])
        #expect(
            near(after.rating, 1_464.06, 0.01) && near(after.deviation, 151.52, 0.01)
                && near(after.volatility, 0.059_99, 0.000_01))
        #expect(after.games == 3)
    }

    @Test("Exponential and logarithm agree with the C library's")
    func elementary() {
        for step in -4_000...4_000 {
            let x = Double(step) / 97
            #expect(near(Elementary.exp(x) / Foundation.exp(x), 1, 1e-13), "exp \(x)")
            let y = Foundation.exp(x)
            #expect(near(Elementary.log(y), x, 1e-12), "log \(y)")
        }
        #expect(Elementary.exp(-1_000) == 0 && Elementary.exp(1_000) == .infinity && Elementary.log(0) == -.infinity)
    }

    @Test("Two of the same strength draw: nothing moves but the certainty; a win moves both the same way apart")
    func settled() {
        let draw = Glicko2.settled(.init(both: nil), asOf: .init(both: nil), winner: nil, now: 0)
        #expect(near(draw.x.rating, 1_500, 1e-9) && draw.x == draw.o && draw.x.deviation < 350)
        let win = Glicko2.settled(.init(both: nil), asOf: .init(both: nil), winner: .o, now: 0)
        #expect(near(win.o.rating - 1_500, 1_500 - win.x.rating, 1e-9) && win.o.rating > 1_600)
        #expect(win.x.games == 1 && win.o.games == 1)
    }

    @Test("Certainty is lost with time, and never below the start's nor gained beyond the least")
    func time() {
        let sure = Glicko2.Rating(rating: 1_800, deviation: 50, volatility: 0.06, games: 100)
        let later = Glicko2.current(sure, asOf: 0, now: 365 * 86_400_000)
        #expect(later.rating == 1_800 && later.deviation > 90 && later.deviation < 120)
        #expect(Glicko2.current(sure, asOf: 0, now: .max / 2).deviation == 350)
        #expect(Glicko2.current(sure, asOf: 9, now: 0) == sure, "time that goes backwards stands still")
        var ratings = ByStone<Glicko2.Rating?>(both: nil)
        for game in 0..<2_000 {
            let next = Glicko2.settled(ratings, asOf: .init(both: 0), winner: game % 2 == 0 ? .x : .o, now: 0)
            ratings = ByStone(x: next.x, o: next.o)
        }
        #expect(ratings.x?.deviation == 45)
        #expect(near(ratings.x?.rating ?? 0, 1_500, 60))
    }

    @Test("Whatever results come, ratings stay numbers", arguments: 1...20 as ClosedRange<UInt64>)
    func hostile(_ seed: UInt64) {
        var random = SystemRandomNumberGenerator()
        var rating = Glicko2.Rating.start
        var games: [(Double, Double, Double)] = []
        for _ in 0..<200 {
            let game = (
                Double.random(in: -5_000...8_000, using: &random), Double.random(in: 30...350, using: &random),
                Double(Int.random(in: 0...2, using: &random)) / 2
            )
            games.append(game)
            let opponent = Glicko2.Rating(rating: game.0, deviation: game.1, volatility: 0.06)
            rating = Glicko2.updated(rating, by: [.init(opponent: opponent, score: game.2)])
            #expect(
                rating.rating.isFinite && rating.deviation > 0 && rating.deviation <= 350 && rating.volatility > 0,
                "\(games)")
        }
    }

    @Test(
        "Speeds",
        arguments: [
            ("60+0", "blitz"), ("300+5", "blitz"), ("300+6", "rapid"), ("479+0", "blitz"), ("480+0", "rapid"),
            ("1499+0", "rapid"),
            ("1500+0", "long"), ("600/5x30", "rapid"), ("0/1x31", "blitz"), ("0/100x32", "rapid"), ("604800+0", "long"),
        ])
    func speeds(_ clock: String, _ speed: String) throws {
        #expect(Speed(try #require(ClockSetting(clock))).rawValue == speed)
    }
}
