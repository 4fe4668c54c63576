/// The judgement of one delta in an analysis room.
struct AnalysisJudging {
    private let asked: Delta
    private let situation: AnalysisReferee.Situation
    private let roles: AnalysisRoles
    var tree: GameTree
    private(set) var chapters: [Int: Chapter]
    private(set) var lastBoard: (node: TreeNodeID, board: Board)?
    /// The changes that follow from the request. A later change of a key replaces an earlier one.
    private var derived: [Delta.Change] = []
    /// The ends of main lines that this delta has changed.
    private var mainLines: [Int: JSON?] = [:]
    /// The nodes whose children this delta has changed.
    private var parents: Set<GameTree.Index> = []

    init(
        asked: Delta, situation: AnalysisReferee.Situation, tree: GameTree, chapters: [Int: Chapter],
        lastBoard: (node: TreeNodeID, board: Board)?
    ) {
        self.asked = asked
        self.situation = situation
        roles = AnalysisRoles(state: situation.state, creator: situation.creator)
        self.tree = tree
        self.chapters = chapters
        self.lastBoard = lastBoard
    }

    /// Judges each change in the order of the request, so that a node may follow its parent.
    mutating func judge() throws(Rejection) {
        guard !asked.isEmpty else { throw .badValue(key: "set", expected: "an object with at least one key") }
        for change in asked.changes {
            guard let key = AnalysisKey(change.key) else { throw .badKey(change.key) }
            switch key {
            case .owner, .role, .everyone, .listed:
                try roles.change(key, to: change.value, by: situation.sender)
            default:
                try roles.checkMayEdit(situation.sender)
                try edit(key, change)
            }
        }
        for parent in parents { writeOrder(of: parent) }
    }

    /// The request and the changes that follow from it.
    var full: Delta { derived.isEmpty ? asked : Delta(changes: asked.changes + derived) }

    private mutating func edit(_ key: AnalysisKey, _ change: Delta.Change) throws(Rejection) {
        switch key {
        case .chapter(let number): try setChapter(number, change)
        case .node(let id): try add(id, change)
        case .deleted(let id): try setDeleted(id, change)
        case .comment(let id, let author): try comment(on: id, by: author, change)
        case .mark(let id, let point): try mark(point, in: id, change)
        case .order(let id): try reorder(id, change)
        case .mainLine(let chapter): try setMainLine(of: chapter, change)
        case .owner, .role, .everyone, .listed: break
        }
    }

    // MARK: Chapters

    private mutating func setChapter(_ number: Int, _ change: Delta.Change) throws(Rejection) {
        guard let value = change.value else {
            throw .badValue(key: change.key, expected: "a chapter. To delete it, delete its first position")
        }
        let chapter: Chapter
        do {
            chapter = try Chapter(value)
        } catch {
            throw .badValue(key: change.key, expected: error.expected)
        }
        if var known = chapters[number] {
            known.title = chapter.title
            // Another participant has just used the number for a different chapter.
            guard known == chapter else { throw .conflict(keys: [change.key]) }
        } else {
            guard chapters.count < Chapter.limit, number <= AnalysisReferee.Limit.chapterNumber else {
                throw .tooLarge(what: "chapters in an analysis", limit: Chapter.limit)
            }
            try checkMayAnalyse(chapter.board)
            tree.addRoot(chapter: number)
        }
        chapters[number] = chapter
        derived.append(Delta.Change(change.key, chapter.value))
    }

    private mutating func setMainLine(of number: Int, _ change: Delta.Change) throws(Rejection) {
        guard chapters[number] != nil else { throw .badKey(change.key) }
        guard !situation.state.mayHaveChanged(change.key, since: situation.base) else {
            throw .conflict(keys: [change.key])
        }
        mainLines[number] = .some(change.value)
        guard let value = change.value else { return }
        guard let index = value.string.flatMap({ TreeNodeID($0) }).flatMap({ tree[$0] }), tree.chapter(index) == number
        else { throw .badValue(key: change.key, expected: "the id of a node of this chapter, or null") }
        try restore(index, change.key)
        tree.touch(index, rev: situation.rev)
    }

    // MARK: Nodes

