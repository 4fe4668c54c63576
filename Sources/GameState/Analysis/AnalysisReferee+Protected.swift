/// Searches of an analysis for positions that some participants must not see now.
extension AnalysisReferee {
    /// The number of moves in a delta from which on all positions are compared instead of those of
    /// the delta. Setting up a single position takes as long as many steps in the tree.
    private static let manyMoves = 64

    /// Returns whether a position of the analysis resembles one of `positions`. Deleted branches
    /// count, because clients receive them, too.
    func shows(_ positions: [ProtectedPosition]) -> Bool {
        chapters.contains { number, chapter in
            positions.contains { shows($0, in: chapter, from: TreeNodeID(chapter: number)) }
        }
    }

    /// Returns whether a position that the accepted delta has added resembles one of `positions`.
    func shows(_ positions: [ProtectedPosition], addedBy delta: Delta) -> Bool {
        var boards: [Board] = []
        for change in delta.changes where change.value != nil {
            switch AnalysisKey(change.key) {
            case .node(let id): if let board = board(of: id) { boards.append(board) }
            case .chapter(let number): if let chapter = chapters[number] { boards.append(chapter.board) }
            default: break
            }
            if boards.count > Self.manyMoves { return shows(positions) }
        }
        return boards.contains { board in positions.contains { $0.isContinued(by: board) } }
    }

    private func board(of id: TreeNodeID) -> Board? {
        guard let index = tree[id], let chapter = chapters[tree.chapter(index)] else { return nil }
        var board = chapter.board
        for (number, move) in tree.moves(to: index).enumerated() {
            board[move] = .ofMove(chapter.start.count + number + 1)
        }
        return board
    }

    private func shows(_ position: ProtectedPosition, in chapter: Chapter, from root: TreeNodeID) -> Bool {
        guard position.board.size == chapter.size, let root = tree[root] else { return false }
        var matcher = ProtectedPosition.Matcher(position)
        for (index, point) in chapter.start.enumerated() { matcher.add(.ofMove(index + 1), at: point) }
        if matcher.matches { return true }
        /// Nodes to enter, and nodes to leave once their branch is done.
        enum Step {
            case enter(GameTree.Index)
            case leave(Stone, Point)
        }
        var open = tree.children(root).map { Step.enter($0) }
        while let step = open.popLast() {
            switch step {
            case .leave(let stone, let point): matcher.remove(stone, at: point)
            case .enter(let index):
                guard let point = tree.point(index) else { continue }
                let stone = Stone.ofMove(chapter.start.count + tree.depth(index))
                matcher.add(stone, at: point)
                if matcher.matches { return true }
                open.append(.leave(stone, point))
                open += tree.children(index).map { .enter($0) }
            }
        }
        return false
    }
}

extension Room {
    /// The number of nodes in an analysis room, with those of deleted branches and without the
    /// roots of chapters. 0 in other rooms.
    public var nodes: Int { analysis?.tree.count ?? 0 }

    /// Returns whether an analysis room has a position that resembles one of `positions`.
    ///
    /// - Parameter delta: Searches only the positions that this accepted delta has added.
    public func shows(_ positions: [ProtectedPosition], addedBy delta: Delta? = nil) -> Bool {
        guard let analysis, !positions.isEmpty else { return false }
        return delta.map { analysis.shows(positions, addedBy: $0) } ?? analysis.shows(positions)
    }
}
