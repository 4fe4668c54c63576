/// The changes that merge a study into an analysis room, as deltas for a client to send in order.
///
/// Merging adds and never replaces:
///
/// - A chapter merges with the first one that accepts it (``Chapter/accepts(_:)``). Otherwise it
///   becomes a new chapter with the next free number. Only new chapters get the main line of the
///   study.
/// - Moves that the room has are not sent again, unless they are deleted there. Other moves follow
///   their parents, and keep their order among the new moves of a position.
/// - A comment becomes a paragraph of the author's own comment, unless a comment on the node
///   contains it.
/// - A mark on a point that has a mark is left out.
public struct StudyChanges: Equatable, Sendable {
    /// The size of a delta. A delta is a message, so it stays well below ``Limits/messageBytes``
    /// and ``Limits/keysPerDelta``.
    public enum Limit {
        public static let keys = 256
        public static let bytes = 32_768
    }

    /// The deltas, each with at most ``Limit/keys`` keys. Parents precede their children.
    public let deltas: [Delta]
    /// The number of moves that the room does not have yet.
    public let moves: Int
    /// The parts of the study that the room cannot keep.
    public let losses: StudyLosses
}

extension Study {
    /// Returns the changes that merge the study into an analysis room.
    ///
    /// - Parameters:
    ///   - room: The trees of the room.
    ///   - state: The state of the room.
    ///   - author: The participant who sends the changes, and becomes the author of the comments.
    ///   - limits: The limits of the room.
    /// - Throws: ``StudyError`` if the room is too small for the study.
    public func changes(
        for room: AnalysisReferee, state: SharedState, by author: ParticipantID, limits: Limits = Limits()
    ) throws(StudyError) -> StudyChanges {
        var merge = RoomMerge(study: self, room: room, state: state, author: author)
        for number in numbers { try merge.add(chapter: number) }
        try merge.check(limits)
        return StudyChanges(deltas: merge.deltas, moves: merge.moves, losses: merge.losses)
    }
}

/// The merge of a study into a room, as a list of changes.
private struct RoomMerge {
    private let study: Study
    private let state: SharedState
    private let author: ParticipantID
    private let texts: RoomTexts
    private var tree: GameTree
    private var chapters: [Int: Chapter]
    /// The chapters that a chapter of the study has merged with.
    private var matched: Set<Int> = []
    private var changes: [Delta.Change] = []
    /// The nodes that get children, in no particular order.
    private var parents: Set<GameTree.Index> = []
    private(set) var moves = 0
    private(set) var losses = StudyLosses()

    init(study: Study, room: AnalysisReferee, state: SharedState, author: ParticipantID) {
        self.study = study
        self.state = state
        self.author = author
        texts = RoomTexts(state)
        tree = room.tree
        chapters = room.chapters
    }

    private mutating func set(_ key: AnalysisKey, _ value: JSON) { changes.append(Delta.Change(key.text, value)) }

    // MARK: Chapters

    mutating func add(chapter source: Int) throws(StudyError) {
        guard let chapter = study.chapters[source], let from = study.root(source) else { return }
        let match = chapters.keys.sorted().first {
            !matched.contains($0) && chapters[$0]?.accepts(chapter) == true
        }
        let number = match ?? (chapters.keys.max() ?? 0) + 1
        matched.insert(number)
        if match == nil {
            guard chapters.count < Chapter.limit, number <= AnalysisReferee.Limit.chapterNumber else {
                throw StudyError(.room("chapters", Chapter.limit))
            }
            chapters[number] = chapter
            tree.addRoot(chapter: number)
            set(.chapter(number), chapter.value)
        }
        guard let root = tree[TreeNodeID(chapter: number)] else { return }
        add(from, to: root, chapter)
        guard match == nil, let end = study.mainLine(source) else { return }
        // Moves after a five are left out, also at the end of the main line.
        var last = root
        for move in study.tree.moves(to: end) {
            guard let next = tree[TreeNodeID(parent: tree.id(last), point: move)] else { break }
            last = next
        }
        if last != root { set(.mainLine(chapter: number), .string(tree.id(last).text)) }
    }

    // MARK: Nodes

