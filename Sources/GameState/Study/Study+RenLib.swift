extension Study {
    /// Reads a RenLib library as one chapter.
    ///
    /// - Parameter rule: The chapter's rule, which libraries do not contain. RenLib is a program
    ///   for renju.
    /// - Throws: ``StudyError`` with the byte at which reading stopped.
    public init(lib bytes: [UInt8], rule: Rule = .renju) throws(StudyError) {
        guard bytes.count <= StudyLimits.bytes else {
            throw StudyError(.bytes(bytes.count, limit: StudyLimits.bytes), at: StudyLimits.bytes)
        }
        var reader = RenLibReader(bytes, rule: rule)
        try reader.read()
        self = reader.study
    }

    /// Returns a chapter as a RenLib library of version 3.4.
    ///
    /// A library has no title, no rule and no SGF properties, and the stones of the first position
    /// become moves. RenLib sorts variations by their points when it reads the library.
    ///
    /// - Parameter chapter: The number of the chapter, or `nil` for the only one.
    public func lib(chapter number: Int? = nil) throws(StudyError) -> StudyFile {
        let number = try only(number)
        guard let chapter = chapters[number] else { throw StudyError(.empty) }
        guard chapter.size.side == RenLibFormat.side else { throw StudyError(.libraryOfSize(chapter.size.side)) }
        var writer = RenLibWriter(study: self, chapter: number)
        return writer.file()
    }

    /// Returns the number of a chapter that exists.
    ///
    /// - Parameter chapter: The number, or `nil` for the only chapter.
    func only(_ chapter: Int?) throws(StudyError) -> Int {
        if let chapter {
            guard chapters[chapter] != nil else { throw StudyError(.noChapter(chapter, of: chapters.count)) }
            return chapter
        }
        guard let number = numbers.first else { throw StudyError(.empty) }
        guard chapters.count == 1 else { throw StudyError(.severalChapters(chapters.count)) }
        return number
    }
}

/// A writer of a chapter as a RenLib library. See ``RenLibFormat`` for the rules and their sources.
private struct RenLibWriter {
    private let study: Study
    private let number: Int
    private var bytes = RenLibFormat.signature
    private var losses = StudyLosses()
    private let encoding: TextEncoding

    init(study: Study, chapter number: Int) {
        self.study = study
        self.number = number
        encoding = Self.encoding(of: study, chapter: number)
        bytes += [RenLibFormat.version.major, RenLibFormat.version.minor]
        while bytes.count < RenLibFormat.headerSize { bytes.append(0xFF) }
    }

    /// Returns Windows-1252, which RenLib shows, unless it lacks a character, or the bytes could be
    /// taken for UTF-8.
    private static func encoding(of study: Study, chapter: Int) -> TextEncoding {
        guard let root = study.root(chapter) else { return .utf8 }
        var texts: [UInt8] = []
        for case .enter(let index) in study.tree.visits(from: root) {
            let note = study.note(index)
            let labels = note.marks.values.map { RenLibFormat.text($0).text }
            for text in [note.comment] + labels where !text.isEmpty {
                guard let bytes = TextEncoding.windows.bytes(text) else { return .utf8 }
                texts += bytes
                texts.append(0)
            }
        }
        if case .windows = TextEncoding(of: texts) { return .windows }
        return .utf8
    }

