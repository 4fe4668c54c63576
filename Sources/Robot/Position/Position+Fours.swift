/// What a four that one reply stops leads to.
struct ForcedReply: Equatable {
    /// The only cell that stops the five.
    var cell: Int
    /// Whether the attacker is known to have no four any more once both stones lie.
    var isLast: Bool
}

extension Position {
    /// The reply to `side`'s four at the empty cell `move`, read from the four's line: nothing is put on the board.
    ///
    /// The four has to be a blocked one and the only one of its cell, the rule one that forbids nothing and asks for no
    /// open end.
    func reply(to move: Int, of side: Int) -> ForcedReply {
        let half = patterns[move] &>> UInt32(truncatingIfNeeded: 16 &* side)
        let direction = Self.direction(of: LinePattern.blockedFour, in: half)
        let ray = rays[4 &* move &+ direction]
        let stone = UInt64(truncatingIfNeeded: side &+ 1)
        let nibble = UInt8(truncatingIfNeeded: 4 &* side)
        var key = lines[Int(ray.line)] | stone &<< UInt64(ray.shift)
        // No five through the move goes further than four cells to either side. One bit a cell.
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
        // The fours there were before: this one, and one of the same line at the reply.
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

    /// Whether a stone makes a row from which another makes a four on more than one line: ``LinePattern/blockedThree``
    /// and all above it have the highest bit.
    @inline(__always) private static func isStrongTwice(_ half: UInt32) -> Bool {
        let strong = half & 0x8888
        return strong & (strong &- 1) != 0
    }

    /// The first direction in which a half of a cell's patterns has `pattern`; it has to have it.
    @inline(__always) private static func direction(of pattern: UInt8, in half: UInt32) -> Int {
        let difference = half ^ 0x1111 &* UInt32(pattern)
        return ((difference &- 0x1111) & ~difference & 0x8888).trailingZeroBitCount &>> 2
    }
}
