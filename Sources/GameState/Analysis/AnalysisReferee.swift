/// A judge of the deltas in an analysis room, whose state is a game tree for each chapter.
///
/// Additions of different participants always merge. A deletion is rejected if the branch has
/// changed since the deletion's base, and an addition by a participant who had not
/// seen a deletion restores the branch. So no branch is lost to a participant who did not see it.
public struct AnalysisReferee: Sendable {
    public private(set) var tree: GameTree
    public private(set) var chapters: [Int: Chapter]
    /// The comments and marks of each node, as keys. They leave the state with their node.
    private(set) var extras: AnalysisNotes
    /// The board of the node that was judged last. Most deltas continue a line.
    private var lastBoard: (node: TreeNodeID, board: Board)?

    public init() { self.init(tree: GameTree(), chapters: [:], extras: AnalysisNotes()) }

    init(tree: GameTree, chapters: [Int: Chapter], extras: AnalysisNotes) {
        self.tree = tree
        self.chapters = chapters
        self.extras = extras
    }

    /// Participants whose comments the trees contain, at most ``Limit/authors``.
    public var authors: [ParticipantID] { extras.authors }

    /// The circumstances of a request.
    struct Situation {
        let sender: ParticipantID
        /// The newest revision that the sender had seen.
        let base: Int
        /// The revision that the delta will get.
        let rev: Int
        /// The state before the delta.
        let state: SharedState
        /// The participant who created the room.
        let creator: ParticipantID
        /// The positions of the sender's rated games in progress.
        var protected: [ProtectedPosition] = []
    }

    /// Limits of one room.
    public enum Limit {
        /// The number of nodes, deleted ones included.
        public static let nodes = 20_000
        /// The number of all keys: nodes, comments, marks, orders and settings.
        public static let keys = 28_000
        /// The largest number of a chapter.
        public static let chapterNumber = 999
        /// The number of authors of comments whose names the room looks up.
        static let authors = 64
        /// The size of one participant's comment on one node, in bytes.
        public static let commentBytes = 4_000
        /// The length of a text mark, in characters.
        public static let markCharacters = 5
        /// The size of a text mark, in bytes.
        public static let markBytes = 40
    }

    /// Applies a request, or throws a rejection and changes nothing.
    ///
    /// - Parameter check: Throws if the room's limits forbid the whole delta.
    /// - Returns: The request with the changes that follow from it: restored branches, the order of
    ///   children, the main line.
    mutating func judge(
        _ delta: Delta, _ situation: Situation, check: (Delta) throws(Rejection) -> Void
    ) throws(Rejection) -> Delta {
        var judging = AnalysisJudging(
            asked: delta, situation: situation, tree: tree, chapters: chapters, lastBoard: lastBoard)
        // The tree has one owner while it changes. Otherwise the first change would copy it.
        tree = GameTree()
        let removed: [GameTree.Index]
        var full: Delta
        do throws(Rejection) {
            try judging.judge()
            removed = judging.tree.deletedLeaves(over: Limit.nodes)
            guard judging.tree.count - removed.count <= Limit.nodes else {
                throw .tooLarge(what: "moves in an analysis", limit: Limit.nodes)
            }
            full = judging.full
            if !removed.isEmpty {
                let ids = removed.map { judging.tree.id($0) }
                let gone = Set(ids)
                // The delta itself may have changed keys of a node that it removes.
                let others = full.changes.filter { AnalysisKey($0.key)?.node.map(gone.contains) != true }
                full = Delta(changes: others + ids.flatMap { forgetting($0, situation.state) })
            }
            try check(full)
        } catch {
            judging.tree.rollBack()
            tree = judging.tree
            throw error
        }
        judging.tree.commit()
        for index in removed { judging.tree.remove(index) }
        tree = judging.tree
        chapters = judging.chapters
        lastBoard = judging.lastBoard
        for change in full.changes { note(change) }
        return full
    }

    /// The deletion of all keys of a node that leaves the state.
    private func forgetting(_ id: TreeNodeID, _ state: SharedState) -> [Delta.Change] {
        let single = [AnalysisKey.order(id).text, AnalysisKey.deleted(id).text].filter { state[$0] != nil }
        return ([AnalysisKey.node(id).text] + (extras[id] ?? []).map(\.text) + single).map { Delta.Change($0, nil) }
    }

    /// Keeps the index of a node's keys up to date.
    mutating func note(_ change: Delta.Change) {
        guard let key = AnalysisKey(change.key), let id = key.noteOf else { return }
        if change.value != nil {
            extras.insert(key, on: id)
        } else {
            extras.remove(key, from: id)
        }
    }
}

extension AnalysisKey {
    /// The node that the key describes.
    var node: TreeNodeID? {
        switch self {
        case .node(let id), .deleted(let id), .order(let id), .comment(let id, _), .mark(let id, _): id
        case .chapter, .mainLine, .owner, .role, .everyone, .listed: nil
        }
    }

    /// The node that a comment or mark belongs to.
    var noteOf: TreeNodeID? {
        switch self {
        case .comment(let id, _), .mark(let id, _): id
        case .chapter, .mainLine, .node, .deleted, .order, .owner, .role, .everyone, .listed: nil
        }
    }
}
