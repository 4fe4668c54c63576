/// The puzzles of a selection in an order for one client: those near a rating first, each puzzle
/// once.
///
/// The selection is divided into bands around the rating, each twice as wide as the one before.
/// Each band is in an order that the client's seed chooses. So a client that continues at its last
/// place gets no puzzle twice. Each place takes the same time to find, however many puzzles there
/// are.
public struct PuzzleOrder: Sendable {
    /// The greatest distance from the rating in the first band.
    public static let firstBand = 40

    /// The number of puzzles in the selection.
    public let count: Int
    /// The places in the selection where each band begins and ends. A band contains the one before.
    private let bands: [Range<Int>]
    private let seed: UInt32

    /// - Parameters:
    ///   - count: the number of puzzles. Their ratings increase.
    ///   - firstRated: returns the place of the first puzzle with at least that rating.
    public init(count: Int, rating: Int, seed: UInt32, firstRated: (Int) -> Int) {
        self.count = count
        self.seed = seed
        var bands: [Range<Int>] = []
        var width = Self.firstBand
        while bands.last != 0..<count {
            bands.append(firstRated(rating - width)..<firstRated(rating + width + 1))
            width *= 2
        }
        self.bands = bands
    }

    /// Returns a puzzle's place in the selection. `place` counts in the client's order, from 0.
    public subscript(place: Int) -> Int {
        precondition((0..<count).contains(place), "a place beyond the selection")
        var inner = 0..<0
        for (number, band) in bands.enumerated() {
            guard place >= band.count else {
                // The band without the one before consists of two parts.
                let below = inner.isEmpty ? band.count : inner.lowerBound - band.lowerBound
                let order = Permutation(count: band.count - inner.count, seed: UInt64(seed) << 8 | UInt64(number))
                let chosen = order[place - inner.count]
                return chosen < below ? band.lowerBound + chosen : inner.upperBound + chosen - below
            }
            inner = band
        }
        preconditionFailure("the last band has all puzzles")
    }
}

/// An order of the numbers below a count, which a seed chooses. Each number is found on its own.
///
/// The order comes from a Feistel network of four rounds, which permutes the numbers below a power
/// of four. A result of ``count`` or more is mapped again, fewer than four times on average.
public struct Permutation: Sendable {
    public let count: Int
    private let half: UInt64
    private let mask: UInt64
    private let keys: [UInt64]

    public init(count: Int, seed: UInt64) {
        self.count = count
        var half: UInt64 = 1
        while 1 << (2 * half) < count { half += 1 }
        self.half = half
        mask = 1 << half - 1
        keys = (0..<4).map { Self.mixed(seed &* 4 &+ $0) }
    }

    /// Returns the number at that place.
    public subscript(place: Int) -> Int {
        precondition((0..<count).contains(place), "a place beyond the order")
        var value = UInt64(place)
        repeat { value = step(value) } while value >= count
        return Int(value)
    }

    private func step(_ value: UInt64) -> UInt64 {
        var (left, right) = (value >> half, value & mask)
        for key in keys { (left, right) = (right, left ^ (Self.mixed(right ^ key) & mask)) }
        return left << half | right
    }

    /// The mixing function of SplitMix64.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
