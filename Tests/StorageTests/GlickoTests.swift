import Foundation
import TestSupport
import Testing

@testable import GameState
@testable import Storage

@Suite("Ratings by Glicko-2")
struct GlickoTests {
    private func near(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool { abs(left - right) <= tolerance }

    @Test("A draw of equals changes only certainty, and a win moves both ratings by the same amount")
    func settled() {
        let draw = Glicko2.settled(.init(both: nil), asOf: .init(both: nil), winner: nil, now: 0)
        #expect(near(draw.x.rating, 1_500, 1e-9) && draw.x == draw.o && draw.x.deviation < 350)
        let win = Glicko2.settled(.init(both: nil), asOf: .init(both: nil), winner: .o, now: 0)
        #expect(near(win.o.rating - 1_500, 1_500 - win.x.rating, 1e-9) && win.o.rating > 1_600)
        #expect(win.x.games == 1 && win.o.games == 1)
    }

    @Test("Certainty decreases with time and increases with games, within bounds")
    func time() {
        let sure = Glicko2.Rating(rating: 1_800, deviation: 50, volatility: 0.06, games: 100)
        let later = Glicko2.current(sure, asOf: 0, now: 365 * 86_400_000)
        #expect(later.rating == 1_800 && later.deviation > 90 && later.deviation < 120)
        #expect(Glicko2.current(sure, asOf: 0, now: .max / 2).deviation == 350)
        #expect(Glicko2.current(sure, asOf: 9, now: 0) == sure, "time that goes backwards changes nothing")
        var ratings = ByStone<Glicko2.Rating?>(both: nil)
        for game in 0..<2_000 {
            let next = Glicko2.settled(ratings, asOf: .init(both: 0), winner: game % 2 == 0 ? .x : .o, now: 0)
            ratings = ByStone(x: next.x, o: next.o)
        }
        #expect(ratings.x?.deviation == 45)
        #expect(near(ratings.x?.rating ?? 0, 1_500, 60))
    }

    /// Plays games in which player `0` wins against each opponent in turn, or loses to each.
    private func against(_ puppets: Int, rounds: Int, wins: Bool) -> Glicko2.Rating {
        var ratings = [Glicko2.Rating?](repeating: nil, count: puppets + 1)
        for _ in 0..<rounds {
            for puppet in 1...puppets {
                let after = Glicko2.settled(
                    ByStone(x: ratings[0], o: ratings[puppet]), asOf: .init(both: 0), winner: wins ? .x : .o, now: 0)
                (ratings[0], ratings[puppet]) = (after.x, after.o)
            }
        }
        return ratings[0] ?? .start
    }

    @Test("48 wins against eight new accounts raise a rating no further than one, nor do losses lower it")
    func puppets() {
        let first = against(1, rounds: 1, wins: true).rating
        #expect((1_660...1_664).contains(first))
        let lifted = against(8, rounds: 6, wins: true)
        #expect(lifted.rating <= first + 5 && lifted.games == 48)
        #expect(against(8, rounds: 6, wins: false).rating >= 3_000 - first - 5)
    }

    @Test(
        "A win raises a rating up to 400 points above the opponent's proven strength, and never lowers it"
    )
    func bound() {
        func after(_ own: Double, _ opponent: Double, _ deviation: Double, winner: Stone?) -> Double {
            let player = Glicko2.Rating(rating: own, deviation: 200, volatility: 0.06, games: 9)
            let other = Glicko2.Rating(rating: opponent, deviation: deviation, volatility: 0.06, games: 90)
            return Glicko2.settled(.init(x: player, o: other), asOf: .init(both: 0), winner: winner, now: 0).x.rating
        }
        // 1,700 - 0.6745 * 60 + 400
        #expect(near(after(2_050, 1_700, 60, winner: .x), 2_059.53, 0.01))
        #expect(after(2_100, 1_700, 60, winner: .x) == 2_100, "a win never lowers a rating")
        #expect(near(after(1_350, 1_700, 60, winner: .o), 1_340.47, 0.01))
        #expect(after(1_300, 1_700, 60, winner: .o) == 1_300, "a loss never raises a rating")
        #expect(after(1_500, 1_500, 60, winner: .x) > 1_580, "the usual case is not bounded")
        #expect(after(2_100, 1_700, 60, winner: nil) < 2_090, "a draw is not bounded")
    }

    @Test("Games settled before the bound was introduced keep their original ratings")
    func formerGames() throws {
        var settled = SettledRatings()
        var ratings = ByStone<Glicko2.Rating?>(both: nil)
        for number in 1...5 {
            // Settle the first three games without the bound, as earlier versions did.
            let after = Glicko2.settled(
                ratings, asOf: .init(both: number > 1 ? number - 1 : nil), winner: .x, now: number,
                isBounded: number > 3)
            func player(_ stone: Stone) -> StoredGame.Player {
                .init(
                    id: ParticipantID(stone.rawValue), name: "N", rating: (ratings[stone] ?? .start).points,
                    after: after[stone].points)
            }
            let terms = GameTerms(rule: .standard, clock: ClockSetting("180+0"), isRated: true)
            let game = FinishedGame(
                id: GameID(epoch: "k", number: number), room: try #require(RoomName("r")), terms: terms,
                players: ByStone(x: "x", o: "o"), result: "x", reason: .resign,
                moves: (0..<9).map { Point(column: $0, row: $0) }, ended: number)
            _ = settled.settle(StoredGame(game: game, players: ByStone(x: player(.x), o: player(.o))))
            ratings = ByStone(x: after.x, o: after.o)
        }
        let kind = RatingKind(rule: .standard, speed: .blitz)
        #expect(
            settled.rating(of: "x", kind)?.rating == ratings.x && settled.rating(of: "o", kind)?.rating == ratings.o)
    }

    @Test("Ratings stay finite and within bounds for any results", arguments: 1...20 as ClosedRange<UInt64>)
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
        "A clock setting belongs to the right speed",
        arguments: [
            ("60+0", "blitz"), ("300+5", "blitz"), ("300+6", "rapid"), ("479+0", "blitz"), ("480+0", "rapid"),
            ("1499+0", "rapid"),
            ("1500+0", "long"), ("600/5x30", "rapid"), ("0/1x31", "blitz"), ("0/100x32", "rapid"), ("604800+0", "long"),
        ])
    func speeds(_ clock: String, _ speed: String) throws {
        #expect(Speed(try #require(ClockSetting(clock))).rawValue == speed)
    }
}
