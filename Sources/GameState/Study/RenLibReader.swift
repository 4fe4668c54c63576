/// A reader of RenLib's libraries. See ``RenLibFormat`` for the rules and their sources.
struct RenLibReader {
    /// A node whose branch is being read.
    private enum Open: Equatable {
        case node(GameTree.Index, Point?)
        /// A node that is not a move, or one in a branch that is left out.
        case nothing

        var index: GameTree.Index? { if case .node(let index, _) = self { index } else { nil } }
    }

    /// The bytes of a node.
    private struct Node {
        let offset: Int
        let position: UInt8
        let flags: RenLibFormat.Flags
        var shape: UInt8 = 0
        var comment = ""
        var boardText = ""
    }

    private let bytes: [UInt8]
    private var next = 0
    private(set) var study = Study()
    private let chapter: Chapter
    private var encoding = TextEncoding.utf8
    /// The path from the root to the newest node.
    private var path: [Open] = []
    private var board = Board()
    /// The lengths of the paths to which ``RenLibFormat/Flags/hasNoChild`` returns, and the numbers
    /// of the nodes that announced them.
    private var siblings: [(length: Int, node: Int)] = []
    private var nodes = 0
    /// The number of nodes before the first return. A saved branch begins with its earlier moves.
    private var firstLine: Int?

    init(_ bytes: [UInt8], rule: Rule) {
        self.bytes = bytes
        chapter = Chapter(title: "", rule: rule)
    }

    /// Reads the library.
    mutating func read() throws(StudyError) {
        try readHeader()
        // Texts decide about the encoding of all texts. Other bytes are not characters.
        var scan = self
        encoding = TextEncoding(of: try scan.texts())
        guard let root = study.add(chapter) else { return }
        path = [.node(root, nil)]
        if next < bytes.count, bytes[next] == 0 { try readRoot(root) }
        while next < bytes.count {
            let node = try node()
            guard !isFinished else { throw StudyError(.syntax, at: node.offset) }
            try add(node)
        }
        try checkEnd()
        if case .windows = encoding { study.losses.add(.encoding, at: nil) }
        study.finish()
    }

    /// Whether all announced nodes have been read.
    private var isFinished = false
    private var hasRoot = false
    /// The number of the earlier node whose flag says that the next node is its sibling; nil unless
    /// the next node follows a leaf.
    private var announcer: Int?

    private mutating func readHeader() throws(StudyError) {
        if bytes.first == RenLibFormat.center { return }
        guard bytes.starts(with: RenLibFormat.signature.prefix(bytes.count)), !bytes.isEmpty else {
            throw StudyError(.notThisFormat, at: 0)
        }
        guard bytes.count >= RenLibFormat.headerSize else { throw StudyError(.unfinished, at: bytes.count) }
        let place = RenLibFormat.signature.count
        let (major, minor) = (Int(bytes[place]), Int(bytes[place + 1]))
        guard (major, minor) <= (Int(RenLibFormat.version.major), Int(RenLibFormat.version.minor)) else {
            throw StudyError(.version(major, minor), at: place)
        }
        next = RenLibFormat.headerSize
    }

    /// Returns the bytes of all comments and board texts that have 8 bits.
    private mutating func texts() throws(StudyError) -> [UInt8] {
        var texts: [UInt8] = []
        while next < bytes.count {
            let flags = RenLibFormat.Flags(rawValue: try pair().1)
            let extended: (UInt8, UInt8) = flags.contains(.hasExtension) ? try pair() : (0, 0)
            if flags.contains(.hasOldComment) {
                _ = try oldComment()
            } else if flags.contains(.hasComment) {
                texts += try text()
                texts.append(0)
            }
            if extended.1 & RenLibFormat.boardText != 0 {
                texts += try text()
                texts.append(0)
            }
        }
        return texts
    }

    // MARK: Nodes

    private mutating func readRoot(_ root: GameTree.Index) throws(StudyError) {
        let node = try node()
        study.comment(node.comment, on: root)
        if node.flags.contains(.isMarked) { study.losses.add(.marks, at: node.offset) }
        hasRoot = true
        nodes += 1
    }

    private mutating func add(_ node: Node) throws(StudyError) {
        let isLeaf = node.flags.contains(.hasNoChild)
        let parent = path.last?.index
        let point = RenLibFormat.point(node.position)
        guard point != nil || node.position == 0 else {
            throw StudyError(.badPoint(String(node.position)), at: node.offset)
        }
        if let point, let parent, !node.boardText.isEmpty { write(node, at: point, on: parent) }
        path.append(try open(node, point, after: parent, isLeaf: isLeaf))
        if node.flags.contains(.hasSibling) { siblings.append((path.count - 1, nodes)) }
        nodes += 1
        announcer = nil
        guard isLeaf else { return }
        if firstLine == nil { firstLine = nodes }
        guard let (length, number) = siblings.popLast() else {
            isFinished = true
            return
        }
        announcer = number
        while path.count > length { if case .node(_, let point?) = path.removeLast() { board[point] = nil } }
    }

