extension Search {
    /// The threat that the side to move must answer, if any.
    enum RequiredReply {
        case free
        /// The opponent would complete a five.
        case stopFive
        /// The opponent would make an open four.
        case stopFour
    }

    private static let tableMoveScore: Int32 = 1 << 21
    private static let killerBonus: Int32 = 700
    /// The divisor of history and reply scores. It is a constant, so the compiler turns the
    /// division into a shift.
    private static let historyShare: Int32 = 4

    /// The low bits of a score hold the move's index in the list, counted down from ``lastPlace``.
    /// The greatest score thus gives its move's index, and the first move wins among equal scores.
    private static let placeBits: Int32 = 9
    private static let lastPlace: Int32 = 1 << placeBits - 1

    @inline(__always) private static func placed(_ score: Int32, _ place: Int) -> Int32 {
        score &<< placeBits | (lastPlace &- Int32(truncatingIfNeeded: place))
    }

    /// Writes the moves worth trying at `ply` with their scores, and returns their number.
    func generate(_ ply: Int, duty: RequiredReply, tableMove: Int, previous: Int) -> Int {
        let position = position
        let side = position.turn
        let other = 1 &- side
        let moves = moves + ply &* width
        let scores = scores + ply &* width
        var count = 0
        switch duty {
        case .stopFive:
            count = position.answersToFive(position.fiveCell(other), of: other, into: moves)
        case .stopFour:
            count = position.answersToOpenFour(position.openFourCell(other), of: other, into: moves)
            let answers = count
            position.forEach(side, flags: CellClass.fourFlag) { cell in
                for index in 0..<answers where Int(moves[index]) == cell { return }
                moves[count] = Int16(truncatingIfNeeded: cell)
                count &+= 1
            }
        case .free:
            position.forEachPromising { cell in
                moves[count] = Int16(truncatingIfNeeded: cell)
                count &+= 1
            }
            if count == 0 {
                for cell in 0..<area where position.stones[cell] == 0 {
                    moves[count] = Int16(truncatingIfNeeded: cell)
                    count &+= 1
                }
            }
        }
        score(moves, scores, count, ply: ply, side: side, tableMove: tableMove, previous: previous)
        return count
    }

    private func score(
        _ moves: UnsafeMutablePointer<Int16>, _ scores: UnsafeMutablePointer<Int32>, _ count: Int, ply: Int, side: Int,
        tableMove: Int, previous: Int
    ) {
        let order = position.order(side)
        let history = history + side &* area
        let replies = previous < 0 ? noReplies : replies + (side &* area &+ previous) &* area
        var index = 0
        while index < count {
            let move = Int(moves[index])
            let past = Int32(history[move]) / Self.historyShare &+ Int32(replies[move]) / Self.historyShare
            scores[index] = Self.placed(Int32(order[move]) &* 16 &+ past, index)
            places[move] = Int16(truncatingIfNeeded: index)
            index &+= 1
        }
        for killer in 2 &* ply...2 &* ply &+ 1 {
            let place = place(of: Int(killers[killer]), among: moves, count)
            if place >= 0 { scores[place] &+= Self.killerBonus &<< Self.placeBits }
        }
        let place = place(of: tableMove, among: moves, count)
        if place >= 0 { scores[place] = Self.placed(Self.tableMoveScore, place) }
        // ``pick(_:_:_:)`` reads up to eight scores beyond the last.
        UnsafeMutableRawPointer(scores + count).storeBytes(of: SIMD8(repeating: Int32.min), as: SIMD8<Int32>.self)
    }

    /// Returns the index of a move in the list that was just scored, or -1.
    @inline(__always) private func place(of move: Int, among moves: UnsafeMutablePointer<Int16>, _ count: Int) -> Int {
        if move < 0 { return -1 }
        let place = Int(places[move])
        return place < count && Int(moves[place]) == move ? place : -1
    }

    /// Swaps the best of the moves from index `start` on with the move at `start`, and returns it.
    @inline(__always) func pick(_ ply: Int, _ start: Int, _ count: Int) -> Int {
        let moves = moves + ply &* width
        let scores = scores + ply &* width
        let raw = UnsafeRawPointer(scores)
        var most = SIMD8(repeating: Int32.min)
        var index = start
        while index < count {
            let eight = raw.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<Int32>.self)
            most.replace(with: eight, where: eight .> most)
            index &+= 8
        }
        let best = Int(Self.lastPlace &- most.max() & Self.lastPlace)
        let move = moves[best]
        moves[best] = moves[start]
        moves[start] = move
        // The score at `start` is not read again, so only the other one is updated.
        scores[best] = Self.placed(scores[start] &>> Self.placeBits, best)
        return Int(move)
    }

    private static let historyLimit = 8192

    @inline(__always) private func raise(_ value: UnsafeMutablePointer<Int16>, _ bonus: Int) {
        let old = Int(value.pointee)
        value.pointee = Int16(truncatingIfNeeded: old &+ bonus &- old &* abs(bonus) / Self.historyLimit)
    }

    /// Raises the history score of the move at `index` in the ply's list, which caused a cutoff,
    /// and lowers the scores of the moves before it.
    func learn(_ ply: Int, _ index: Int, depth: Int, side: Int, previous: Int) {
        let moves = moves + ply &* width
        let best = moves[index]
        if killers[2 &* ply] != best {
            killers[2 &* ply &+ 1] = killers[2 &* ply]
            killers[2 &* ply] = best
        }
        let bonus = min(depth &* depth &* 16 &+ 32 &* depth, 1600)
        let history = history + side &* area
        let replies = replies + (side &* area &+ max(previous, 0)) &* area
        raise(history + Int(best), bonus)
        if previous >= 0 { raise(replies + Int(best), bonus) }
        var other = 0
        while other < index {
            let move = Int(moves[other])
            raise(history + move, -bonus)
            if previous >= 0 { raise(replies + move, -bonus) }
            other &+= 1
        }
    }
}
