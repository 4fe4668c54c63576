import GameState

extension Position {
    private static let everyByte: UInt64 = 0x0101_0101_0101_0101

    /// Calls `body` with every empty cell whose class of `side` has one of the bits of `flags`.
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

    /// One bit for each byte that is not 0.
    @inline(__always) private static func nonzeroBytes(_ word: UInt64) -> UInt64 {
        let low = everyByte &* 0x7F
        let tops = ((word & low) &+ low | word) & ~low
        return ((tops &>> 7) &* 0x0102_0408_1020_4080) &>> 56
    }

    /// Calls `body` with every empty cell that is anything to either side.
    @inline(__always) func forEachPromising(_ body: (Int) -> Void) {
        let x = UnsafeRawPointer(classesX)
        let o = UnsafeRawPointer(classesO)
        var start = 0
        while start < words {
            // One bit a cell of 64: a loop over each eight would end where nobody can foretell.
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

    /// The first empty cell whose class of `side` has the flag; -1 if there is none.
    @inline(__always) func first(_ side: Int, flag: UInt8) -> Int {
        let mask = Self.everyByte &* UInt64(flag)
        let raw = UnsafeRawPointer(classes(side))
        for word in 0..<words {
            let bits = raw.load(fromByteOffset: word &* 8, as: UInt64.self) & mask
            if bits != 0 { return word &* 8 &+ bits.trailingZeroBitCount &>> 3 }
        }
        return -1
    }

    /// A cell where `side` completes a five; -1 if there is none.
    @inline(__always) func fiveCell(_ side: Int) -> Int { first(side, flag: CellClass.fiveFlag) }

    /// A cell where `side` makes an open four or two fours; -1 if there is none.
    @inline(__always) func openFourCell(_ side: Int) -> Int { first(side, flag: CellClass.openFourFlag) }

    /// Whether any empty cell lets `side` make a four.
    @inline(__always) func hasFour(_ side: Int) -> Bool { count(side, .four) != 0 }

    /// Writes the cells that stop a five of `side` at `cell`; returns how many.
    ///
    /// Where a five needs an open end it may also be closed at both, so the cells beyond its ends count too.
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

    /// The cells just beyond the row that `side` would have through `cell`; -1 where the board ends.
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

    /// Writes the cells that stop `side`'s open (or double) four at `cell`; returns how many.
    ///
    /// Besides `cell` itself they lie on its fours' lines: every cell that would complete a five after `cell` makes a
    /// four there by itself. Where a five needs an open end closing one helps too, so the whole neighbourhood counts.
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

    /// The most cells ``answersToOpenFour(_:of:into:)`` can write.
    static let maximumAnswers = 41
}

extension Position {
    /// Whether `side` has a row on the board that wins under the rule.
    ///
    /// Told from the stones alone: those of a position that was set up may lie in another order than they were played
    /// in, and what became six in a row, or a five closed at both ends, may have been five on the way.
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

    /// What lies so many steps away from a cell; 3 beyond the edge.
    private func stone(_ cell: Int, _ count: Int, _ columns: Int, _ rows: Int) -> UInt8 {
        let column = cell % side + count * columns
        let row = cell / side + count * rows
        return (0..<side).contains(column) && (0..<side).contains(row) ? stones[row * side + column] : 3
    }
}