    /// Adds a node's move, comment and mark to the study.
    private mutating func open(
        _ node: Node, _ point: Point?, after parent: GameTree.Index?, isLeaf: Bool
    ) throws(StudyError) -> Open {
        guard let parent else { return .nothing }
        guard let point else {
            study.losses.add(.passes, at: node.offset)
            return .nothing
        }
        // A text may be on any point. With continuations or a comment, it is a position, too.
        if node.flags.contains(.isNoMove), isLeaf, node.comment.isEmpty { return .nothing }
        guard board[point] == nil else {
            throw StudyError(.occupied(BoardSize.standard.name(of: point)), at: node.offset)
        }
        guard study.count < StudyLimits.nodes else {
            throw StudyError(.nodes(limit: StudyLimits.nodes), at: node.offset)
        }
        guard let index = study.add(point, to: parent) else { return .nothing }
        board[point] = .x
        study.comment(node.comment, on: index)
        if node.flags.contains(.isMarked), !study.mark(point, RenLibFormat.ownMark, on: index) {
            study.losses.add(.marks, at: node.offset)
        }
        if node.flags.contains(.isStart), study.mainLine(1) == nil { study.setMainLine(index, of: 1) }
        return .node(index, point)
    }

    private mutating func write(_ node: Node, at point: Point, on parent: GameTree.Index) {
        if let shape = RenLibFormat.shape(node.boardText, node.shape) {
            if !study.mark(point, shape, on: parent) { study.losses.add(.marks, at: node.offset) }
        } else {
            study.label(
                point, node.boardText, on: parent, named: BoardSize.standard.name(of: point), at: node.offset)
        }
    }

    /// Checks that the file ends where its tree ends, or where RenLib ends a saved branch.
    private mutating func checkEnd() throws(StudyError) {
        if isFinished || hasRoot && nodes == 1 { return }
        // RenLib writes the moves before a saved branch without their other variations.
        let announcers = siblings.map(\.node) + (announcer.map { [$0] } ?? [])
        let isBranch = firstLine.map { line in announcer != nil && announcers.allSatisfy { $0 < line } } ?? (nodes > 0)
        guard isBranch else { throw StudyError(.unfinished, at: bytes.count) }
        study.losses.add(.missing, at: bytes.count, count: max(1, announcers.count))
    }

    // MARK: Bytes

    private mutating func node() throws(StudyError) -> Node {
        let offset = next
        let (position, bits) = try pair()
        let flags = RenLibFormat.Flags(rawValue: bits)
        let extended: (UInt8, UInt8) = flags.contains(.hasExtension) ? try pair() : (0, 0)
        var node = Node(offset: offset, position: position, flags: flags, shape: extended.0)
        if flags.contains(.hasOldComment) {
            node.comment = Self.comment(try oldComment())
        } else if flags.contains(.hasComment) {
            node.comment = Self.comment(encoding.text(try text()))
        }
        if extended.1 & RenLibFormat.boardText != 0 { node.boardText = encoding.text(try text()) }
        return node
    }

    private mutating func pair() throws(StudyError) -> (UInt8, UInt8) {
        guard next + 1 < bytes.count else { throw StudyError(.unfinished, at: bytes.count) }
        defer { next += 2 }
        return (bytes[next], bytes[next + 1])
    }

    /// Reads bytes up to a 0, and the byte that completes their last pair.
    private mutating func text() throws(StudyError) -> [UInt8] {
        guard let end = bytes[next...].firstIndex(of: 0) else { throw StudyError(.unfinished, at: bytes.count) }
        let text = Array(bytes[next..<end])
        let size = (text.count + 2) / 2 * 2
        guard next + size <= bytes.count else { throw StudyError(.unfinished, at: bytes.count) }
        next += size
        return text
    }

    private mutating func oldComment() throws(StudyError) -> String {
        var text = String.UnicodeScalarView()
        while true {
            let (first, second) = try pair()
            text.append(Self.scalar(first))
            if first >= 0x80 { return String(text) }
            text.append(Self.scalar(second))
            if second >= 0x80 { return String(text) }
        }
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        switch byte & 0x7F {
        case UInt8(ascii: "}"): "å"
        case UInt8(ascii: "{"): "ä"
        case UInt8(ascii: "|"): "ö"
        case UInt8(ascii: "]"): "Å"
        case UInt8(ascii: "["): "Ä"
        case UInt8(ascii: "\\"): "Ö"
        case let other: Unicode.Scalar(other)
        }
    }

    /// Returns a comment with its first line before the others.
    private static func comment(_ text: String) -> String {
        guard let place = text.utf8.firstIndex(of: RenLibFormat.separator) else { return text }
        let first = String(text[..<place])
        let others = String(text[text.utf8.index(after: place)...])
        return first.isEmpty ? others : first + "\n" + others
    }
}
