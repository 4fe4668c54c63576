/// Game trees with comments and marks, apart from any room: the content of a file.
///
/// Every node of the tree is a move on an empty point, and sides alternate. A study may contain
/// moves after a five, which rooms reject. ``changes(for:by:)`` leaves them out.
public struct Study: Sendable {
    /// The texts and marks of one node.
    public struct Note: Equatable, Sendable {
        /// The comment without surrounding whitespace, or an empty text.
        public fileprivate(set) var comment = ""
        public fileprivate(set) var marks: [Point: Mark] = [:]
        /// Properties of an SGF file that a study does not interpret, such as players and times.
        public fileprivate(set) var properties: [GameRecord.Property] = []

        var isEmpty: Bool { comment.isEmpty && marks.isEmpty && properties.isEmpty }

        /// The marks in board order.
        var orderedMarks: [(point: Point, mark: Mark)] {
            marks.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }.map { ($0.key, $0.value) }
        }
    }

    /// The chapters by their numbers.
    public private(set) var chapters: [Int: Chapter] = [:]
    public private(set) var tree = GameTree()
    private var notes: [GameTree.Index: Note] = [:]
    private var mainLines: [Int: GameTree.Index] = [:]
    /// The number of searches in each node's comment for a paragraph that is being added.
    private var searches: [GameTree.Index: Int] = [:]
    /// The parts of the file that the study could not keep.
    public internal(set) var losses = StudyLosses()

    public init() {}

    // MARK: Reading

    /// The numbers of the chapters, smallest first.
    public var numbers: [Int] { chapters.keys.sorted() }

    /// The number of moves in all chapters.
    public var count: Int { tree.count }

    /// The first position of a chapter.
    public func root(_ chapter: Int) -> GameTree.Index? { tree[TreeNodeID(chapter: chapter)] }

    public func note(_ index: GameTree.Index) -> Note { notes[index] ?? Note() }

    /// The end of a chapter's main line, or `nil` if the chapter has none.
    public func mainLine(_ chapter: Int) -> GameTree.Index? { mainLines[chapter] }

    /// The moves of a chapter's main line. Without a main line, the moves of the first variations.
    public func mainMoves(_ chapter: Int) -> [Point] {
        if let end = mainLines[chapter] { return tree.moves(to: end) }
        var moves: [Point] = []
        var next = root(chapter).flatMap { tree.children($0).first }
        while let index = next {
            moves += tree.point(index).map { [$0] } ?? []
            next = tree.children(index).first
        }
        return moves
    }

    /// Returns ``losses`` and forgets them.
    public mutating func takeLosses() -> StudyLosses {
        defer { losses = StudyLosses() }
        return losses
    }

    // MARK: Building

    /// Adds a chapter with the next free number. Returns the chapter's first position.
    @discardableResult
    mutating func add(_ chapter: Chapter) -> GameTree.Index? {
        let number = (chapters.keys.max() ?? 0) + 1
        var chapter = chapter
        chapter.title = String(chapter.title.withoutControls(keepingLines: false).prefix(Chapter.titleCharacters))
        while chapter.title.utf8.count > Chapter.titleBytes { chapter.title.removeLast() }
        chapters[number] = chapter
        tree.addRoot(chapter: number)
        return root(number)
    }

    /// Adds a move after a position, or returns the node of the same move that is there.
    ///
    /// The point must be empty. Returns `nil` in the improbable case that two different moves have
    /// the same id.
    mutating func add(_ point: Point, to parent: GameTree.Index) -> GameTree.Index? {
        let id = TreeNodeID(parent: tree.id(parent), point: point)
        guard let known = tree[id] else { return tree.add(id, to: parent, point: point) }
        return tree.parent(known) == parent && tree.point(known) == point ? known : nil
    }

    /// Adds a paragraph to a node's comment, unless the comment contains it.
    mutating func comment(_ text: String, on index: GameTree.Index) {
        let text = text.withoutControls(keepingLines: true).trimmed
        guard !text.isEmpty else { return }
        guard let size = notes[index]?.comment.utf8.count, size > 0 else {
            notes[index, default: Note()].comment = text
            return
        }
        // The searches are bounded, so that hostile files with many comments take linear time.
        let searches = searches[index, default: 0]
        if size <= AnalysisReferee.Limit.commentBytes, searches < Self.comparedComments {
            self.searches[index] = searches + 1
            if notes[index]?.comment.hasParagraph(text) == true { return }
        }
        notes[index]?.comment += "\n\n" + text
    }

    /// Marks a point, unless the point has a mark. Returns whether the point has this mark now.
    @discardableResult
    mutating func mark(_ point: Point, _ mark: Mark, on index: GameTree.Index) -> Bool {
        if let known = notes[index]?.marks[point] { return known == mark }
        notes[index, default: Note()].marks[point] = mark
        return true
    }

    /// Keeps a property that the study does not interpret, without control characters.
    mutating func keep(_ property: GameRecord.Property, on index: GameTree.Index) {
        let values = property.values.map { $0.withoutControls(keepingLines: true) }
        guard let property = GameRecord.Property(property.name, values) else { return }
        guard notes[index]?.properties.prefix(Self.comparedProperties).contains(property) != true else { return }
        notes[index, default: Note()].properties.append(property)
    }

    /// Adds properties, such as the players, to the first positions of chapters that come from
    /// finished games.
    ///
    /// - Parameter headings: the properties by the game's ID (``Chapter/record``).
    public mutating func describe(_ headings: [String: [GameRecord.Property]]) {
        for (number, chapter) in chapters {
            guard let record = chapter.record, let properties = headings[record], let root = root(number) else {
                continue
            }
            for property in properties { keep(property, on: root) }
        }
    }

    mutating func setMainLine(_ end: GameTree.Index?, of chapter: Int) {
        mainLines[chapter] = end.flatMap { tree.point($0) == nil ? nil : $0 }
    }

    /// The number of a node's properties that are compared with a new one.
    private static let comparedProperties = 64

    /// The number of times that a comment is searched for a new paragraph.
    private static let comparedComments = 64

    /// Forgets the steps that would undo the building.
    mutating func finish() {
        tree.commit()
        searches = [:]
    }

    // MARK: Merging

    /// Adds the chapters, moves, comments and marks of another study. Nothing is replaced: of two
    /// marks on one point the first remains, and comments are joined.
    ///
    /// A chapter merges with the first one that accepts it (``Chapter/accepts(_:)``). Two chapters
    /// of one study never merge with the same one.
    ///
    /// - Throws: ``StudyError`` if the limits forbid it. The study then remains as it was.
    public mutating func merge(_ other: Study) throws(StudyError) {
        var merged = self
        var matched: Set<Int> = []
        for number in other.numbers {
            guard let chapter = other.chapters[number], let source = other.root(number) else { continue }
            let match = merged.numbers.first {
                !matched.contains($0) && merged.chapters[$0]?.accepts(chapter) == true
            }
            guard match != nil || merged.chapters.count < StudyLimits.chapters else { throw StudyError(.chapters) }
            guard let root = match.flatMap({ merged.root($0) }) ?? merged.add(chapter) else { continue }
            matched.insert(merged.tree.chapter(root))
            merged.copy(other, from: source, to: root)
            if match == nil, let end = other.mainLine(number) {
                merged.setMainLine(merged.node(other.tree.moves(to: end), from: root), of: merged.tree.chapter(root))
            }
            guard merged.count <= StudyLimits.nodes else { throw StudyError(.nodes(limit: StudyLimits.nodes)) }
        }
        merged.losses.add(other.losses)
        merged.finish()
        self = merged
    }

    private mutating func copy(_ other: Study, from source: GameTree.Index, to root: GameTree.Index) {
        var path = [root]
        for visit in other.tree.visits(from: source) {
            switch visit {
            case .enter(let index):
                if let point = other.tree.point(index), let parent = path.last, let node = add(point, to: parent) {
                    path.append(node)
                }
                guard let node = path.last else { continue }
                let note = other.note(index)
                comment(note.comment, on: node)
                for (point, mark) in note.marks where !self.mark(point, mark, on: node) { losses.add(.marks, at: nil) }
                for property in note.properties { keep(property, on: node) }
            case .leave: if path.count > 1 { path.removeLast() }
            }
        }
    }

    /// Returns the node after the given moves, or `nil` if it does not exist.
    func node(_ moves: [Point], from root: GameTree.Index) -> GameTree.Index? {
        var node = root
        for move in moves {
            guard let next = tree[TreeNodeID(parent: tree.id(node), point: move)] else { return nil }
            node = next
        }
        return node
    }
}