    /// Adds the branch of a position, and checks its moves as ``AnalysisReferee`` does.
    private mutating func add(_ source: GameTree.Index, to root: GameTree.Index, _ chapter: Chapter) {
        var board = chapter.board
        var path: [(node: GameTree.Index, isDeleted: Bool, isEnd: Bool)] = []
        /// The number of nodes around the current one that are left out.
        var skipped = 0
        for visit in study.tree.visits(from: source) {
            switch visit {
            case .enter(let index):
                guard skipped == 0, path.last?.isEnd != true else {
                    skipped += 1
                    losses.add(.ended, at: nil)
                    continue
                }
                guard let point = study.tree.point(index), let parent = path.last else {
                    path.append((root, false, false))
                    write(study.note(index), on: root, chapter.size)
                    continue
                }
                let stone = Stone.ofMove(chapter.start.count + path.count)
                let verdict = chapter.rule.verdict(on: stone, at: point, of: board)
                let (node, isDeleted) = add(point, to: parent.node, isDeleted: parent.isDeleted)
                board[point] = stone
                path.append((node, isDeleted, verdict != .legal))
                write(study.note(index), on: node, chapter.size)
            case .leave(let index):
                guard skipped == 0 else {
                    skipped -= 1
                    continue
                }
                path.removeLast()
                if let point = study.tree.point(index) { board[point] = nil }
            }
        }
    }

    private mutating func add(
        _ point: Point, to parent: GameTree.Index, isDeleted: Bool
    ) -> (GameTree.Index, isDeleted: Bool) {
        let id = TreeNodeID(parent: tree.id(parent), point: point)
        let known = tree[id]
        let isDeleted = isDeleted || known.map { tree.deletedAt($0) != nil } == true
        if let known, !isDeleted { return (known, false) }
        set(.node(id), .string("\(tree.id(parent).text) \(point.cell)"))
        moves += 1
        if let known { return (known, true) }
        parents.insert(parent)
        return (tree.add(id, to: parent, point: point), isDeleted)
    }

    // MARK: Comments and marks

    private mutating func write(_ note: Study.Note, on index: GameTree.Index, _ size: BoardSize) {
        guard !note.isEmpty else { return }
        let id = tree.id(index)
        if !note.comment.isEmpty { write(note.comment, on: id) }
        let known = texts.marks[id] ?? []
        for (point, mark) in note.orderedMarks {
            guard size.contains(point) else { continue }
            if let other = known.first(where: { $0.point == point }) {
                if other.mark != mark { losses.add(.marks, at: nil) }
            } else {
                set(.mark(id, point), .string(mark.text))
            }
        }
        for property in note.properties { losses.add(.properties, at: nil, name: property.name) }
    }

    private mutating func write(_ comment: String, on id: TreeNodeID) {
        let known = texts.comments[id] ?? []
        var text = Self.prefix(comment)
        guard !known.contains(where: { $0.text.hasParagraph(text) }) else { return }
        if let own = known.first(where: { $0.author == author }) { text = own.text + "\n\n" + comment }
        let short = Self.prefix(text)
        if !short.isSameBytes(as: text) || !Self.prefix(comment).isSameBytes(as: comment) {
            losses.add(.comments, at: nil)
        }
        if known.first(where: { $0.author == author })?.text.isSameBytes(as: short) == true { return }
        set(.comment(id, by: author), .string(short))
    }

    /// Returns as much of a comment as a room keeps.
    private static func prefix(_ comment: String) -> String {
        guard comment.utf8.count > AnalysisReferee.Limit.commentBytes else { return comment }
        var size = 0
        var scalars = String.UnicodeScalarView()
        for scalar in comment.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= AnalysisReferee.Limit.commentBytes else { break }
            scalars.append(scalar)
        }
        return String(scalars).trimmed
    }

    // MARK: The result

    /// Throws an error if the room cannot hold the changes.
    func check(_ limits: Limits) throws(StudyError) {
        guard tree.count <= AnalysisReferee.Limit.nodes else {
            throw StudyError(.room("moves", AnalysisReferee.Limit.nodes))
        }
        // The room also stores the order of the children of each position that has several.
        let orders = parents.filter { tree.hasVariations($0) }.map { parent in
            let cells = tree.children(parent).compactMap { tree.point($0)?.cell }
            return Delta.Change(AnalysisKey.order(tree.id(parent)).text, .string(cells.joined(separator: " ")))
        }
        let size = state.size(after: Delta(changes: changes + orders))
        guard size.keys <= AnalysisReferee.Limit.keys else {
            throw StudyError(.room("moves, comments and marks", AnalysisReferee.Limit.keys))
        }
        guard size.bytes <= limits.stateBytes else { throw StudyError(.room("bytes", limits.stateBytes)) }
    }

    /// The changes in their order, divided into deltas.
    var deltas: [Delta] {
        var deltas: [Delta] = []
        var next: [Delta.Change] = []
        var size = 0
        for change in changes {
            if next.count == StudyChanges.Limit.keys || size + change.size > StudyChanges.Limit.bytes, !next.isEmpty {
                deltas.append(Delta(changes: next))
                (next, size) = ([], 0)
            }
            next.append(change)
            size += change.size
        }
        if !next.isEmpty { deltas.append(Delta(changes: next)) }
        return deltas
    }
}
