/// The legality of X's moves under renju, as the Renju International Federation defines it
/// (International Rules of Renju, section 9, renju.net/rifrules). A five takes precedence over
/// every prohibition. Then come overline, double four and double three.
///
/// - A *five* is an unbroken row of exactly five, and an *overline* of six or more.
/// - A *four* is a row that one more stone turns into a five. One row of cells may hold two fours:
///   `XXX_X_XXX`, `XX_XX_XX`, `X_XXX_X`.
/// - A *straight four* is an unbroken four that becomes a five at either end.
/// - A *three* is a row that one more stone turns into a straight four. That stone must not make a
///   five elsewhere and must be a legal move itself (rule 9.3).
///
/// The search for a legal straight four places that stone and leaves it on the board while it
/// checks whether the stone is legal. Each recursive check therefore has one stone more than the
/// check before it, so the recursion ends.
extension RenjuField {
    /// The result of X on an empty cell.
    enum Finding: Equatable {
        /// A five through the stone, along the step with this index in ``RenjuField/steps``.
        case five(Int)
        case legal
        case forbidden(Prohibition)
    }

    /// Returns the result of X on the empty `cell`. If several prohibitions apply, the result is
    /// the first of overline, double four, double three. RIF does not rank them, so the order is
    /// the cheapest one.
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

    /// Returns the length of the unbroken row of X through the X on `cell`.
    private func run(through cell: Int, step: Int) -> Int {
        1 + xs(after: cell, step: step) + xs(after: cell, step: -step)
    }

    /// Returns the number of fours through the X on `cell`, in all directions.
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
            // A straight four becomes a five at both ends but counts once. Any other two fives
            // belong to different fours.
            if front && back && run < 4 { fours += 2 } else if front || back { fours += 1 }
        }
        return fours
    }

    /// Returns whether X on `gap`, the first cell after a row of `run` X, makes exactly five
    /// together with the X beyond it.
    private func completesFive(_ run: Int, at gap: Int, step: Int) -> Bool {
        isEmpty(gap) && run + 1 + xs(after: gap, step: step) == 5
    }

    /// Returns whether more than one three meets at the X on `cell`.
    private mutating func hasDoubleThree(through cell: Int) -> Bool {
        // Testing the shapes is cheap, but testing whether the extending move is legal is not. So
        // shapes come first.
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

    /// Returns whether a legal move on the `step` side that makes no five turns the row through
    /// `cell` into a straight four.
    private mutating func extends(_ cell: Int, step: Int) -> Bool {
        guard let gap = extensionCell(of: cell, step: step) else { return false }
        return finding(at: gap) == .legal
    }

    /// Returns the cell on the `step` side of the row through `cell` where X makes a straight four,
    /// legal or not.
    private func extensionCell(of cell: Int, step: Int) -> Int? {
        let ahead = xs(after: cell, step: step)
        let behind = xs(after: cell, step: -step)
        let gap = cell + (ahead + 1) * step
        guard isEmpty(gap) else { return nil }
        let beyond = xs(after: gap, step: step)
        guard behind + 1 + ahead + 1 + beyond == 4 else { return nil }
        // Both ends must be empty, and a stone there must make exactly five.
        let front = gap + (beyond + 1) * step
        let back = cell - (behind + 1) * step
        guard isEmpty(front), isEmpty(back), !isX(front + step), !isX(back - step) else { return nil }
        return gap
    }
}
