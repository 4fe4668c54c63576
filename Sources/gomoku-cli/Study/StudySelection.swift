import GameState

/// The node that the user looks at, and the way through the tree by keys. Pure.
struct StudySelection: Equatable {
    private(set) var node = TreeNodeID(chapter: 1)
    /// The child that was last visited after each node, so that going forward returns to it. A
    /// room has a limited number of nodes.
    private var visited: [TreeNodeID: TreeNodeID] = [:]

    /// Goes to a node, if it exists and is not deleted.
    mutating func go(to node: TreeNodeID, in room: StudyRoom) {
        guard room.lives(node) else { return }
        self.node = node
        let path = room.path(node)
        for (child, parent) in zip(path, path.dropFirst()) { visited[parent] = child }
    }

    /// Leaves a node that was deleted, for its last ancestor that was not.
    mutating func settle(in room: StudyRoom) {
        guard !room.lives(node) else { return }
        let first = room.chapters.first.map { TreeNodeID(chapter: $0) } ?? TreeNodeID(chapter: 1)
        node = room.path(node).first(where: room.lives) ?? first
        if visited.count > AnalysisReferee.Limit.nodes { visited = [:] }
    }

    /// The next node of the line that the user has last visited.
    func next(after node: TreeNodeID, in room: StudyRoom) -> TreeNodeID? {
        let children = room.children(node)
        return visited[node].flatMap { children.contains($0) ? $0 : nil } ?? children.first
    }

    /// The end of the line.
    func end(in room: StudyRoom) -> TreeNodeID {
        var end = node
        while let next = next(after: end, in: room) { end = next }
        return end
    }

    mutating func forward(_ steps: Int, in room: StudyRoom) {
        for _ in 0..<steps {
            guard let next = next(after: node, in: room) else { return }
            go(to: next, in: room)
        }
    }

    mutating func back(_ steps: Int, in room: StudyRoom) {
        let path = room.path(node)
        guard !path.isEmpty else { return }
        node = path[min(steps, path.count - 1)]
    }

    mutating func toStart(in room: StudyRoom) { back(.max, in: room) }

    mutating func toEnd(in room: StudyRoom) { go(to: end(in: room), in: room) }

    /// Goes to the variation before (-1) or after (1) this one. If this move has no other, goes to
    /// the variations of the last move before it that has.
    mutating func toVariation(_ step: Int, in room: StudyRoom) {
        for one in room.path(node) {
            guard let parent = room.parent(one) else { return }
            let siblings = room.children(parent)
            guard siblings.count > 1, let place = siblings.firstIndex(of: one) else { continue }
            let next = (place + step + siblings.count) % siblings.count
            return go(to: siblings[next], in: room)
        }
    }

    /// Goes to the next chapter, or from the last to the first.
    mutating func toNextChapter(in room: StudyRoom) {
        let chapters = room.chapters
        let number = room.chapter(of: node)?.number ?? 0
        guard let next = chapters.first(where: { $0 > number }) ?? chapters.first else { return }
        go(to: TreeNodeID(chapter: next), in: room)
    }
}
