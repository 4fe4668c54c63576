import GameState

extension Position {
    private static let everyByte: UInt64 = 0x0101_0101_0101_0101

    /// Calls `body` for every empty cell whose class for `side` has any of `flags`.
    @inline(__always) func forEach(_ side: Int, flags: UInt8, _ body: (Int) -> Void) {
        let mask = Self.everyByte &* UInt64(flags)
        let raw = UnsafeRawPointer(classes(side))
        for word in 0..<words {
            var bits = raw.load(fromByteOffset: word &* 8, as: UInt64.self) & mask
            while bits != 0 {
                let byte = bits.trailingZeroBitCount &>> 3
                body(word &* 8 &+ byte)
                bits &= ~(0xFF &<< UInt64(byte &* 8))
            }
        }
    }

    /// Returns a byte with one bit for each byte of `word` that is not 0.
    @inline(__always) private static func nonzeroBytes(_ word: UInt64) -> UInt64 {
        let low = everyByte &* 0x7F
        let tops = ((word & low) &+ low | word) & ~low
        return ((tops &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Calls `body` for every empty cell whose class is not 0 for either side.
    @inline(__always) func forEachPromising(_ body: (Int) -> Void) {
        let x = UnsafeRawPointer(classesX)
        let o = UnsafeRawPointer(classesO)
        var start = 0
        while start < words {
            // Collect one bit per cell for 64 cells. A separate loop over each 8 cells would
            // mispredict its end.
            var bits: UInt64 = 0
            let end = min(start &+ 8, words)
            var word = end
            while word > start {
                word &-= 1
                let eight =
                    x.load(fromByteOffset: word &* 8, as: UInt64.self)
                    | o.load(fromByteOffset: word &* 8, as: UInt64.self)
                bits = bits &<< 8 | Self.nonzeroBytes(eight)
            }
            while bits != 0 {
                body(start &* 8 &+ bits.trailingZeroBitCount)
                bits &= bits &- 1
            }
            start &+= 8
        }
    }

    /// Returns the first empty cell whose class for `side` has the flag, or -1.
    @inline(__always) func first(_ side: Int, flag: UInt8) -> Int {
        let mask = Self.everyByte &* UInt64(flag)
        let raw = UnsafeRawPointer(classes(side))
        for word in 0..<words {
            let bits = raw.load(fromByteOffset: word &* 8, as: UInt64.self) & mask
            if bits != 0 { return word &* 8 &+ bits.trailingZeroBitCount &>> 3 }
        }
        return -1
    }

    /// Returns a cell where `side` completes a five, or -1.
    @inline(__always) func fiveCell(_ side: Int) -> Int { first(side, flag: CellClass.fiveFlag) }

    /// Returns a cell where `side` makes an open four or two fours, or -1.
    @inline(__always) func openFourCell(_ side: Int) -> Int { first(side, flag: CellClass.openFourFlag) }

    /// Whether `side` can make a four on any empty cell.
    @inline(__always) func hasFour(_ side: Int) -> Bool { count(side, .four) != 0 }

    /// Writes the cells that stop `side`'s five at `cell`, and returns their number.
    ///
    /// Where a five needs an open end, closing it at both ends stops it as well, so the cells
    /// beyond its ends count too.
    func answersToFive(_ cell: Int, of side: Int, into answers: UnsafeMutablePointer<Int16>) -> Int {
        answers[0] = Int16(truncatingIfNeeded: cell)
        guard needsOpenEnd else { return 1 }
        var count = 1
        for direction in 0..<4 where pattern(cell, side, direction) == LinePattern.five {
            for end in endsOfRun(cell, of: side, direction) where end >= 0 && stones[end] == 0 {
                answers[count] = Int16(truncatingIfNeeded: end)
                count += 1
            }
        }
        return count
    }

    /// Returns the two cells next to the ends of the row that `side` would have through `cell`,
    /// with -1 beyond the edge.
    private func endsOfRun(_ cell: Int, of side: Int, _ direction: Int) -> (some Sequence<Int>) {
        let ray = rays[4 * cell + direction]
        let step = steps[direction]
        let own = UInt8(side + 1)
        var back = 1
        while back <= Int(ray.before), stones[cell - back * step] == own { back += 1 }
        var forth = 1
        while forth <= Int(ray.after), stones[cell + forth * step] == own { forth += 1 }
        return [
            back <= Int(ray.before) ? cell - back * step : -1, forth <= Int(ray.after) ? cell + forth * step : -1,
        ]
    }

    /// Writes the cells that stop `side`'s open or double four at `cell`, and returns their number.
    ///
    /// Besides `cell` itself, these are the cells on the lines of its fours that would complete a
    /// five after `cell`. A stone on any of these cells already makes a four by itself. Where a
    /// five needs an open end, closing an end helps as well, so all cells within reach count.
    func answersToOpenFour(_ cell: Int, of side: Int, into answers: UnsafeMutablePointer<Int16>) -> Int {
        answers[0] = Int16(truncatingIfNeeded: cell)
        var count = 1
        for direction in 0..<4 {
            let made = pattern(cell, side, direction)
            guard made == LinePattern.openFour || made == LinePattern.blockedFour else { continue }
            let ray = rays[4 &* cell &+ direction]
            let step = steps[direction]
            var offset = -Int(ray.before)
            while offset <= Int(ray.after) {
                let other = cell &+ offset &* step
                offset &+= 1
                if other == cell || stones[other] != 0 { continue }
                let pattern = pattern(other, side, direction)
                let stops =
                    pattern == LinePattern.openFour || pattern == LinePattern.blockedFour
                    || pattern == LinePattern.doubleFour || pattern == LinePattern.overline || needsOpenEnd
                if stops {
                    answers[count] = Int16(truncatingIfNeeded: other)
                    count &+= 1
                }
            }
        }
        return count
    }

    /// The greatest number of cells that ``answersToOpenFour(_:of:into:)`` writes.
    static let maximumAnswers = 41
}

extension Position {
    /// Whether `side` has a row on the board that wins under the rule.
    ///
    /// Looks at the stones only, never at the order of moves, because a position that was set up
    /// may list its stones in a different order from the game's. Replayed in that order, a row of
    /// six or a five closed at both ends might once have been a winning five.
    func hasWon(_ side: Int) -> Bool {
        let own = UInt8(side + 1)
        for cell in 0..<area where stones[cell] == own {
            for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let before = stone(cell, -1, columns, rows)
                if before == own { continue }
                var length = 1
                while stone(cell, length, columns, rows) == own { length += 1 }
                let closed = UInt8(2 - side)
                let wins = facts.wins(
                    length, of: side == 0 ? .x : .o,
                    isClosed: before == closed && stone(cell, length, columns, rows) == closed)
                if wins { return true }
            }
        }
        return false
    }

    /// Returns the content of the cell `count` steps away from a cell; 3 beyond the edge.
    private func stone(_ cell: Int, _ count: Int, _ columns: Int, _ rows: Int) -> UInt8 {
        let column = cell % side + count * columns
        let row = cell / side + count * rows
        return (0..<side).contains(column) && (0..<side).contains(row) ? stones[row * side + column] : 3
    }
}
