extension Position {
    /// Where the code tables keep a side's four patterns.
    @inline(__always) private func code(_ patterns: UInt32, _ side: UInt32) -> Int {
        var nibbles = (patterns &>> (4 &* side)) & 0x0F0F_0F0F
        nibbles |= nibbles &>> 4
        let first = pairs[Int(nibbles & 0xFF)]
        let second = pairs[Int((nibbles &>> 16) & 0xFF)]
        return Int(first) &<< 7 | Int(second)
    }

    /// Where the code tables keep a cell's patterns for `side`.
    func code(_ cell: Int, _ side: Int) -> Int { code(patterns[cell], UInt32(side)) }

    /// The window around a cell of the line `key`.
    @inline(__always) private func window(_ key: UInt64, _ shift: Int) -> Int {
        let width = UInt64(2 * reach)
        let low = (1 << width) &- 1 as UInt64
        let start = UInt64(shift) &- width
        let before = (key >> start) & low
        let after = (key >> (UInt64(shift) &+ 2)) & low
        return Int(truncatingIfNeeded: before | after << width)
    }

    /// Fills in every cell from the lines: the slow way, for the empty board.
    func computeAll() {
        totals[0] = .zero
        totals[1] = .zero
        for cell in 0..<area where stones[cell] == 0 {
            var patterns: UInt32 = 0
            for direction in 0..<4 {
                let ray = rays[4 * cell + direction]
                let both = windows[window(lines[Int(ray.line)], Int(ray.shift))]
                patterns |= UInt32(both) << UInt32(8 * direction)
            }
            let x = codesX[code(patterns, 0)]
            let o = codesO[code(patterns, 1)]
            self.patterns[cell] = patterns
            cells[cell] = Cell(x: x, o: o)
            classesX[cell] = x.cellClass
            classesO[cell] = o.cellClass
            totals[0] &+= x.bits
            totals[1] &+= o.bits
        }
    }

    /// Puts a stone of the side to move on the empty cell `move`.
    func make(_ move: Int) {
        // With the reach known the compiler has the windows' masks as constants.
        if reach == 4 { make(move, reach: 4) } else { make(move, reach: 5) }
    }

    @inline(__always) private func make(_ move: Int, reach: Int) {
        let mover = turn
        let top = heights[1]
        let ply = plies + heights[0]
        let stone = UInt64(truncatingIfNeeded: mover &+ 1)
        ply.pointee.totalX = totals[0]
        ply.pointee.totalO = totals[1]
        ply.pointee.changes = Int32(truncatingIfNeeded: top)
        ply.pointee.move = Int16(truncatingIfNeeded: move)
        ply.pointee.classX = classesX[move]
        ply.pointee.classO = classesO[move]

        hash.pointee ^= keys[2 &* move &+ mover]
        stones[move] = UInt8(truncatingIfNeeded: stone)
        let bottom = changes + top
        let change = changePatterns(move, reach: reach, stone: stone, from: bottom)
        changeCells(from: bottom, to: change, without: move)
        heights[1] = change - changes
        heights[0] &+= 1
    }

    /// Puts the stone into its four lines and the new patterns into the cells near it; notes the old ones of those that
    /// changed.
    @inline(__always) private func changePatterns(
        _ move: Int, reach: Int, stone: UInt64, from bottom: UnsafeMutablePointer<Change>
    ) -> UnsafeMutablePointer<Change> {
        let windows = windows
        let patterns = patterns
        let width = UInt64(truncatingIfNeeded: 2 &* reach)
        let low = ((1 as UInt64) &<< width) &- 1
        let high = low &<< width
        // One bit a cell: those within reach, the middle too.
        let span = (high &<< 2 | 3 &<< width | low) & 0x5555_5555_5555_5555
        var change = bottom
        for direction in 0..<4 {
            let ray = rays[4 &* move &+ direction]
            let step = steps[direction]
            let shift = UInt64(ray.shift)
            let key = lines[Int(ray.line)] | stone &<< shift
            lines[Int(ray.line)] = key
            let place = UInt32(truncatingIfNeeded: 8 &* direction)
            let start = shift &- width
            let near = key &>> start
            // What is neither a stone nor beyond the edge.
            var empty = ~(near | near &>> 1) & span
            let first = move &- reach &* step
            while empty != 0 {
                let bit = UInt64(truncatingIfNeeded: empty.trailingZeroBitCount)
                empty &= empty &- 1
                let rest = key &>> (start &+ bit &- width)
                let window = (rest & low) | (rest &>> 2) & high
                let both = UInt32(windows[Int(truncatingIfNeeded: window)])
                let cell = first &+ Int(truncatingIfNeeded: bit &>> 1) &* step
                let old = patterns[cell]
                let difference = ((old &>> place) & 0xFF) ^ both
                // Noted always, and kept only where something changed: no branch that nobody could foretell.
                change.pointee.patterns = old
                change.pointee.index = UInt32(truncatingIfNeeded: cell)
                patterns[cell] = old ^ difference &<< place
                change += difference != 0 ? 1 : 0
            }
        }
        return change
    }

    /// Brings what the changed cells are worth up to date, and the totals, in which `move` does not count any more.
    @inline(__always) private func changeCells(
        from bottom: UnsafeMutablePointer<Change>, to top: UnsafeMutablePointer<Change>, without move: Int
    ) {
        let cells = cells
        let codesX = codesX
        let codesO = codesO
        let classesX = classesX
        let classesO = classesO
        let patterns = patterns
        var totalX = totals[0] &- cells[move].x.bits
        var totalO = totals[1] &- cells[move].o.bits
        classesX[move] = 0
        classesO[move] = 0
        var change = bottom
        while change < top {
            let index = Int(change.pointee.index)
            let new = patterns[index]
            let cell = cells + index
            let x = codesX + code(new, 0)
            let o = codesO + code(new, 1)
            change.pointee.cell = cell.pointee
            totalX &+= x.pointee.bits &- cell.pointee.x.bits
            totalO &+= o.pointee.bits &- cell.pointee.o.bits
            cell.pointee.x = x.pointee
            cell.pointee.o = o.pointee
            classesX[index] = x.pointee.cellClass
            classesO[index] = o.pointee.cellClass
            change += 1
        }
        totals[0] = totalX
        totals[1] = totalO
    }

    /// Takes the last move back.
    func unmake() {
        heights[0] &-= 1
        let ply = plies + heights[0]
        let mover = turn
        let move = Int(ply.pointee.move)
        hash.pointee ^= keys[2 &* move &+ mover]
        stones[move] = 0
        for direction in 0..<4 {
            let ray = rays[4 &* move &+ direction]
            lines[Int(ray.line)] &= ~(3 &<< UInt64(ray.shift))
        }
        let cells = cells
        let patterns = patterns
        let classesX = classesX
        let classesO = classesO
        let bottom = changes + Int(ply.pointee.changes)
        var change = changes + heights[1]
        while change > bottom {
            change -= 1
            let index = Int(change.pointee.index)
            patterns[index] = change.pointee.patterns
            cells[index] = change.pointee.cell
            classesX[index] = change.pointee.cell.x.cellClass
            classesO[index] = change.pointee.cell.o.cellClass
        }
        heights[1] = bottom - changes
        classesX[move] = ply.pointee.classX
        classesO[move] = ply.pointee.classO
        totals[0] = ply.pointee.totalX
        totals[1] = ply.pointee.totalO
    }
}
