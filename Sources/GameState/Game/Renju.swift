/// X's moves under renju, as the Renju International Federation defines them (International Rules of Renju, section 9,
/// renju.net/rifrules): five before every prohibition, then overline, double four and double three.
///
/// - *five*: an unbroken row of exactly five; *overline*: of six or more.
/// - *four*: a row to which one stone makes a five. One line may hold two: `XXX_X_XXX`, `XX_XX_XX`, `X_XXX_X`.
/// - *straight four*: an unbroken four that becomes a five at either end.
/// - *three*: a row to which one stone makes a straight four, without making a five elsewhere, and with that stone
///   itself
///   being a legal move (9.3). The stones tried on the way stay on the board while it is asked whether the next one
///   would be
///   legal, so each question is asked on a fuller board than the one before and the recursion ends.
extension RenjuField {
    /// What X on the empty `cell` would be.
    enum Finding: Equatable {
        /// A five through the stone, along the step of this number in ``RenjuField/steps``.
        case five(Int)
        case legal
        case forbidden(Prohibition)
    }

    /// What X on the empty `cell` would be. Where several prohibitions hold at once the first of overline, double
    /// four, double three is named: RIF ranks none above another, so the order is the cheapest.
    mutating func finding(at cell: Int) -> Finding {
        withX(on: cell) { field in
            var overline = false
            for line in 0..<4 {
                switch field.run(through: cell, step: Self.steps[line]) {
                case 5: return .five(line)
                case 6...: overline = true
                default: break
                }
            }
            if overline { return .forbidden(.overline) }
            if field.fours(through: cell) > 1 { return .forbidden(.doubleFour) }
            return field.hasDoubleThree(through: cell) ? .forbidden(.doubleThree) : .legal
        }
    }

    /// The length of the unbroken row of X through the X on `cell`.
    private func run(through cell: Int, step: Int) -> Int {
        1 + xs(after: cell, step: step) + xs(after: cell, step: -step)
    }

    /// The number of fours that meet at the X on `cell`, in all directions.
    private func fours(through cell: Int) -> Int {
        var fours = 0
        for line in 0..<4 {
            let step = Self.steps[line]
            let ahead = xs(after: cell, step: step)
            let behind = xs(after: cell, step: -step)
            let run = 1 + ahead + behind
            guard run < 5 else { continue }
            let front = completesFive(run, at: cell + (ahead + 1) * step, step: step)
            let back = completesFive(run, at: cell - (behind + 1) * step, step: -step)
            // A straight four has two ends and is one four; any other two fives come from two different rows of four.
            if front && back && run < 4 { fours += 2 } else if front || back { fours += 1 }
        }
        return fours
    }

    /// Whether X on `gap`, the first cell past a row of `run` X, makes exactly five with what lies beyond it.
    private func completesFive(_ run: Int, at gap: Int, step: Int) -> Bool {
        isEmpty(gap) && run + 1 + xs(after: gap, step: step) == 5
    }

    /// Whether more than one three meets at the X on `cell`.
    private mutating func hasDoubleThree(through cell: Int) -> Bool {
        // Looking for the shapes is cheap, asking whether the extending move is legal is not: shapes first.
        var shapes = 0
        for line in 0..<4 where hasThreeShape(through: cell, step: Self.steps[line]) { shapes += 1 }
        var threes = 0
        for line in 0..<4 {
            guard threes + shapes > 1 else { return false }
            let step = Self.steps[line]
            guard hasThreeShape(through: cell, step: step) else { continue }
            shapes -= 1
            if extends(cell, step: step) || extends(cell, step: -step) { threes += 1 }
            if threes > 1 { return true }
        }
        return false
    }

    private func hasThreeShape(through cell: Int, step: Int) -> Bool {
        extensionCell(of: cell, step: step) != nil || extensionCell(of: cell, step: -step) != nil
    }

    /// Whether the row through `cell` becomes a straight four by a legal move on its `step` side that makes no five.
    private mutating func extends(_ cell: Int, step: Int) -> Bool {
        guard let gap = extensionCell(of: cell, step: step) else { return false }
        return finding(at: gap) == .legal
    }

    /// The cell on the `step` side of the row through `cell` where X makes a straight four of it, be that legal or not.
    private func extensionCell(of cell: Int, step: Int) -> Int? {
        let ahead = xs(after: cell, step: step)
        let behind = xs(after: cell, step: -step)
        let gap = cell + (ahead + 1) * step
        guard isEmpty(gap) else { return nil }
        let beyond = xs(after: gap, step: step)
        guard behind + 1 + ahead + 1 + beyond == 4 else { return nil }
        // Both ends must be free, and a stone there must make five, not more.
        let front = gap + (beyond + 1) * step
        let back = cell - (behind + 1) * step
        guard isEmpty(front), isEmpty(back), !isX(front + step), !isX(back - step) else { return nil }
        return gap
    }
}
