import Foundation
import GameState
import Puzzles
import Robot

/// People who solve puzzles near their ratings, as the page selects them.
///
/// The result of an attempt follows from the person's strength, which the rating only estimates.
struct PuzzleSimulation {
    /// The ratings of the puzzles, in increasing order.
    let ratings: [Int]
    /// The number of puzzles of one request, and the interval of ratings that share a place in the
    /// order. Both are those of `web-static/puzzles/source.js`.
    private static let batch = 20, band = 50
    /// The middle and the standard deviation of people's strengths.
    private static let middle = 1_500.0, spread = 300.0

    /// The attempts of one person.
    struct Person {
        /// For each attempt, the puzzle's rating less the person's rating before it.
        var distances: [Double] = []
        /// The number of puzzles that came a second time.
        var repeats = 0
        /// The time for all selections and for all ratings.
        var selecting = Duration.zero, rating = Duration.zero
        /// The difference between the last rating and the strength.
        var error = 0.0
    }

    /// Creates a collection of puzzles whose ratings are spread evenly from 400 to 2,600.
    init(count: Int) { ratings = (0..<count).map { 400 + $0 * 2_200 / max(1, count - 1) } }

    init(_ book: PuzzleBook) { ratings = (0..<book.count).map { book[$0].rating } }

    /// Returns a person's attempts, which the seed decides.
    func person(seed: UInt32, attempts: Int) -> Person {
        var random = SplitMix(seed: UInt64(seed))
        let strength = Self.middle + Self.spread * Self.normal(&random)
        var rating = Glicko2.Rating.start
        var (done, places): (Set<Int>, [Int: Int]) = ([], [:])
        var person = Person()
        let clock = ContinuousClock()
        for _ in 0..<attempts {
            var chosen: Int?
            person.selecting += clock.measure { chosen = next(for: rating, seed: seed, done, &places) }
            guard let chosen else { break }
            if !done.insert(chosen).inserted { person.repeats += 1 }
            let puzzle = ratings[chosen]
            person.distances.append(Double(puzzle) - rating.rating)
            let isSolved = Double.random(in: 0..<1, using: &random) < Self.chance(strength, against: Double(puzzle))
            person.rating += clock.measure {
                rating = SolverRating.updated(rating, puzzle: puzzle, isSolved: isSolved)
            }
        }
        person.error = rating.rating - strength
        return person
    }

    /// Returns the number of the next puzzle: the nearest one of the next batch with a puzzle that
    /// the person has not done.
    private func next(
        for rating: Glicko2.Rating, seed: UInt32, _ done: Set<Int>, _ places: inout [Int: Int]
    ) -> Int? {
        let near = Int((rating.rating / Double(Self.band)).rounded()) * Self.band
        let order = PuzzleOrder(count: ratings.count, rating: near, seed: seed, firstRated: firstRated)
        while true {
            let from = places[near] ?? 0
            let end = min(from + Self.batch, ratings.count)
            guard from < end else { return nil }
            let fresh = (from..<end).map { order[$0] }.filter { !done.contains($0) }
            func distance(_ number: Int) -> Double { abs(Double(ratings[number]) - rating.rating) }
            if let nearest = fresh.min(by: { distance($0) < distance($1) }) { return nearest }
            places[near] = end
        }
    }

    private func firstRated(_ rating: Int) -> Int {
        var (low, high) = (0, ratings.count)
        while low < high {
            let middle = (low + high) / 2
            if ratings[middle] < rating { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns a number of the standard normal distribution (Box and Muller).
    private static func normal(_ random: inout SplitMix) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    /// The chance to win by the logistic curve of ratings: 400 points are ten to one.
    private static func chance(_ strength: Double, against puzzle: Double) -> Double {
        1 / (1 + pow(10, (puzzle - strength) / 400))
    }
}

/// The results of many people.
struct PuzzleSimulationSummary {
    private(set) var people = 0
    private(set) var repeats = 0
    private var distances: [Double] = []
    private var errors: [Double] = []
    private var selecting = Duration.zero, rating = Duration.zero

    mutating func add(_ person: PuzzleSimulation.Person) {
        people += 1
        repeats += person.repeats
        distances += person.distances
        errors.append(abs(person.error))
        selecting += person.selecting
        rating += person.rating
    }

    var attempts: Int { distances.count }

    /// The nine deciles of the distances between the puzzles and the people's ratings.
    var deciles: [Double] {
        let sorted = distances.sorted()
        guard let last = sorted.indices.last else { return [] }
        return (1...9).map { sorted[last * $0 / 10] }
    }

    /// The mean times of a selection and of a rating.
    var times: (selecting: Duration, rating: Duration) {
        (selecting / max(1, attempts), rating / max(1, attempts))
    }

    var lines: [String] {
        let errors = errors.sorted()
        return [
            "people: \(people), attempts: \(attempts), repeats: \(repeats)",
            "deciles of puzzle rating - person rating: \(deciles.map { "\(Int($0.rounded()))" }.joined(separator: " "))",
            "median of |last rating - strength|: \(errors.isEmpty ? 0 : Int(errors[errors.count / 2].rounded()))",
            "time per selection: \(Self.microseconds(times.selecting)) us, per rating: \(Self.microseconds(times.rating)) us",
        ]
    }

    private static func microseconds(_ time: Duration) -> String { String(format: "%.1f", time / .microseconds(1)) }
}
