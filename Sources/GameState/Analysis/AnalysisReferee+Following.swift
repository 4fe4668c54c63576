/// A client's copy of the trees, which follows the deltas that the server has accepted.
extension AnalysisReferee {
    /// The comments and marks of a node, in the order of their keys.
    public func notes(of id: TreeNodeID) -> [AnalysisKey] {
        (extras[id] ?? []).map { ($0, $0.text) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Returns whether a node has a comment or a mark.
    public func hasNotes(_ id: TreeNodeID) -> Bool { extras[id] != nil }

    /// Applies an accepted delta without judging it.
    ///
    /// - Returns: `false` if the delta does not fit these trees, which then remain as they were.
    ///   Restore them from the state with ``init(state:)`` instead.
    public mutating func follow(_ accepted: AcceptedDelta) -> Bool {
        var next = AnalysisFollowing(tree: tree, chapters: chapters)
        let extras = extras
        // The tree has one owner while it changes. Otherwise the first change would copy it.
        self = AnalysisReferee()
        let fits = next.apply(accepted)
        self = AnalysisReferee(tree: next.tree, chapters: next.chapters, extras: extras)
        if fits { for change in accepted.delta.changes { note(change) } }
        return fits
    }
}

/// The change of trees by an accepted delta.
private struct AnalysisFollowing {
    private(set) var tree: GameTree
    private(set) var chapters: [Int: Chapter]
    /// The nodes that leave the room.
    private var removed: [TreeNodeID] = []

    init(tree: GameTree, chapters: [Int: Chapter]) {
        self.tree = tree
        self.chapters = chapters
    }

    mutating func apply(_ accepted: AcceptedDelta) -> Bool {
        let oldChapters = chapters
        let fits = accepted.delta.changes.allSatisfy { applyToTree($0, rev: accepted.rev) }
        guard fits, let leaves = leavesFirst() else {
            tree.rollBack()
            chapters = oldChapters
            return false
        }
        tree.commit()
        for index in leaves { tree.remove(index) }
        return true
    }

    /// Returns whether the change fits.
    private mutating func applyToTree(_ change: Delta.Change, rev: Int) -> Bool {
        switch AnalysisKey(change.key) {
        case .chapter(let number):
            guard let value = change.value, let chapter = try? Chapter(value) else { return false }
            if chapters[number] == nil { tree.addRoot(chapter: number) }
            chapters[number] = chapter
        case .node(let id):
            guard let value = change.value else {
                removed.append(id)
                return true
            }
            return add(id, value)
        case .deleted(let id):
            // The key of a node that leaves the room is deleted with the node.
            guard let index = tree[id] else { return change.value == nil }
            tree.setDeleted(index, at: change.value == nil ? nil : rev)
        case .order(let id):
            guard let value = change.value else { return true }
            guard let index = tree[id], let cells = value.string else { return false }
            let children = tree.children(index)
            let order = cells.split(separator: " ").compactMap { cell in
                Point(cell: cell).flatMap { point in children.first { tree.point($0) == point } }
            }
            guard Set(order).count == order.count else { return false }
            tree.reorder(index, to: order)
        // A key that only a newer server knows does not change the trees.
        case .comment, .mark, .mainLine, .owner, .role, .everyone, .listed, nil: break
        }
        return true
    }

    private mutating func add(_ id: TreeNodeID, _ value: JSON) -> Bool {
        let words = value.string?.split(separator: " ") ?? []
        guard words.count == 2, let parent = TreeNodeID(words[0]).flatMap({ tree[$0] }),
            let point = Point(cell: words[1])
        else { return false }
        if let known = tree[id] { return tree.parent(known) == parent && tree.point(known) == point }
        tree.add(id, to: parent, point: point)
        return true
    }

    /// Returns the removed nodes so that each comes after its children, or `nil` if a child of one
    /// would remain.
    private func leavesFirst() -> [GameTree.Index]? {
        let indexes = removed.compactMap { tree[$0] }
        let gone = Set(indexes)
        guard indexes.allSatisfy({ tree.point($0) != nil && tree.children($0).allSatisfy(gone.contains) }) else {
            return nil
        }
        return indexes.sorted { tree.depth($0) > tree.depth($1) }
    }
}