    private mutating func add(_ id: TreeNodeID, _ change: Delta.Change) throws(Rejection) {
        let words = change.value?.string?.split(separator: " ") ?? []
        guard words.count == 2, let parentID = TreeNodeID(words[0]), let point = Point(cell: words[1]) else {
            let expected =
                change.value == nil
                ? "a move. To delete a branch, set \"deleted.<id>\" to \"1\""
                : "the parent's id and the move's cell, such as \"\(parentExample) 7,7\""
            throw .badValue(key: change.key, expected: expected)
        }
        guard id == TreeNodeID(parent: parentID, point: point) else {
            throw .badKey(change.key)
        }
        if let known = tree[id] {
            // The same move of another participant, unless two different moves have the same hash.
            guard tree.parent(known).map(tree.id) == parentID, tree.point(known) == point else {
                throw .conflict(keys: [change.key])
            }
            try bringBack(known, change.key)
            return tree.touch(known, rev: situation.rev)
        }
        guard let parent = tree[parentID] else {
            throw .badValue(key: change.key, expected: "a move after a known node. Send the parents first")
        }
        try restore(parent, change.key)
        let board = try board(after: point, in: parent)
        try checkMayAnalyse(board)
        let index = tree.add(id, to: parent, point: point)
        lastBoard = (id, board)
        tree.touch(index, rev: situation.rev)
        parents.insert(parent)
    }

    /// Throws if the board continues a rated game in progress of the sender.
    private func checkMayAnalyse(_ board: Board) throws(Rejection) {
        guard !situation.protected.contains(where: { $0.isContinued(by: board) }) else {
            throw .readOnly("This is a position of your rated game, which is not over yet. Analyse it after the game.")
        }
    }

    private var parentExample: String { TreeNodeID(chapter: 1).text }

    /// Returns the board after a move. Throws if the move is impossible.
    private mutating func board(after point: Point, in parent: GameTree.Index) throws(Rejection) -> Board {
        guard let chapter = chapters[tree.chapter(parent)] else { throw .noGame }
        guard chapter.size.contains(point) else { throw .offBoard(size: chapter.size) }
        var board: Board
        if let lastBoard, lastBoard.node == tree.id(parent) {
            board = lastBoard.board
        } else {
            board = chapter.board
            for (index, move) in tree.moves(to: parent).enumerated() {
                board[move] = .ofMove(chapter.start.count + index + 1)
            }
        }
        guard board[point] == nil else { throw .occupied(point: chapter.size.name(of: point)) }
        let stone = Stone.ofMove(chapter.start.count + tree.depth(parent) + 1)
        if let last = tree.point(parent) {
            board[last] = nil
            // A five or a forbidden move ends a line.
            guard case .legal = chapter.rule.verdict(on: stone.opponent, at: last, of: board) else { throw .gameOver }
            board[last] = stone.opponent
        }
        board[point] = stone
        return board
    }

    /// Sets the order of a node's children, once there are two. Without the key, each client would
    /// list concurrent additions in a different order.
    private mutating func writeOrder(of parent: GameTree.Index) {
        let children = tree.children(parent)
        guard children.count > 1 else { return }
        let cells = children.compactMap { tree.point($0)?.cell }.joined(separator: " ")
        derived.append(Delta.Change(AnalysisKey.order(tree.id(parent)).text, .string(cells)))
    }

    private mutating func reorder(_ id: TreeNodeID, _ change: Delta.Change) throws(Rejection) {
        guard let parent = tree[id] else { throw .badKey(change.key) }
        let expected = "the cells of this node's children, each once, such as \"7,7 8,8\""
        guard let cells = change.value?.string?.split(separator: " ") else {
            throw .badValue(key: change.key, expected: expected)
        }
        let children = Dictionary(
            uniqueKeysWithValues: tree.children(parent).compactMap { child in tree.point(child).map { ($0, child) } })
        var order: [GameTree.Index] = []
        for cell in cells {
            guard let child = Point(cell: cell).flatMap({ children[$0] }), !order.contains(child) else {
                throw .badValue(key: change.key, expected: expected)
            }
            order.append(child)
        }
        try restore(parent, change.key)
        tree.reorder(parent, to: order)
        tree.touch(parent, rev: situation.rev)
        parents.insert(parent)
    }

    // MARK: Deleting

