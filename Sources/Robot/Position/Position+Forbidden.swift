extension Position {
    /// Whether renju forbids X to play the empty cell.
    ///
    /// The rule of the Renju International Federation forbids overlines, double fours, and double
    /// threes. A three counts only if an allowed move could make an open four of it. A five is
    /// always allowed.
    @inline(__always) func isForbidden(_ cell: Int) -> Bool {
        switch classesX[cell] & CellClass.rankMask {
        case CellClass.forbidden: true
        case CellClass.doubtful: !areThreesHarmless(cell)
        default: false
        }
    }

    private func windowKey(_ key: UInt64, _ shift: UInt64) -> Int {
        let width = UInt64(2 * reach)
        let low = (1 << width) - 1 as UInt64
        return Int((key >> (shift - width)) & low | ((key >> (shift + 2)) & low) << width)
    }

    /// Returns X's pattern of `cell` in a direction, read from the line's key instead of the stored
    /// patterns.
    private func freshPattern(_ cell: Int, _ direction: Int) -> UInt8 {
        let ray = rays[4 * cell + direction]
        return windows[windowKey(lines[Int(ray.line)], UInt64(ray.shift))] & 15
    }

    /// Whether fewer than two of the open threes that X makes at `cell` are real, so that an
    /// allowed move can make an open four of them.
    private func areThreesHarmless(_ cell: Int) -> Bool {
        stones[cell] = 1
        for direction in 0..<4 {
            let ray = rays[4 * cell + direction]
            lines[Int(ray.line)] |= 1 << UInt64(ray.shift)
        }
        var real = 0
        for direction in 0..<4 {
            let pattern = freshPattern(cell, direction)
            guard pattern == LinePattern.openThree || pattern == LinePattern.openThreeBroad else { continue }
            if isRealThree(cell, direction) { real += 1 }
        }
        for direction in 0..<4 {
            let ray = rays[4 * cell + direction]
            lines[Int(ray.line)] &= ~(3 << UInt64(ray.shift))
        }
        stones[cell] = 0
        return real < 2
    }

    /// Whether an allowed move can make an open four of the open three through `cell`, where the
    /// stone already is.
    private func isRealThree(_ cell: Int, _ direction: Int) -> Bool {
        let ray = rays[4 * cell + direction]
        let step = steps[direction]
        let key = lines[Int(ray.line)]
        for offset in -Int(ray.before)...Int(ray.after) where offset != 0 {
            let other = cell + offset * step
            guard stones[other] == 0 else { continue }
            let otherShift = UInt64(Int(ray.shift) + 2 * offset)
            let grown = windows[windowKey(key | 1 << otherShift, UInt64(ray.shift))] & 15
            if grown == LinePattern.openFour && isAllowedFresh(other) { return true }
        }
        return false
    }

    /// Whether X may play `cell`, with all patterns read from the lines' keys.
    private func isAllowedFresh(_ cell: Int) -> Bool {
        var fours = 0
        var threes = 0
        var banned = false
        for direction in 0..<4 {
            switch freshPattern(cell, direction) {
            case LinePattern.five: return true
            case LinePattern.overline, LinePattern.doubleFour: banned = true
            case LinePattern.openFour, LinePattern.blockedFour: fours += 1
            case LinePattern.openThree, LinePattern.openThreeBroad: threes += 1
            default: break
            }
        }
        if banned || fours > 1 { return false }
        return threes < 2 || areThreesHarmless(cell)
    }
}
