import GameState

extension Search {
    /// Returns the value of the position for the side to move, `ply` moves below the root.
    ///
    /// A forced reply to a four does not reduce the depth.
    func search(_ lowest: Int, _ highest: Int, _ depthWanted: Int, _ ply: Int, _ previous: Int, cut: Bool) -> Int {
        countNode()
        if state.pointee.isStopped { return 0 }
        let position = position
        let side = position.turn
        let other = 1 &- side
        if position.count(side, .five) > 0 { return Score.win &- ply &- 1 }
        if position.isFull { return 0 }

        var depth = depthWanted
        let alpha = max(lowest, ply &- Score.win)
        let beta = min(highest, Score.win &- ply &- 1)
        if alpha >= beta { return alpha }
        let fives = position.count(other, .five)
        var duty = RequiredReply.free
        if fives > 0 {
            if !position.needsOpenEnd && (fives > 1 || mayNotStop(other, side)) { return ply &+ 2 &- Score.win }
            duty = .stopFive
        } else {
            if position.count(side, .openFour) > 0 { return Score.win &- ply &- 3 }
            if position.count(other, .openFour) > 0 { duty = .stopFour }
        }
        if ply >= Self.maximumPly { return evaluate() }
        let skipped = Int(excluded[ply])

        let options = optionsMemory
        if depth <= 0 && duty != .stopFive && options.pointee.leafFours > 0 {
            // An evaluation of beta or more is sufficient. Returning it here avoids a cache miss in
            // the table.
            let evaluation = evaluate()
            if evaluation >= beta { return evaluation }
        }

        // Probe the transposition table.
        let hash = position.hash.pointee
        var tableMove = -1
        var known = TableEntry()
        if options.pointee.table != .off && skipped < 0 {
            known = table.entry(hash)
            if known.depth >= 0 {
                tableMove = Int(known.move)
                let enough = options.pointee.table == .full ? Int(known.depth) >= depth : Int(known.depth) == depth
                let value = Score.restored(Int(known.value), ply)
                if enough && (beta &- alpha == 1 || known.bound == TableEntry.exact) {
                    switch known.bound {
                    case TableEntry.exact: return value
                    case TableEntry.lower: if value >= beta { return value }
                    default: if value <= alpha { return value }
                    }
                }
                if tableMove >= 0 && position.stones[tableMove] != 0 { tableMove = -1 }
            }
        }

        // Evaluate leaves, and look for wins by fours.
        let isOpen = beta &- alpha > 1
        var evaluation = -Score.infinite
        if duty != .stopFive {
            evaluation = known.depth >= 0 ? Int(known.evaluation) : evaluate()
            if depth <= 0 {
                if known.bound & TableEntry.upper == 0 {
                    if let value = valueOfFours(hash, ply, evaluation) { return value }
                    keep(hash, ply, -1, evaluation, evaluation, 0, TableEntry.exact)
                }
                return evaluation
            }
        }
        evaluations[ply] = Int32(truncatingIfNeeded: duty == .stopFive ? -Score.infinite : evaluation)
        let improving =
            ply >= 2 && duty != .stopFive && evaluations[ply] > evaluations[ply &- 2]
        let prunes = options.pointee.prunes

        if prunes && !isOpen && duty == .free && skipped < 0 {
            // The evaluation is so far above beta that a quiet move keeps it there.
            if depth <= 7 && evaluation < Score.decided {
                let margin = Margins.standStep &* max(depth &- (improving ? 1 : 0), 0) &+ Margins.standBase
                if evaluation &- margin >= beta { return evaluation }
            }
            // The evaluation is so far below alpha that only a win by fours could help, so look
            // only for that.
            if depth <= 3 && evaluation &+ Margins.hopeBase &+ Margins.hopeStep &* depth &* depth < alpha {
                return known.bound & TableEntry.upper != 0
                    ? evaluation : valueOfFours(hash, ply, evaluation) ?? evaluation
            }
        }
        if prunes && tableMove < 0 && depth >= Margins.blindDepth && duty != .stopFive { depth &-= 1 }

        return visit(
            alpha, beta, depth, ply, previous, cut, duty: duty, tableMove: tableMove, known: known,
            evaluation: evaluation, improving: improving)
    }

