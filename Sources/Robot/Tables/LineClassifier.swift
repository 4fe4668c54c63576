import GameState

/// A classifier that finds the ``LinePattern`` of a line by placing further stones of one side.
///
/// A line is eleven cells of two bits each, the first in the lowest bits. The pattern belongs to
/// the sixth cell. Only fives that contain this cell count, so they lie within four cells of it.
/// The outermost cells matter only as neighbours of a five.
struct LineClassifier {
    static let empty: UInt32 = 0
    static let own: UInt32 = 1
    static let opponent: UInt32 = 2
    static let edge: UInt32 = 3
    static let center = 5

    /// The condition under which a row wins.
    enum Five {
        case atLeast
        case exactly
        /// Exactly five. Overlines and double fours are forbidden.
        case renjuBlack
        /// Exactly five, without opposing stones at both ends.
        case openEnded
    }

    let five: Five
    private var known: [UInt8]
    private static let unknown: UInt8 = 0xFF

    init(five: Five) {
        self.five = five
        known = [UInt8](repeating: Self.unknown, count: 1 << 22)
    }

    private static func cell(_ line: UInt32, _ index: Int) -> UInt32 { (line >> UInt32(2 * index)) & 3 }

    private static func playing(_ line: UInt32, _ index: Int, _ side: UInt32) -> UInt32 {
        line | (side << UInt32(2 * index))
    }

    /// Whether the line contains a winning five through its middle cell.
    private func wins(_ line: UInt32) -> Bool {
        for start in 1...5 {
            guard (start..<start + 5).allSatisfy({ Self.cell(line, $0) == Self.own }) else { continue }
            let before = Self.cell(line, start - 1)
            let after = Self.cell(line, start + 5)
            switch five {
            case .atLeast: return true
            case .exactly, .renjuBlack: if before != Self.own && after != Self.own { return true }
            case .openEnded:
                if before != Self.own && after != Self.own
                    && !(before == Self.opponent && after == Self.opponent)
                {
                    return true
                }
            }
        }
        return false
    }

    /// Returns the length of the row through the middle cell, as far as it lies in the line.
    private func run(_ line: UInt32) -> Int {
        var first = Self.center
        var last = Self.center
        while first > 0, Self.cell(line, first - 1) == Self.own { first -= 1 }
        while last < 10, Self.cell(line, last + 1) == Self.own { last += 1 }
        return last - first + 1
    }

    private func fivePoints(_ line: UInt32) -> [Int] {
        (1...9).filter { Self.cell(line, $0) == Self.empty && wins(Self.playing(line, $0, Self.own)) }
    }

    /// Whether the side can still make a five after any single reply.
    private func survivesReplies(_ line: UInt32) -> Bool {
        (0...10).allSatisfy { reply in
            Self.cell(line, reply) != Self.empty || !fivePoints(Self.playing(line, reply, Self.opponent)).isEmpty
        }
    }

    private func four(_ line: UInt32, points: [Int]) -> UInt8 {
        guard points.count > 1 else { return LinePattern.blockedFour }
        switch five {
        case .atLeast, .exactly: return LinePattern.openFour
        case .renjuBlack:
            return points[1] - points[0] == 5 ? LinePattern.openFour : LinePattern.doubleFour
        case .openEnded:
            return survivesReplies(line) ? LinePattern.openFour : LinePattern.blockedFour
        }
    }

    /// Returns the pattern of a line whose middle cell has a stone of the side.
    mutating func pattern(_ line: UInt32) -> UInt8 {
        let memo = known[Int(line)]
        if memo != Self.unknown { return memo }
        let found = classify(line)
        known[Int(line)] = found
        return found
    }

    private mutating func classify(_ line: UInt32) -> UInt8 {
        if wins(line) { return LinePattern.five }
        if five == .renjuBlack && run(line) > 5 { return LinePattern.overline }
        let points = fivePoints(line)
        if !points.isEmpty { return four(line, points: points) }

        var best: UInt8 = LinePattern.dead
        var ways = 0
        for index in 1...9 where Self.cell(line, index) == Self.empty {
            let next = pattern(Self.playing(line, index, Self.own))
            if next == LinePattern.overline || next == LinePattern.doubleFour { continue }
            let rank = Self.promise(of: next)
            if rank > best {
                best = rank
                ways = 1
            } else if rank == best {
                ways += 1
            }
        }
        switch best {
        case 8: return ways > 1 ? LinePattern.openThreeBroad : LinePattern.openThree
        case 7: return LinePattern.blockedThree
        case 6:
            return ways > 2 ? LinePattern.openTwoBroadest : ways > 1 ? LinePattern.openTwoBroad : LinePattern.openTwo
        case 5: return LinePattern.blockedTwo
        case 4: return LinePattern.openOne
        case 3: return LinePattern.blockedOne
        default: return best > 0 ? LinePattern.blockedOne : LinePattern.dead
        }
    }

    /// Returns the rank of a line in which one more stone makes the pattern `next`.
    private static func promise(of next: UInt8) -> UInt8 {
        switch next {
        case LinePattern.openFour: 8
        case LinePattern.blockedFour: 7
        case LinePattern.openThree, LinePattern.openThreeBroad: 6
        case LinePattern.blockedThree: 5
        case LinePattern.openTwo, LinePattern.openTwoBroad, LinePattern.openTwoBroadest: 4
        case LinePattern.blockedTwo: 3
        case LinePattern.openOne, LinePattern.blockedOne: 2
        default: 0
        }
    }
}
