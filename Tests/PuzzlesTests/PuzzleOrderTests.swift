import Testing

@testable import Puzzles

@Suite("Order of puzzles for a client")
struct PuzzleOrderTests {
    @Test(
        "A permutation has each number once, and depends on its seed", arguments: [1, 2, 3, 4, 5, 16, 17, 255, 1_000])
    func permutation(count: Int) {
        let orders = (0..<UInt64(8)).map { seed in
            let order = Permutation(count: count, seed: seed)
            return (0..<count).map { order[$0] }
        }
        for order in orders { #expect(order.sorted() == Array(0..<count)) }
        if count > 16 { #expect(Set(orders).count == orders.count) }
    }

    /// Ratings from 600 to 2599.
    private let ratings = (0..<10_000).map { 600 + $0 / 5 }

    private func order(_ rating: Int, _ seed: UInt32) -> PuzzleOrder {
        PuzzleOrder(count: ratings.count, rating: rating, seed: seed) { wanted in
            ratings.firstIndex { $0 >= wanted } ?? ratings.count
        }
    }

    @Test("Each puzzle comes once, and the bands around the rating come one after the other")
    func bands() {
        let order = order(1_500, 7)
        let places = (0..<order.count).map { order[$0] }
        #expect(places.sorted() == Array(0..<ratings.count))
        let bands = places.map { place in
            var width = PuzzleOrder.firstBand
            while abs(ratings[place] - 1_500) > width { width *= 2 }
            return width
        }
        #expect(bands == bands.sorted())
        #expect(Set(bands).count > 3)
    }

    @Test("For 1,000 seeds, the deciles of the first puzzles are within 50 points of the rating")
    func deciles() {
        var firsts: [Int] = []
        for seed in 0..<UInt32(1_000) {
            let order = order(1_700, seed)
            firsts += (0..<10).map { ratings[order[$0]] }
        }
        firsts.sort()
        for decile in 1...9 { #expect(abs(firsts[firsts.count * decile / 10] - 1_700) <= 50) }
        #expect(Set(firsts).count > 60, "the seeds choose different puzzles")
    }

    @Test("A rating far from all puzzles, and a selection without puzzles, have an order")
    func edges() {
        let far = order(4_000, 1)
        #expect((0..<100).allSatisfy { ratings[far[$0]] > 1_400 })
        #expect(PuzzleOrder(count: 0, rating: 1_500, seed: 1) { _ in 0 }.count == 0)
        #expect(PuzzleOrder(count: 1, rating: 0, seed: 1) { 9 < $0 ? 1 : 0 }[0] == 0)
    }
}