    /// Returns the value of a win by fours alone for the side to move, or nil if none is found.
    private func valueOfFours(_ hash: UInt64, _ ply: Int, _ evaluation: Int) -> Int? {
        let options = optionsMemory
        guard options.pointee.leafFours > 0, position.hasFour(position.turn) else { return nil }
        let plies = fours.solve(fours: options.pointee.leafFourDepth, nodes: options.pointee.leafFours)
        if fours.wasStopped {
            state.pointee.isStopped = true
            return 0
        }
        guard plies > 0 else { return nil }
        let value = Score.win &- ply &- plies
        keep(hash, ply, Int(fours.line[0]), value, evaluation, 60, TableEntry.lower)
        return value
    }

    /// Whether the only cell that stops the opponent's five is forbidden to the side to move.
    @inline(__always) private func mayNotStop(_ other: Int, _ side: Int) -> Bool {
        side == 0 && position.forbidsX && position.isForbidden(position.fiveCell(other))
    }

    @inline(__always) private func keep(
        _ hash: UInt64, _ ply: Int, _ move: Int, _ value: Int, _ evaluation: Int, _ depth: Int, _ bound: UInt8
    ) {
        if optionsMemory.pointee.table == .off { return }
        // Wins by fours are stored with depth 60. With `equalDepth`, which tests use, such an entry
        // would answer for a depth that was not searched.
        if optionsMemory.pointee.table == .equalDepth && depth == 60 { return }
        table.store(
            hash, move: move, value: Score.stored(value, ply), evaluation: evaluation, depth: depth, bound: bound)
    }

