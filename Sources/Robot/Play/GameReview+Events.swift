import GameState

extension GameReview {
    /// A proven event of a game.
    public struct Event: Equatable, Sendable {
        public enum Kind: String, CaseIterable, Sendable {
            /// The side was proven to win, and neither after its move nor at its next turn is it
            /// proven to win. The proof shows the win before the move.
            case gaveUpWin = "gave-up-win"
            /// The side's move cost a tenth of its chance or more, and is proven to lose. The proof
            /// shows the opponent's win after the move.
            case lost
            /// After the opponent's move, every move of the side is proven to lose, up to the end
            /// of the game. The proof shows that.
            case lostFromHere = "lost-from-here"
            /// The side's move loses, and so does every other move except a few. The proof shows
            /// that.
            case missedOnlyMove = "missed-only-move"
        }

        public let kind: Kind
        /// The number of the move.
        public let move: Int
        /// The side that the event is about. After ``Kind/lostFromHere``, the side that loses.
        public let side: Stone
        public let proof: CheckedProof
        /// The moves that may have held, in board order.
        public let points: [Point]
    }

    /// Returns the proven events of settled moves.
    ///
    /// - Parameter isWhole: whether all positions are settled. Only then is it known that a win
    ///   lasts up to the end of the game.
    static func events(_ moves: [Move], _ positions: [StudiedPosition], isWhole: Bool) -> [Event] {
        var events: [Event] = []
        func winner(_ index: Int) -> Stone? { index == 0 ? positions[0].proof?.winner : moves[index - 1].winner }
        let start = isWhole ? startOfProvenEnd(moves, winner) : nil
        for (index, move) in moves.enumerated() where move.isSettled {
            let side = Stone.ofMove(index + 1)
            func add(_ kind: Event.Kind, _ proof: CheckedProof?, of side: Stone, points: [Point] = []) {
                guard let proof else { return }
                events.append(Event(kind: kind, move: index + 1, side: side, proof: proof, points: points))
            }
            let winsLater = index + 2 <= moves.count && winner(index + 2) == side
            if move.kind == .missedWin, !winsLater { add(.gaveUpWin, positions[index].proof, of: side) }
            if ![.good, .opening].contains(move.kind), move.winner == side.opponent {
                add(.lost, move.proof, of: side)
                if let proof = positions[index].onlyMoves, case .onlyHold(let held) = proof.proof.claim {
                    add(
                        .missedOnlyMove, proof, of: side,
                        points: proof.proof.position.board.size.points.filter(held.contains))
                }
            }
            if index + 1 == start { add(.lostFromHere, move.proof, of: side.opponent) }
        }
        return events
    }

    /// Returns the number of the move after which one side has lost, up to the end of the game, and
    /// is to move.
    private static func startOfProvenEnd(_ moves: [Move], _ winner: (Int) -> Stone?) -> Int? {
        guard let victor = winner(moves.count) else { return nil }
        var start = moves.count
        while start > 0, winner(start - 1) == victor { start -= 1 }
        if Stone.ofMove(start + 1) == victor { start += 1 }
        return (1..<max(1, moves.count)).contains(start) ? start : nil
    }
}