    mutating func file() -> StudyFile {
        guard let chapter = study.chapters[number], let root = study.root(number) else {
            return StudyFile(bytes: [], losses: losses)
        }
        if !chapter.title.isEmpty || chapter.record != nil || chapter.rule != .renju { losses.add(.headings, at: nil) }
        if !chapter.start.isEmpty { losses.add(.starts, at: nil) }
        let end = study.mainLine(number)
        // The root of the tree follows the moves of the first position.
        let start = chapter.start
        write(0, [], comment: start.isEmpty ? study.note(root).comment : "")
        for (place, point) in start.enumerated() {
            let isLast = place == start.count - 1
            let flags: RenLibFormat.Flags = isLast && isLeaf(root) ? .hasNoChild : []
            write(RenLibFormat.position(point), flags, comment: isLast ? study.note(root).comment : "")
        }
        for visit in study.tree.visits(from: root) {
            guard case .enter(let index) = visit else { continue }
            if index != root { write(index, isMainEnd: index == end) }
            for property in study.note(index).properties {
                losses.add(.properties, at: nil, name: property.name)
            }
            writeTexts(on: index)
        }
        return StudyFile(bytes: bytes, losses: losses)
    }

    // MARK: Nodes

    /// Returns the marks of a position that need nodes of their own, because no move is on their
    /// point.
    private func texts(on index: GameTree.Index) -> [(point: Point, mark: Mark)] {
        let note = study.note(index)
        guard !note.marks.isEmpty else { return [] }
        let moves = Set(study.tree.children(index).compactMap(study.tree.point))
        let own = ownMark(index)
        return note.marks.filter { !moves.contains($0.key) && $0.key != own }
            .sorted { RenLibFormat.position($0.key) < RenLibFormat.position($1.key) }
            .map { ($0.key, $0.value) }
    }

    /// Returns the point of a node's move if it has RenLib's own mark.
    private func ownMark(_ index: GameTree.Index) -> Point? {
        study.tree.point(index).flatMap { study.note(index).marks[$0] == RenLibFormat.ownMark ? $0 : nil }
    }

    private func isLeaf(_ index: GameTree.Index) -> Bool {
        study.tree.children(index).isEmpty && texts(on: index).isEmpty
    }

    /// Writes the nodes of texts on points without a move. They come before the moves.
    private mutating func writeTexts(on index: GameTree.Index) {
        let texts = texts(on: index)
        for (place, (point, mark)) in texts.enumerated() {
            let hasSibling = place < texts.count - 1 || !study.tree.children(index).isEmpty
            var flags: RenLibFormat.Flags = [.isNoMove, .hasNoChild]
            if hasSibling { flags.insert(.hasSibling) }
            write(RenLibFormat.position(point), flags, mark: mark)
        }
    }

    private mutating func write(_ index: GameTree.Index, isMainEnd: Bool) {
        guard let point = study.tree.point(index), let parent = study.tree.parent(index) else { return }
        var flags: RenLibFormat.Flags = []
        if study.tree.hasNext(index) { flags.insert(.hasSibling) }
        if isLeaf(index) { flags.insert(.hasNoChild) }
        if ownMark(index) != nil { flags.insert(.isMarked) }
        if isMainEnd { flags.insert(.isStart) }
        write(
            RenLibFormat.position(point), flags, comment: study.note(index).comment,
            mark: study.note(parent).marks[point])
    }

    private mutating func write(
        _ position: UInt8, _ flags: RenLibFormat.Flags, comment: String = "", mark: Mark? = nil
    ) {
        var flags = flags
        if !comment.isEmpty { flags.insert(.hasComment) }
        if mark != nil { flags.insert(.hasExtension) }
        bytes += [position, flags.rawValue]
        let text = mark.map(RenLibFormat.text)
        if let text { bytes += [text.shape, RenLibFormat.boardText] }
        if !comment.isEmpty { write(Self.lines(comment)) }
        if let text { write(text.text) }
    }

    private mutating func write(_ text: String) {
        let text = encoding.bytes(text) ?? []
        bytes += text
        bytes += text.count % 2 == 0 ? [0, 0] : [0]
    }

    /// Returns a comment with RenLib's separator and line ends.
    private static func lines(_ comment: String) -> String {
        let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 1 else { return comment }
        let separator = String(Unicode.Scalar(RenLibFormat.separator))
        return lines[0] + separator + lines.dropFirst().joined(separator: "\r\n")
    }
}