    private func visit(
        _ alphaAtFirst: Int, _ beta: Int, _ depth: Int, _ ply: Int, _ previous: Int, _ cut: Bool, duty: RequiredReply,
        tableMove: Int, known: TableEntry, evaluation: Int, improving: Bool
    ) -> Int {
        let position = position
        let side = position.turn
        let other = 1 &- side
        let isOpen = beta &- alphaAtFirst > 1
        let prunes = optionsMemory.pointee.prunes
        let skipped = Int(excluded[ply])
        let hash = position.hash.pointee
        var alpha = alphaAtFirst
        // Any move outside the list leads to this value.
        var best =
            duty == .stopFour ? ply &+ 4 &- Score.win : duty == .stopFive ? ply &+ 2 &- Score.win : -Score.infinite
        var bestMove = -1
        let count = generate(ply, duty: duty, tableMove: tableMove, previous: previous)
        killers[2 &* ply &+ 2] = -1
        killers[2 &* ply &+ 3] = -1
        let classes = position.classes(side)
        let otherClasses = position.classes(other)
        var tried = 0
        var index = 0
        let limit =
            Margins.countBase &+ (improving ? 2 : 0) &+ depth &* depth &* (Margins.countStep &+ (improving ? 1 : 0)) / 4
        let order = position.order(side)
        var promise = Int(Int16.min)

        while index < count {
            let move = pick(ply, index, count)
            index &+= 1
            if move == skipped { continue }
            if side == 0 && position.forbidsX && position.isForbidden(move) { continue }
            tried &+= 1
            promise = max(promise, Int(order[move]))
            let own = classes[move]
            let theirs = otherClasses[move]
            let isFour = own & CellClass.fourFlag != 0
            let isThree = own & CellClass.threeFlag != 0
            let isUrgent = isFour || isThree || theirs & CellClass.fourFlag != 0

            if prunes && !isOpen && best > -Score.decided && duty == .free && !isFour {
                let gap = promise &- Int(order[move])
                if tried > limit || (depth <= Margins.gapDepth && gap > Margins.gapBase &+ Margins.gapStep &* depth) {
                    break
                }
                if depth <= 6 && !isUrgent && evaluation &+ Margins.gainBase &+ Margins.gainStep &* depth <= alpha
                    && tried > 1
                {
                    continue
                }
            }

            var extra = 0
            if prunes && move == tableMove && depth >= Margins.singularDepth && skipped < 0 && duty != .stopFive
                && known.bound & TableEntry.lower != 0 && Int(known.depth) >= depth &- 3
                && abs(Int(known.value)) < Score.decided
            {
                let target = Int(known.value) &- Margins.singular &* depth
                excluded[ply] = Int16(truncatingIfNeeded: move)
                let value = search(target &- 1, target, (depth &- 1) / 2, ply, previous, cut: cut)
                excluded[ply] = -1
                if state.pointee.isStopped { return 0 }
                if value < target {
                    extra = 1
                } else if target >= beta {
                    return target
                }
                // The search above has overwritten this ply's move list.
                _ = generate(ply, duty: duty, tableMove: tableMove, previous: previous)
                index = 0
                _ = pick(ply, 0, count)
                index = 1
            }

            // Making the move takes about as long as fetching the table entry from memory.
            table.prefetch(position.hashAfter(move))
            position.make(move)
            let next = duty == .stopFive ? depth &+ extra : depth &- 1 &+ extra
            var value: Int
            if tried == 1 {
                value = -search(-beta, -alpha, next, ply &+ 1, move, cut: isOpen ? false : !cut)
            } else {
                var reduction = 0
                if prunes && depth >= 2 && duty == .free && !isFour {
                    reduction = Int(reductions[min(depth, 63) &* 64 &+ min(tried, 63)])
                    if cut { reduction &+= 1 }
                    reduction &+= min(Margins.gapLimit, max(0, promise &- Int(order[move])) / Margins.gapPly)
                    if isOpen { reduction &-= 1 }
                    if isThree { reduction &-= 1 }
                    if theirs & CellClass.fourFlag != 0 { reduction &-= 1 }
                    if !improving { reduction &+= 1 }
                    let past =
                        Int(history[side &* area &+ move])
                        &+ Int(replies[(side &* area &+ max(previous, 0)) &* area &+ move])
                    reduction &-= past / 6000
                    reduction = max(0, min(reduction, next &- 1))
                }
                value = -search(-alpha &- 1, -alpha, next &- reduction, ply &+ 1, move, cut: true)
                if value > alpha && reduction > 0 {
                    value = -search(-alpha &- 1, -alpha, next, ply &+ 1, move, cut: !cut)
                }
                if value > alpha && value < beta {
                    value = -search(-beta, -alpha, next, ply &+ 1, move, cut: false)
                }
            }
            position.unmake()
            if state.pointee.isStopped { return 0 }
            if value > best {
                best = value
                if value > alpha {
                    bestMove = move
                    alpha = value
                    if value >= beta {
                        if skipped < 0 { learn(ply, index &- 1, depth: depth, side: side, previous: previous) }
                        break
                    }
                }
            }
        }
        if best <= -Score.decided && best > -Score.infinite && duty == .free && skipped < 0 && position.reach > 4 {
            best = max(best, searchDeadCells(-beta, depth &- 1, ply, cut: cut))
            if state.pointee.isStopped { return 0 }
        }
        if tried == 0 && best == -Score.infinite {
            // No move is left: only forbidden cells are empty, or the only move is excluded.
            return skipped >= 0 ? alphaAtFirst : 0
        }
        if skipped < 0 {
            let bound =
                best >= beta ? TableEntry.lower : best > alphaAtFirst ? TableEntry.exact : TableEntry.upper
            keep(hash, ply, bestMove, best, max(evaluation, -Score.evaluationLimit), depth, bound)
        }
        return best
    }

    /// Returns the value of the best move on a cell through which no five can go, or of the first
    /// such move that does not lose.
    ///
    /// These moves are tried only if all others lose. Under freestyle they cannot be better,
    /// because an extra stone never harms its owner. Under other rules, a stone may close a five's
    /// open end, or keep its owner's row from becoming too long.
    private func searchDeadCells(_ lowest: Int, _ depth: Int, _ ply: Int, cut: Bool) -> Int {
        var best = -Score.infinite
        for cell in 0..<area
        where position.stones[cell] == 0 && position.classes(0)[cell] | position.classes(1)[cell] == 0 {
            position.make(cell)
            best = max(best, -search(lowest, Score.infinite, depth, ply &+ 1, cell, cut: !cut))
            position.unmake()
            if state.pointee.isStopped || best > -Score.decided { return best }
        }
        return best
    }
}
