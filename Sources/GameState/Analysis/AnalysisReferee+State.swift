extension AnalysisReferee {
    /// Restores the trees from the keys of an analysis room.
    ///
    /// - Throws: ``ImpossibleGame`` if a node has no parent or a value is invalid.
    public init(state: SharedState) throws(ImpossibleGame) {
        var reader = AnalysisReader()
        for (text, value, rev) in state.revisions {
            guard let key = AnalysisKey(text) else { throw ImpossibleGame(key: text) }
            try reader.read(key, value, rev)
        }
        try reader.build()
        self.init(tree: reader.tree, chapters: reader.chapters, extras: reader.extras)
    }
}

/// A reader that restores the trees from the keys of a room, which come in any order.
private struct AnalysisReader {
    var tree = GameTree()
    var chapters: [Int: Chapter] = [:]
    var extras: [TreeNodeID: Set<AnalysisKey>] = [:]
    private var moves: [TreeNodeID: [(id: TreeNodeID, point: Point)]] = [:]
    private var count = 0
    private var orders: [(id: TreeNodeID, text: String)] = []
    private var deleted: [(id: TreeNodeID, rev: Int)] = []
    private var touched: [(id: TreeNodeID, rev: Int)] = []

    mutating func read(_ key: AnalysisKey, _ value: JSON?, _ rev: Int) throws(ImpossibleGame) {
        guard let value else {
            if let id = key.extraOf { touched.append((id, rev)) }
            return
        }
        if let id = key.extraOf { extras[id, default: []].insert(key) }
        switch key {
        case .chapter(let number):
            guard let chapter = try? Chapter(value) else { throw ImpossibleGame(key: key.text) }
            chapters[number] = chapter
            tree.addRoot(chapter: number)
        case .node(let id):
            let words = value.string?.split(separator: " ") ?? []
            guard words.count == 2, let parent = TreeNodeID(words[0]), let point = Point(cell: words[1]) else {
                throw ImpossibleGame(key: key.text)
            }
            moves[parent, default: []].append((id, point))
            count += 1
            touched.append((id, rev))
        case .deleted(let id): deleted.append((id, rev))
        case .order(let id):
            orders.append((id, value.string ?? ""))
            touched.append((id, rev))
        case .comment(let id, _), .mark(let id, _): touched.append((id, rev))
        case .mainLine, .owner, .role, .everyone, .listed: break
        }
    }

    mutating func build() throws(ImpossibleGame) {
        var open = chapters.keys.map { TreeNodeID(chapter: $0) }
        while let id = open.popLast() {
            guard let parent = tree[id] else { continue }
            for (child, point) in moves[id] ?? [] {
                tree.add(child, to: parent, point: point)
                open.append(child)
            }
        }
        guard tree.count == count else { throw ImpossibleGame(key: "node") }
        for (id, text) in orders {
            guard let index = tree[id] else { throw ImpossibleGame(key: AnalysisKey.order(id).text) }
            let children = tree.children(index)
            tree.reorder(
                index,
                to: text.split(separator: " ").compactMap { cell in
                    children.first { tree.point($0)?.cell == String(cell) }
                })
        }
        for (id, rev) in deleted {
            guard let index = tree[id] else { throw ImpossibleGame(key: AnalysisKey.deleted(id).text) }
            tree.setDeleted(index, at: rev)
        }
        var newest: [GameTree.Index: Int] = [:]
        for (id, rev) in touched {
            // A deleted key may have belonged to a node that is gone.
            guard let index = tree[id] else { continue }
            newest[index] = max(newest[index] ?? 0, rev)
        }
        tree.touch(newest)
        tree.commit()
    }
}
