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
    func code(_ cell: Int, _ side: Int) -> Int { code(cells[cell].patterns, UInt32(side)) }

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
        for index in 0..<32 { counts[index] = 0 }
        for index in 0..<2 { sums[index] = 0 }
        for cell in 0..<area where stones[cell] == 0 {
            var patterns: UInt32 = 0
            for direction in 0..<4 {
                let ray = rays[4 * cell + direction]
                let both = windows[window(lines[Int(ray.line)], Int(ray.shift))]
                patterns |= UInt32(both) << UInt32(8 * direction)
            }
            let x = codesX[code(patterns, 0)]
            let o = codesO[code(patterns, 1)]
            cells[cell] = Cell(
                worthX: x.worth, worthO: o.worth, attackX: x.attack, attackO: o.attack, defenceX: x.defence,
                defenceO: o.defence, patterns: patterns, index: UInt16(cell), classX: x.cellClass, classO: o.cellClass)
            classesX[cell] = x.cellClass
            classesO[cell] = o.cellClass
            counts[Int(x.cellClass & 15)] &+= 1
            counts[16 | Int(o.cellClass & 15)] &+= 1
            sums[0] &+= x.worth
            sums[1] &+= o.worth
        }
    }

    /// Puts a stone of the side to move on the empty cell `move`.
    func make(_ move: Int) {
        let mover = turn
        let top = heights[1]
        let ply = plies + heights[0]
        let stone = UInt64(mover &+ 1)
        ply.pointee.counts = UnsafeMutableRawPointer(counts).load(as: SIMD32<UInt8>.self)
        ply.pointee.sums = UnsafeMutableRawPointer(sums).load(as: SIMD2<Int64>.self)
        ply.pointee.changes = Int32(truncatingIfNeeded: top)
        ply.pointee.move = Int16(truncatingIfNeeded: move)
        ply.pointee.classX = classesX[move]
        ply.pointee.classO = classesO[move]

        hash.pointee ^= keys[2 &* move &+ mover]
        stones[move] = UInt8(truncatingIfNeeded: stone)
        let cells = cells
        let windows = windows
        let counts = counts
        let classesX = classesX
        let classesO = classesO
        counts[Int(classesX[move] & 15)] &-= 1
        counts[16 | Int(classesO[move] & 15)] &-= 1
        classesX[move] = 0
        classesO[move] = 0
        var sumX = sums[0] &- cells[move].worthX
        var sumO = sums[1] &- cells[move].worthO

        var change = changes + top
        let width = UInt64(2 &* reach)
        let low = ((1 as UInt64) &<< width) &- 1
        for direction in 0..<4 {
            let ray = rays[4 &* move &+ direction]
            let step = steps[direction]
            let key = lines[Int(ray.line)] | stone &<< UInt64(ray.shift)
            lines[Int(ray.line)] = key
            let first = -Int(ray.before)
            var cell = move &+ first &* step
            let place = UInt32(8 &* direction)
            var left = Int(ray.after) &- first
            // The cell looked at in the lowest bits, after the ones before it.
            var rest = key &>> (UInt64(Int(ray.shift) &+ 2 &* first) &- width)
            while left >= 0 {
                defer {
                    left &-= 1
                    cell &+= step
                    rest &>>= 2
                }
                if (rest &>> width) & 3 != 0 { continue }
                let window = (rest & low) | ((rest &>> 2) & ~low) & (low &<< width)
                let both = UInt32(windows[Int(truncatingIfNeeded: window)])
                let old = cells + cell
                let difference = ((old.pointee.patterns &>> place) & 0xFF) ^ both
                if difference == 0 { continue }

                change.pointee = old.pointee
                change += 1
                let patterns = old.pointee.patterns ^ difference &<< place
                old.pointee.patterns = patterns
                if difference & 0x0F != 0 {
                    let entry = codesX + code(patterns, 0)
                    let worth = entry.pointee.worth
                    sumX &+= worth &- old.pointee.worthX
                    old.pointee.worthX = worth
                    old.pointee.attackX = entry.pointee.attack
                    old.pointee.defenceX = entry.pointee.defence
                    let new = entry.pointee.cellClass
                    counts[Int(old.pointee.classX & 15)] &-= 1
                    counts[Int(new & 15)] &+= 1
                    old.pointee.classX = new
                    classesX[cell] = new
                }
                if difference & 0xF0 != 0 {
                    let entry = codesO + code(patterns, 1)
                    let worth = entry.pointee.worth
                    sumO &+= worth &- old.pointee.worthO
                    old.pointee.worthO = worth
                    old.pointee.attackO = entry.pointee.attack
                    old.pointee.defenceO = entry.pointee.defence
                    let new = entry.pointee.cellClass
                    counts[16 | Int(old.pointee.classO & 15)] &-= 1
                    counts[16 | Int(new & 15)] &+= 1
                    old.pointee.classO = new
                    classesO[cell] = new
                }
            }
        }
        sums[0] = sumX
        sums[1] = sumO
        heights[1] = change - changes
        heights[0] &+= 1
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
        let classesX = classesX
        let classesO = classesO
        let bottom = changes + Int(ply.pointee.changes)
        var change = changes + heights[1]
        while change > bottom {
            change -= 1
            let cell = Int(change.pointee.index)
            cells[cell] = change.pointee
            classesX[cell] = change.pointee.classX
            classesO[cell] = change.pointee.classO
        }
        heights[1] = bottom - changes
        classesX[move] = ply.pointee.classX
        classesO[move] = ply.pointee.classO
        UnsafeMutableRawPointer(counts).storeBytes(of: ply.pointee.counts, as: SIMD32<UInt8>.self)
        UnsafeMutableRawPointer(sums).storeBytes(of: ply.pointee.sums, as: SIMD2<Int64>.self)
    }
}
