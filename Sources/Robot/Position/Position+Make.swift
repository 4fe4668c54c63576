extension Position {
    /// Returns the number of the combination of four patterns in `side`'s half of `patterns`.
    @inline(__always) private func combination(_ patterns: UInt32, _ side: UInt32) -> Int {
        Int(combinations[Int(truncatingIfNeeded: (patterns &>> (16 &* side)) & 0xFFFF)])
    }

    /// Returns the number of `side`'s combination of patterns at a cell; see
    /// ``PatternTables/combinations``.
    func combination(_ cell: Int, _ side: Int) -> Int {
        combination(patterns[cell], UInt32(truncatingIfNeeded: side))
    }

    /// Moves both sides' patterns of a line from an entry of ``windows`` to the bits that
    /// ``nibbles(_:)`` selects. The other bits are meaningless.
    @inline(__always) private static func spread(_ both: UInt8, _ direction: Int) -> UInt32 {
        UInt32(both) &* (0x1001 &<< UInt32(truncatingIfNeeded: 4 &* direction))
    }

    /// Returns a mask for both sides' patterns of one direction within a cell's ``patterns``.
    @inline(__always) private static func nibbles(_ direction: Int) -> UInt32 {
        0xF_000F &<< UInt32(truncatingIfNeeded: 4 &* direction)
    }

    /// Returns the index into ``windows`` for the neighbours of the cell at bit `shift` of the line
    /// `key`.
    @inline(__always) func window(_ key: UInt64, _ shift: Int) -> Int {
        let width = UInt64(2 * reach)
        let low = (1 << width) &- 1 as UInt64
        let start = UInt64(shift) &- width
        let before = (key >> start) & low
        let after = (key >> (UInt64(shift) &+ 2)) & low
        return Int(truncatingIfNeeded: before | after << width)
    }

    /// Computes the patterns and values of every empty cell from the lines. Slow; used for the
    /// empty board only.
    func computeAll() {
        totals[0] = .zero
        totals[1] = .zero
        for cell in 0..<area where stones[cell] == 0 {
            var patterns: UInt32 = 0
            for direction in 0..<4 {
                let ray = rays[4 * cell + direction]
                let both = windows[window(lines[Int(ray.line)], Int(ray.shift))]
                patterns |= Self.spread(both, direction) & Self.nibbles(direction)
            }
            let x = codesX[combination(patterns, 0)]
            let o = codesO[combination(patterns, 1)]
            self.patterns[cell] = patterns
            cells[cell] = CellEntries(x: x, o: o)
            classesX[cell] = x.cellClass
            classesO[cell] = o.cellClass
            totals[0] &+= x.bits
            totals[1] &+= o.bits
        }
    }

    /// Puts a stone of the side to move on the empty cell `move`.
    func make(_ move: Int) {
        // With a constant reach, the compiler turns the window masks into constants.
        if reach == 4 { make(move, reach: 4) } else { make(move, reach: 5) }
    }

    @inline(__always) private func make(_ move: Int, reach: Int) {
        let mover = turn
        let top = counters[1]
        let ply = plies + counters[0]
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
        counters[1] = change - changes
        counters[0] &+= 1
    }

    /// Puts the stone into its four lines and updates the patterns of the empty cells in reach.
    ///
    /// Records the old patterns of the cells that changed, from `bottom` on, and returns the end of
    /// these records.
    @inline(__always) private func changePatterns(
        _ move: Int, reach: Int, stone: UInt64, from bottom: UnsafeMutablePointer<Change>
    ) -> UnsafeMutablePointer<Change> {
        // The four calls are written out so that each has its direction as a constant.
        var change = changePatterns(move, 0, reach: reach, stone: stone, from: bottom)
        change = changePatterns(move, 1, reach: reach, stone: stone, from: change)
        change = changePatterns(move, 2, reach: reach, stone: stone, from: change)
        return changePatterns(move, 3, reach: reach, stone: stone, from: change)
    }

    @inline(__always) private func changePatterns(
        _ move: Int, _ direction: Int, reach: Int, stone: UInt64, from bottom: UnsafeMutablePointer<Change>
    ) -> UnsafeMutablePointer<Change> {
        let windows = windows
        let patterns = patterns
        let width = UInt64(truncatingIfNeeded: 2 &* reach)
        let low = ((1 as UInt64) &<< width) &- 1
        let high = low &<< width
        // One bit per cell within reach, including the middle.
        let span = (high &<< 2 | 3 &<< width | low) & 0x5555_5555_5555_5555
        var change = bottom
        let ray = rays[4 &* move &+ direction]
        let step = steps[direction]
        let shift = UInt64(ray.shift)
        let key = lines[Int(ray.line)] | stone &<< shift
        lines[Int(ray.line)] = key
        let start = shift &- width
        let near = key &>> start
        // Cells that have no stone and are on the board.
        var empty = ~(near | near &>> 1) & span
        let first = move &- reach &* step
        while empty != 0 {
            let bit = UInt64(truncatingIfNeeded: empty.trailingZeroBitCount)
            empty &= empty &- 1
            let rest = key &>> (start &+ bit &- width)
            let window = (rest & low) | (rest &>> 2) & high
            let both = windows[Int(truncatingIfNeeded: window)]
            let cell = first &+ Int(truncatingIfNeeded: bit &>> 1) &* step
            let old = patterns[cell]
            let difference = (old ^ Self.spread(both, direction)) & Self.nibbles(direction)
            // Write the record always, but advance only if the pattern changed. This avoids an
            // unpredictable branch.
            change.pointee.patterns = old
            change.pointee.index = UInt32(truncatingIfNeeded: cell)
            patterns[cell] = old ^ difference
            change += difference != 0 ? 1 : 0
        }
        return change
    }

    /// Updates the values of the changed cells and the totals, which no longer include `move`.
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
            let x = codesX + combination(new, 0)
            let o = codesO + combination(new, 1)
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

    /// Takes back the last move.
    func unmake() {
        counters[0] &-= 1
        let ply = plies + counters[0]
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
        var change = changes + counters[1]
        while change > bottom {
            change -= 1
            let index = Int(change.pointee.index)
            patterns[index] = change.pointee.patterns
            cells[index] = change.pointee.cell
            classesX[index] = change.pointee.cell.x.cellClass
            classesO[index] = change.pointee.cell.o.cellClass
        }
        counters[1] = bottom - changes
        classesX[move] = ply.pointee.classX
        classesO[move] = ply.pointee.classO
        totals[0] = ply.pointee.totalX
        totals[1] = ply.pointee.totalO
    }
}