extension Study: Equatable {
    /// Returns whether both studies have the same chapters, moves in the same order, texts, marks
    /// and main lines. Numbers of chapters and ``losses`` do not count.
    public static func == (one: Study, other: Study) -> Bool {
        let pairs = zip(one.numbers, other.numbers)
        guard one.chapters.count == other.chapters.count, one.count == other.count else { return false }
        return pairs.allSatisfy { first, second in
            guard one.chapters[first] == other.chapters[second], let root = one.root(first),
                let otherRoot = other.root(second),
                one.mainLine(first).map(one.tree.moves) == other.mainLine(second).map(other.tree.moves)
            else { return false }
            return zip(one.tree.visits(from: root), other.tree.visits(from: otherRoot)).allSatisfy {
                visit, otherVisit in
                switch (visit, otherVisit) {
                case (.enter(let index), .enter(let otherIndex)):
                    one.tree.point(index) == other.tree.point(otherIndex) && one.note(index) == other.note(otherIndex)
                case (.leave, .leave): true
                default: false
                }
            }
        }
    }
}

extension Chapter {
    /// Returns whether the moves of another chapter continue this one: both have the same first
    /// position and rule, and the other has the same title or none.
    func accepts(_ other: Chapter) -> Bool {
        (rule, size, start) == (other.rule, other.size, other.start) && (other.title.isEmpty || other.title == title)
            && (other.record == nil || other.record == record)
    }
}

extension String {
    /// The text without control characters. Line ends become `\n` or are removed, too.
    func withoutControls(keepingLines: Bool) -> String {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0xC2 }
        guard utf8.contains(where: isControl) else { return self }
        var scalars = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in unicodeScalars {
            switch scalar {
            case "\r": scalars.append(keepingLines ? "\n" : " ")
            case "\n": if !afterReturn { scalars.append(keepingLines ? "\n" : " ") }
            case "\t": scalars.append(scalar)
            default: if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
            afterReturn = scalar == "\r"
        }
        return String(scalars)
    }

    /// Returns whether the text is the paragraph, or consists of it and other paragraphs.
    func hasParagraph(_ paragraph: String) -> Bool {
        let end = "\n\n"
        return Array((end + self + end).utf8).contains(Array((end + paragraph + end).utf8))
    }
}