    private mutating func setDeleted(_ id: TreeNodeID, _ change: Delta.Change) throws(Rejection) {
        guard let index = tree[id] else { throw .badKey(change.key) }
        guard change.value != nil else {
            tree.setDeleted(index, at: nil)
            return tree.touch(index, rev: situation.rev)
        }
        guard change.value?.string == Self.deletedMark else {
            throw .badValue(key: change.key, expected: "\"\(Self.deletedMark)\" or null")
        }
        guard tree.touched(index) <= situation.base else {
            throw .conflict(keys: [AnalysisKey.node(id).text])
        }
        tree.setDeleted(index, at: situation.rev)
        shortenMainLine(without: index)
    }

    private static let deletedMark = "1"

    /// Ends the chapter's main line before a deleted branch.
    private mutating func shortenMainLine(without branch: GameTree.Index) {
        let number = tree.chapter(branch)
        let key = AnalysisKey.mainLine(chapter: number).text
        let current = mainLines[number] ?? situation.state[key]
        guard let end = current?.string.flatMap({ TreeNodeID($0) }).flatMap({ tree[$0] }),
            tree.path(end).contains(branch)
        else { return }
        let parent = tree.parent(branch).flatMap { tree.point($0) == nil ? nil : $0 }
        let value = parent.map { JSON.string(tree.id($0).text) }
        mainLines[number] = .some(value)
        derived.append(Delta.Change(key, value))
    }

    /// Restores the deleted branches that contain the node, if the sender had not seen their
    /// deletion. Throws if the sender had seen it.
    private mutating func restore(_ index: GameTree.Index, _ key: String) throws(Rejection) {
        for node in Array(tree.path(index)) {
            guard let rev = tree.deletedAt(node) else { continue }
            guard rev > situation.base, rev < situation.rev else {
                throw .branchDeleted(key: AnalysisKey.deleted(tree.id(node)).text)
            }
            tree.setDeleted(node, at: nil)
            derived.append(Delta.Change(AnalysisKey.deleted(tree.id(node)).text, nil))
        }
    }

    /// Restores a deleted node that a participant has played again.
    ///
    /// A participant who had seen the deletion gets the node without its former continuations. They
    /// stay deleted, each as a branch of its own.
    private mutating func bringBack(_ index: GameTree.Index, _ key: String) throws(Rejection) {
        if let parent = tree.parent(index) { try restore(parent, key) }
        guard let rev = tree.deletedAt(index) else { return }
        tree.setDeleted(index, at: nil)
        derived.append(Delta.Change(AnalysisKey.deleted(tree.id(index)).text, nil))
        guard rev <= situation.base || rev == situation.rev else { return }
        for child in tree.children(index) where tree.deletedAt(child) == nil {
            tree.setDeleted(child, at: situation.rev)
            derived.append(Delta.Change(AnalysisKey.deleted(tree.id(child)).text, .string(Self.deletedMark)))
        }
    }

    // MARK: Comments and marks

    private mutating func comment(
        on id: TreeNodeID, by author: ParticipantID, _ change: Delta.Change
    ) throws(Rejection) {
        guard let index = tree[id] else { throw .badKey(change.key) }
        guard author == situation.sender || (change.value == nil && situation.sender == roles.owner) else {
            throw .readOnly("Participants write comments under their own id. Write your own comment.")
        }
        if let value = change.value {
            guard let text = value.string, !text.isEmpty, text.utf8.count <= AnalysisReferee.Limit.commentBytes else {
                throw .badValue(
                    key: change.key, expected: "a text of at most \(AnalysisReferee.Limit.commentBytes) bytes, or null")
            }
        }
        try restore(index, change.key)
        tree.touch(index, rev: situation.rev)
    }

    private mutating func mark(_ point: Point, in id: TreeNodeID, _ change: Delta.Change) throws(Rejection) {
        guard let index = tree[id], let chapter = chapters[tree.chapter(index)] else { throw .badKey(change.key) }
        guard chapter.size.contains(point) else { throw .offBoard(size: chapter.size) }
        if let value = change.value {
            guard let text = value.string, Mark(text) != nil else {
                throw .badValue(key: change.key, expected: Mark.expected)
            }
        }
        try restore(index, change.key)
        tree.touch(index, rev: situation.rev)
    }
}
