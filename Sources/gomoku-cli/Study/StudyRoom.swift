import GameState

/// An analysis room as this client knows it: its keys, and the trees that they describe. Pure.
struct StudyRoom {
    private(set) var state = SharedState()
    private(set) var trees = AnalysisReferee()
    /// The number of changes of the trees, so that a drawing of them can be kept until the next.
    private(set) var version = 0

    // MARK: Server state

    /// Takes a whole state. Returns false if it is not the state of an analysis.
    mutating func restore(_ state: SharedState) -> Bool {
        self.state = state
        version += 1
        guard let read = try? AnalysisReferee(state: state) else {
            trees = AnalysisReferee()
            return false
        }
        trees = read
        return true
    }

    /// Applies the next delta. Returns false if the result is not the state of an analysis.
    mutating func apply(_ accepted: AcceptedDelta) -> Bool {
        state.apply(accepted.delta, rev: accepted.rev)
        version += 1
        return trees.follow(accepted) || restore(state)
    }

    // MARK: Chapters

    /// The numbers of the chapters that are not deleted, smallest first.
    var chapters: [Int] {
        trees.chapters.keys.filter { lives(TreeNodeID(chapter: $0)) }.sorted()
    }

    /// The chapter of a node, or nil if the room does not have the node.
    func chapter(of node: TreeNodeID) -> (number: Int, chapter: Chapter)? {
        guard let index = trees.tree[node] else { return nil }
        let number = trees.tree.chapter(index)
        return trees.chapters[number].map { (number, $0) }
    }

    /// The node at the end of a chapter's main line, or nil if nobody has chosen one.
    func mainLine(_ chapter: Int) -> TreeNodeID? {
        state.text(AnalysisKey.mainLine(chapter: chapter).text).flatMap { TreeNodeID($0) }
    }

    // MARK: Nodes

    /// Whether the room has the node, and no branch that contains it is deleted.
    func lives(_ node: TreeNodeID) -> Bool {
        trees.tree[node].map { !trees.tree.isDeleted($0) } ?? false
    }

    /// The children that are not deleted, in their order.
    func children(_ node: TreeNodeID) -> [TreeNodeID] {
        trees.tree[node].map { livingChildren($0).map(trees.tree.id) } ?? []
    }

    func livingChildren(_ index: GameTree.Index) -> [GameTree.Index] {
        trees.tree.children(index).filter { trees.tree.deletedAt($0) == nil }
    }

    func parent(_ node: TreeNodeID) -> TreeNodeID? {
        trees.tree[node].flatMap(trees.tree.parent).map(trees.tree.id)
    }

    /// The move that leads to the node, or nil for the start of a chapter.
    func point(_ node: TreeNodeID) -> Point? { trees.tree[node].flatMap(trees.tree.point) }

    /// The number of moves from the start of the chapter.
    func depth(_ node: TreeNodeID) -> Int { trees.tree[node].map(trees.tree.depth) ?? 0 }

    /// The node and its ancestors, up to the start of the chapter.
    func path(_ node: TreeNodeID) -> [TreeNodeID] {
        trees.tree[node].map { trees.tree.path($0).map(trees.tree.id) } ?? []
    }

    /// The position of a node, and the side to move there.
    func position(_ node: TreeNodeID) -> (board: Board, turn: Stone) {
        guard let (_, chapter) = chapter(of: node), let index = trees.tree[node] else { return (Board(), .x) }
        var board = chapter.board
        let moves = trees.tree.moves(to: index)
        for (number, point) in moves.enumerated() { board[point] = .ofMove(chapter.start.count + number + 1) }
        return (board, .ofMove(chapter.start.count + moves.count + 1))
    }

    /// The nodes of a branch that are not deleted, its topmost node first.
    func branch(_ node: TreeNodeID) -> [TreeNodeID] {
        guard let index = trees.tree[node] else { return [] }
        var nodes: [TreeNodeID] = []
        var open = [index]
        while let next = open.popLast() {
            nodes.append(trees.tree.id(next))
            open += livingChildren(next)
        }
        return nodes
    }

    // MARK: Notes

    func comments(_ node: TreeNodeID) -> [(author: ParticipantID, text: String)] {
        trees.notes(of: node).compactMap { key in
            guard case .comment(_, let author) = key else { return nil }
            return state.text(key.text).map { (author, $0) }
        }
    }

    func marks(_ node: TreeNodeID) -> [(point: Point, mark: Mark)] {
        trees.notes(of: node).compactMap { key in
            guard case .mark(_, let point) = key else { return nil }
            return state.text(key.text).flatMap { Mark($0) }.map { (point, $0) }
        }
    }

    /// The first letter from A on that marks no point of the node yet.
    func nextLetter(_ node: TreeNodeID) -> String {
        let taken = marks(node).map(\.mark)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
        return letters.first { !taken.contains(.label($0)) } ?? ""
    }
}
