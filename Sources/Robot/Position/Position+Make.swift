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
        for index in 0..<4 { sums[index] = 0 }
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
                patterns: patterns, toMove: SIMD2(x.toMove, o.toMove), waiting: SIMD2(x.waiting, o.waiting),
                attack: SIMD2(x.attack, o.attack), defence: SIMD2(x.defence, o.defence))
            classesX[cell] = x.cellClass
            classesO[cell] = o.cellClass
            orderX[cell] = x.attack &+ o.defence
            orderO[cell] = o.attack &+ x.defence
            counts[Int(x.cellClass & 15)] &+= 1
            counts[16 | Int(o.cellClass & 15)] &+= 1
            sums[0] &+= Int32(x.toMove)
            sums[1] &+= Int32(o.toMove)
            sums[2] &+= Int32(x.waiting)
            sums[3] &+= Int32(o.waiting)
        }
    }

    /// Puts a stone of the side to move on the empty cell `move`.
    func make(_ move: Int) {
        let mover = turn
        let top = heights[1]
        let ply = plies + heights[0]
        let allCounts = UnsafeMutableRawPointer(counts)
        let allSums = UnsafeMutableRawPointer(sums)
        ply.pointee.counts = allCounts.load(as: SIMD32<UInt8>.self)
        ply.pointee.sums = allSums.load(as: SIMD4<Int32>.self)
        ply.pointee.changes = Int32(truncatingIfNeeded: top)
        ply.pointee.move = Int16(truncatingIfNeeded: move)
        ply.pointee.classX = classesX[move]
        ply.pointee.classO = classesO[move]

        hash.pointee ^= keys[2 &* move &+ mover]
        stones[move] = UInt8(truncatingIfNeeded: mover &+ 1)
        let old = cells[move]
        counts[Int(classesX[move] & 15)] &-= 1
        counts[16 | Int(classesO[move] & 15)] &-= 1
        classesX[move] = 0
        classesO[move] = 0
        var sumX = sums[0] &- Int32(old.toMove.x)
        var sumO = sums[1] &- Int32(old.toMove.y)
        var waitX = sums[2] &- Int32(old.waiting.x)
        var waitO = sums[3] &- Int32(old.waiting.y)

        var change = changes + top
        let width = UInt64(2 &* reach)
        let low = ((1 as UInt64) &<< width) &- 1
        for direction in 0..<4 {
            let ray = rays[4 &* move &+ direction]
            let step = steps[direction]
            let key = lines[Int(ray.line)] | UInt64(mover &+ 1) &<< UInt64(ray.shift)
            lines[Int(ray.line)] = key
            let first = -Int(ray.before)
            let last = Int(ray.after)
            var cell = move &+ first &* step
            var shift = UInt64(Int(ray.shift) &+ 2 &* first)
            let place = UInt32(8 &* direction)
            var left = last &- first
            while left >= 0 {
                defer {
                    left &-= 1
                    cell &+= step
                    shift &+= 2
                }
                if stones[cell] != 0 { continue }
                let window = ((key &>> (shift &- width)) & low) | ((key &>> (shift &+ 2)) & low) &<< width
                let both = UInt32(windows[Int(truncatingIfNeeded: window)])
                let old = cells[cell]
                let difference = ((old.patterns &>> place) & 0xFF) ^ both
                if difference == 0 { continue }

                let classX = classesX[cell]
                let classO = classesO[cell]
                change.pointee = Change(
                    cell: old, index: UInt16(truncatingIfNeeded: cell), classX: classX, classO: classO)
                change += 1
                var new = old
                new.patterns ^= difference &<< place
                if difference & 0x0F != 0 {
                    let entry = codesX[code(new.patterns, 0)]
                    new.toMove.x = entry.toMove
                    new.waiting.x = entry.waiting
                    new.attack.x = entry.attack
                    new.defence.x = entry.defence
                    classesX[cell] = entry.cellClass
                    counts[Int(classX & 15)] &-= 1
                    counts[Int(entry.cellClass & 15)] &+= 1
                    sumX &+= Int32(entry.toMove) &- Int32(old.toMove.x)
                    waitX &+= Int32(entry.waiting) &- Int32(old.waiting.x)
                }
                if difference & 0xF0 != 0 {
                    let entry = codesO[code(new.patterns, 1)]
                    new.toMove.y = entry.toMove
                    new.waiting.y = entry.waiting
                    new.attack.y = entry.attack
                    new.defence.y = entry.defence
                    classesO[cell] = entry.cellClass
                    counts[16 | Int(classO & 15)] &-= 1
                    counts[16 | Int(entry.cellClass & 15)] &+= 1
                    sumO &+= Int32(entry.toMove) &- Int32(old.toMove.y)
                    waitO &+= Int32(entry.waiting) &- Int32(old.waiting.y)
                }
                cells[cell] = new
                orderX[cell] = new.attack.x &+ new.defence.y
                orderO[cell] = new.attack.y &+ new.defence.x
            }
        }
        sums[0] = sumX
        sums[1] = sumO
        sums[2] = waitX
        sums[3] = waitO
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
        let bottom = Int(ply.pointee.changes)
        var index = heights[1] &- 1
        while index >= bottom {
            let change = changes[index]
            let cell = Int(change.index)
            cells[cell] = change.cell
            classesX[cell] = change.classX
            classesO[cell] = change.classO
            orderX[cell] = change.cell.attack.x &+ change.cell.defence.y
            orderO[cell] = change.cell.attack.y &+ change.cell.defence.x
            index &-= 1
        }
        heights[1] = bottom
        classesX[move] = ply.pointee.classX
        classesO[move] = ply.pointee.classO
        UnsafeMutableRawPointer(counts).storeBytes(of: ply.pointee.counts, as: SIMD32<UInt8>.self)
        UnsafeMutableRawPointer(sums).storeBytes(of: ply.pointee.sums, as: SIMD4<Int32>.self)
    }
}
