import GameState

/// A move at the root with its value, principal variation and checks.
struct RootMove {
    var move: Int
    var value = -Score.infinite
    var line: [Int] = []
    /// The number of times that the move was checked for losing to threats. `isLost` is the latest
    /// result.
    var checks = 0
    var isLost = false
}

extension Search {
    /// The result of ``deepen(_:others:from:depth:loses:goOn:)``.
    struct Finding {
        var moves: [RootMove]
        var depth: Int
        /// The value of the position at the last finished depth, or of a better move found after
        /// it.
        var value = -Score.infinite

        /// The value, or 0 if no depth was finished.
        var score: Int { value == -Score.infinite ? 0 : value }
    }

    /// Searches the candidates by iterative deepening and returns them, best first.
    ///
    /// The candidates must be legal and not empty. Call ``TranspositionTable/beginAge()`` first.
    ///
    /// - `others` are the legal moves that are not candidates. They are searched before the
    ///   search returns that the position is lost.
    /// - `loses` is called with each move that is the best of a depth, and with the number of
    ///   earlier calls for that move. A move that loses goes to the end of the list and is no
    ///   longer searched, unless all moves lose.
    /// - `goOn` decides whether to start another depth.
    func deepen(
        _ candidates: [RootMove], others: [Int] = [], from first: Int = 1, depth maximumDepth: Int,
        loses: (Int, Int) -> Bool? = { _, _ in nil },
        goOn: (Finding) -> Bool
    ) -> Finding {
        var finding = Finding(moves: candidates, depth: 0)
        var others = others
        var depth = first
        while depth <= max(1, maximumDepth) {
            guard let value = aspire(&finding.moves, depth: depth) else {
                finding.takeUnfinished(others)
                break
            }
            if value <= -Score.decided && !others.isEmpty {
                finding.moves += others.map { RootMove(move: $0) }
                others = []
                continue
            }
            finding.depth = depth
            finding.value = value
            if abs(value) >= Score.decided && depth >= Score.win - abs(value) { break }
            if depth >= Self.firstChecked && abs(value) < Score.decided && !finding.moves[0].isLost,
                let isLost = loses(finding.moves[0].move, finding.moves[0].checks)
            {
                finding.moves[0].checks += 1
                // The other moves have no exact values at this depth yet, so search it again.
                if isLost && setAside(&finding.moves) {
                    if !goOn(finding) { break }
                    continue
                }
            }
            if !goOn(finding) { break }
            depth += 1
        }
        return finding
    }

    /// The least depth whose best move is checked.
    private static let firstChecked = 6

    /// Moves the first move behind all others, if another one is not lost.
    private func setAside(_ moves: inout [RootMove]) -> Bool {
        guard moves.contains(where: { !$0.isLost && $0.move != moves[0].move }) else { return false }
        var lost = moves.removeFirst()
        lost.isLost = true
        moves.append(lost)
        moves[0].value = lost.value
        return true
    }

    /// Searches one depth with an aspiration window around the value of the previous depth. Returns
    /// nil if the search was stopped.
    private func aspire(_ moves: inout [RootMove], depth: Int) -> Int? {
        let guess = moves[0].value
        var width = 40
        var alpha = -Score.infinite
        var beta = Score.infinite
        if depth >= 4 && abs(guess) < Score.decided {
            alpha = guess - width
            beta = guess + width
        }
        while true {
            guard let value = searchRoot(&moves, alpha, beta, depth) else { return nil }
            width *= 3
            if value <= alpha {
                alpha = width > 2000 ? -Score.infinite : value - width
            } else if value >= beta {
                beta = width > 2000 ? Score.infinite : value + width
            } else {
                return value
            }
        }
    }

    private func searchRoot(_ moves: inout [RootMove], _ lowest: Int, _ beta: Int, _ depth: Int) -> Int? {
        var alpha = lowest
        var best = -Score.infinite
        excluded.update(repeating: -1, count: Self.maximumPly + 4)
        evaluations[0] = Int32(evaluate())
        for index in moves.indices {
            let move = moves[index].move
            if moves[index].isLost { continue }
            position.make(move)
            var value: Int
            if index == 0 {
                value = -search(-beta, -alpha, depth - 1, 1, move, cut: false)
            } else {
                var reduction = 0
                if options.prunes && depth >= 3 && index > 2 {
                    reduction = max(0, min(Int(reductions[min(depth, 63) * 64 + min(index, 63)]) - 1, depth - 2))
                }
                value = -search(-alpha - 1, -alpha, depth - 1 - reduction, 1, move, cut: true)
                if value > alpha && reduction > 0 {
                    value = -search(-alpha - 1, -alpha, depth - 1, 1, move, cut: true)
                }
                if value > alpha { value = -search(-beta, -alpha, depth - 1, 1, move, cut: false) }
            }
            position.unmake()
            if state.pointee.isStopped { return nil }
            if value > best {
                best = value
                var found = moves.remove(at: index)
                found.value = value
                if value > alpha {
                    alpha = value
                    found.line = [move] + expectedLine(after: move, at: depth)
                    moves.insert(found, at: 0)
                } else {
                    moves.insert(found, at: index)
                }
            } else {
                moves[index].value = -Score.infinite
            }
            if best >= beta { break }
        }
        return best
    }

    /// Returns the principal variation after `move`, read from the table.
    private func expectedLine(after move: Int, at depth: Int) -> [Int] {
        let start = position.height
        var line: [Int] = []
        position.make(move)
        while line.count < min(depth + 8, 40), !position.isFull, position.count(1 - position.turn, .five) < 2 {
            let five = position.fiveCell(position.turn)
            if five >= 0 {
                line.append(five)
                break
            }
            let next = Int(table.entry(position.hash.pointee).move)
            guard next >= 0, position.stones[next] == 0 else { break }
            line.append(next)
            position.make(next)
        }
        while position.height > start { position.unmake() }
        return line
    }
}

extension Search.Finding {
    /// Takes over the result of an unfinished depth. A better move that it found is already first.
    ///
    /// If the first move was refuted, the next one takes its place, because it is not known to
    /// lose. Without a next one, the position is lost.
    fileprivate mutating func takeUnfinished(_ others: [Int]) {
        let front = moves[0].value
        if front == -Score.infinite { return }
        let refuted = moves[0].move
        if front <= -Score.decided {
            if let next = moves.indices.dropFirst().first(where: { !moves[$0].isLost }) {
                moves.insert(moves.remove(at: next), at: 0)
            } else if let other = others.first {
                moves.insert(RootMove(move: other), at: 0)
            }
        }
        value = moves[0].move == refuted ? front : max(value, 1 - Score.decided)
    }
}
