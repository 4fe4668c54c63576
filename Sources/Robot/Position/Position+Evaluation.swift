extension Position {
    /// Returns the number of empty cells that belong to the class `kind` for `side`.
    @inline(__always) func count(_ side: Int, _ kind: CodeEntry.Tallied) -> Int {
        Int(truncatingIfNeeded: (totals[side].x &>> kind.rawValue) & kind.mask)
    }

    /// Returns the sum of the cells' values for the side to move, in eighths of a score point.
    @inline(__always) private func eighths(_ side: Int) -> Int {
        CodeEntry.toMove(totals[side].x) &- CodeEntry.waiting(totals[1 &- side].x) &+ tempo
    }

    /// Returns the evaluation for the side to move, `side`, in score points.
    @inline(__always) func evaluation(_ side: Int) -> Int {
        (eighths(side) &+ Int(threats[threatIndex(side)])) &>> 3
    }

    /// The number of entries in ``threats``: one for each combination of both sides' threats that
    /// ``threatIndex(_:)`` distinguishes.
    static let threatKinds = 1 << 13

    /// Returns the index into ``threats`` for the position with `side` to move.
    @inline(__always) func threatIndex(_ side: Int) -> Int {
        let other = 1 &- side
        let openFours = count(other, .openFour)
        var index = min(openFours, 3)
        index = (index &<< 1) | min(count(other, .fourThree), 1)
        index = (index &<< 1) | min(count(other, .doubleThree), 1)
        index = (index &<< 1) | min(count(side, .doubleThree), 1)
        index = (index &<< 2) | min((count(other, .four) &- openFours &+ 1) &>> 1, 3)
        index = (index &<< 2) | min((count(side, .four) &+ 1) &>> 1, 3)
        index = (index &<< 2) | min((count(other, .three) &+ 1) &>> 2, 3)
        return (index &<< 2) | min((count(side, .three) &+ 1) &>> 2, 3)
    }
}
