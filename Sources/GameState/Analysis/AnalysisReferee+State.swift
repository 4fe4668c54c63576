extension AnalysisReferee {
    /// Restores the trees from the keys of an analysis room.
    ///
    /// - Throws: ``ImpossibleGame`` if a node has no parent or a value is invalid.
    public init(state: SharedState) throws(ImpossibleGame) {
        var reader = AnalysisReader(state)
        try state.forEachKey { (key, text, rev, isSet) throws(ImpossibleGame) in
            guard let known = AnalysisKey(key) else { throw ImpossibleGame(key: key.string()) }
            if isSet { try reader.read(known, text, rev) } else { reader.readDeletion(of: known, rev) }
        }
        try reader.build()
        self.init(tree: reader.tree, chapters: reader.chapters, extras: reader.extras)
    }
}

/// A reader that restores the trees from the keys of a room, which come in any order.
private struct AnalysisReader {
    private(set) var tree = GameTree()
    private(set) var chapters: [Int: Chapter] = [:]
    private(set) var extras = AnalysisNotes()
    private let state: SharedState
    private var moves: [GameTree.Move] = []
    private var orders: [(id: TreeNodeID, cells: [Point])] = []
    private var deleted: [(id: TreeNodeID, rev: Int)] = []
    private var touched: [(id: TreeNodeID, rev: Int)] = []

    init(_ state: SharedState) {
        self.state = state
        moves.reserveCapacity(state.count)
    }

    mutating func readDeletion(of key: AnalysisKey, _ rev: Int) {
        switch key {
        case .comment(let id, _), .mark(let id, _), .order(let id), .deleted(let id): touched.append((id, rev))
        case .chapter, .mainLine, .node, .owner, .role, .everyone, .listed: break
        }
    }

    mutating func read(_ key: AnalysisKey, _ text: Span<UInt8>, _ rev: Int) throws(ImpossibleGame) {
        switch key {
        case .chapter(let number):
            guard let value = state[key.text], let chapter = try? Chapter(value) else {
                throw ImpossibleGame(key: key.text)
            }
            chapters[number] = chapter
        case .node(let id):
            let blank = TreeNodeID.length
            guard text.count > blank, text[blank] == UInt8(ascii: " "),
                let parent = TreeNodeID(text.extracting(0..<blank)),
                let point = Point(cell: text.extracting((blank + 1)...))
            else { throw ImpossibleGame(key: key.text) }
            moves.append(GameTree.Move(id: id, parent: parent, point: point, rev: rev))
        case .deleted(let id): deleted.append((id, rev))
        case .order(let id):
            orders.append((id, Self.cells(text)))
            touched.append((id, rev))
        case .comment(let id, _), .mark(let id, _):
            extras.insert(key, on: id)
            touched.append((id, rev))
        case .mainLine:
            if let id = TreeNodeID(text) { touched.append((id, rev)) }
        case .owner, .role, .everyone, .listed: break
        }
    }

    private static func cells(_ text: Span<UInt8>) -> [Point] {
        var cells: [Point] = []
        var start = 0
        while start < text.count {
            let end = text.firstIndex(of: UInt8(ascii: " "), from: start) ?? text.count
            if let point = Point(cell: text.extracting(start..<end)) { cells.append(point) }
            start = end + 1
        }
        return cells
    }

    mutating func build() throws(ImpossibleGame) {
        tree = GameTree(chapters: chapters.keys.sorted(), moves)
        guard tree.count == moves.count else { throw ImpossibleGame(key: "node") }
        for (id, cells) in orders {
            guard let index = tree[id] else { throw ImpossibleGame(key: AnalysisKey.order(id).text) }
            tree.reorder(index, to: cells)
        }
        for (id, rev) in deleted {
            guard let index = tree[id] else { throw ImpossibleGame(key: AnalysisKey.deleted(id).text) }
            tree.setDeleted(index, at: rev)
        }
        // A deleted key may have belonged to a node that is gone.
        tree.touch(touched.compactMap { id, rev in tree[id].map { ($0, rev) } })
        tree.commit()
    }
}
