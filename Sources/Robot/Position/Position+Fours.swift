/// The forced reply to a four that only one cell stops.
struct ForcedReply: Equatable {
    /// The only cell that stops the five.
    var cell: Int
    /// Whether the attacker certainly has no further four after the four and this reply.
    var isLast: Bool
}

extension Position {
    /// Returns the forced reply to `side`'s four at the empty cell `move`, without making either
    /// move.
    ///
    /// The move must make exactly one four, a blocked one. The rule must not forbid moves and must
    /// not require an open end.
    func reply(to move: Int, of side: Int) -> ForcedReply {
        let half = patterns[move] &>> UInt32(truncatingIfNeeded: 16 &* side)
        let direction = Self.direction(of: LinePattern.blockedFour, in: half)
        let ray = rays[4 &* move &+ direction]
        let stone = UInt64(truncatingIfNeeded: side &+ 1)
        let nibble = UInt8(truncatingIfNeeded: 4 &* side)
        var key = lines[Int(ray.line)] | stone &<< UInt64(ray.shift)
        // A five through the move extends at most four cells to either side. `empty` has one bit
        // for each empty cell in this range.
        let start = UInt64(ray.shift) &- 8
        let near = key &>> start
        let empty = ~(near | near &>> 1) & 0x1_5555
        var left = empty
        var place: UInt64 = 8
        while left != 0 {
            let bit = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
            if windows[window(key, Int(truncatingIfNeeded: start &+ bit))] &>> nibble & 15 == LinePattern.five {
                place = bit
                break
            }
            left &= left &- 1
        }
        let cell = move &+ (Int(truncatingIfNeeded: place &>> 1) &- 4) &* steps[direction]
        // The count includes this four, and possibly one at the reply's cell in the same line.
        let known = classes(side)[cell] & CellClass.fourFlag != 0 ? 2 : 1
        if count(side, .four) > known || Self.isStrongTwice(half) { return ForcedReply(cell: cell, isLast: false) }
        key |= (3 &- stone) &<< (start &+ place)
        left = empty & ~(1 &<< place)
        while left != 0 {
            let bit = UInt64(truncatingIfNeeded: left.trailingZeroBitCount)
            if windows[window(key, Int(truncatingIfNeeded: start &+ bit))] &>> nibble & 15 >= LinePattern.blockedFour {
                return ForcedReply(cell: cell, isLast: false)
            }
            left &= left &- 1
        }
        return ForcedReply(cell: cell, isLast: true)
    }

    /// Whether a stone here makes a row that one more stone turns into a four, on more than one
    /// line.
    ///
    /// ``LinePattern/blockedThree`` and all greater patterns have the nibble's highest bit set.
    @inline(__always) private static func isStrongTwice(_ half: UInt32) -> Bool {
        let strong = half & 0x8888
        return strong & (strong &- 1) != 0
    }

    /// Returns the first direction in which `half`, one side's patterns of a cell, has `pattern`.
    /// There must be one.
    @inline(__always) private static func direction(of pattern: UInt8, in half: UInt32) -> Int {
        let difference = half ^ 0x1111 &* UInt32(pattern)
        return ((difference &- 0x1111) & ~difference & 0x8888).trailingZeroBitCount &>> 2
    }
}
