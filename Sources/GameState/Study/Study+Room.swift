extension Study {
    /// Creates a study from an analysis room, without deleted branches.
    ///
    /// Comments of several participants on one node become paragraphs that begin with the name of
    /// their author.
    ///
    /// - Parameters:
    ///   - room: The trees of the room.
    ///   - state: The state of the room.
    ///   - name: Returns the name of a participant.
    public init(_ room: AnalysisReferee, state: SharedState, name: (ParticipantID) -> String) {
        self.init()
        let texts = RoomTexts(state)
        for number in room.chapters.keys.sorted() {
            guard let chapter = room.chapters[number], let source = room.tree[TreeNodeID(chapter: number)],
                let root = add(chapter)
            else { continue }
            var path: [GameTree.Index?] = []
            for visit in room.tree.visits(from: source) {
                guard case .enter(let index) = visit else {
                    path.removeLast()
                    continue
                }
                path.append(copy(index, of: room.tree, texts, after: path.last ?? root, name: name))
            }
            let end = state.text(AnalysisKey.mainLine(chapter: number).text).flatMap { TreeNodeID($0) }
            if let end = end.flatMap({ room.tree[$0] }) {
                setMainLine(node(room.tree.moves(to: end), from: root), of: tree.chapter(root))
            }
        }
        finish()
    }

    /// Copies a node. Returns `nil` if it is deleted.
    private mutating func copy(
        _ index: GameTree.Index, of other: GameTree, _ texts: RoomTexts, after parent: GameTree.Index?,
        name: (ParticipantID) -> String
    ) -> GameTree.Index? {
        guard let parent, other.deletedAt(index) == nil else { return nil }
        let node = other.point(index).map { add($0, to: parent) } ?? parent
        guard let node else { return nil }
        let comments = texts.comments[other.id(index)] ?? []
        for (author, text) in comments {
            comment(comments.count == 1 ? text : "\(name(author)): \(text)", on: node)
        }
        for (point, mark) in texts.marks[other.id(index)] ?? [] { self.mark(point, mark, on: node) }
        return node
    }
}

/// The comments and marks in the state of an analysis room, by node.
struct RoomTexts {
    private(set) var comments: [TreeNodeID: [(author: ParticipantID, text: String)]] = [:]
    private(set) var marks: [TreeNodeID: [(point: Point, mark: Mark)]] = [:]

    init(_ state: SharedState) {
        for (key, value) in state.values {
            guard let text = value.string else { continue }
            switch AnalysisKey(key) {
            case .comment(let id, let author): comments[id, default: []].append((author, text))
            case .mark(let id, let point):
                if let mark = Mark(text) { marks[id, default: []].append((point, mark)) }
            default: break
            }
        }
        // The keys of a state have no order.
        for id in comments.keys { comments[id]?.sort { $0.author.text < $1.author.text } }
    }
}
