/// A study as the bytes of a file, with the parts that the format could not keep.
public struct StudyFile: Equatable, Sendable {
    public let bytes: [UInt8]
    public let losses: StudyLosses
}

extension Study {
    /// Reads all games of an SGF file with their variations.
    ///
    /// - Throws: ``StudyError`` with the byte at which reading stopped.
    public init(sgf bytes: [UInt8]) throws(StudyError) {
        guard bytes.count <= StudyLimits.bytes else {
            throw StudyError(.bytes(bytes.count, limit: StudyLimits.bytes), at: StudyLimits.bytes)
        }
        var reader = StudySGFReader(bytes)
        try reader.read()
        self = reader.study
    }

    /// Returns the study as an SGF file (FF[4], GM[4], UTF-8) with a game for each chapter. SGF
    /// keeps everything.
    ///
    /// - Parameter chapter: The number of the only chapter to write, or `nil` for all.
    public func sgf(chapter: Int? = nil) throws(StudyError) -> StudyFile {
        if let chapter, chapters[chapter] == nil { throw StudyError(.noChapter(chapter, of: chapters.count)) }
        var writer = StudySGFWriter(study: self)
        for number in numbers where number == chapter ?? number { writer.write(chapter: number) }
        return StudyFile(bytes: writer.bytes, losses: StudyLosses())
    }
}

/// A writer of game trees as SGF, one node per line.
private struct StudySGFWriter {
    let study: Study
    var bytes: [UInt8] = []

    private static let shapes: [(name: String, shape: Mark.Shape)] = [
        ("TR", .triangle), ("SQ", .square), ("CR", .circle), ("MA", .cross), ("SL", .selected),
    ]

    init(study: Study) { self.study = study }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func write(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        write(name)
        for value in values { write("[\(value.escapedForSGF)]") }
    }

    mutating func write(chapter number: Int) {
        guard let chapter = study.chapters[number], let root = study.root(number) else { return }
        write("(;FF[4]GM[4]CA[UTF-8]AP[gomoku]SZ[\(chapter.size.side)]RU[\(chapter.rule.rawValue)]")
        write("GN", [chapter.title])
        write(StudySGFReader.Name.record, chapter.record.map { [$0] } ?? [])
        write("AB", chapter.start.enumerated().filter { $0.offset % 2 == 0 }.map(\.element.sgf))
        write("AW", chapter.start.enumerated().filter { $0.offset % 2 == 1 }.map(\.element.sgf))
        if !chapter.start.isEmpty { write("PL", [Self.color(chapter.turn)]) }
        let end = study.mainLine(number) ?? root
        var colors = [chapter.turn.opponent]
        for visit in study.tree.visits(from: root) {
            switch visit {
            case .enter(let index):
                if let point = study.tree.point(index), let color = colors.last?.opponent {
                    write(isVariation(index) ? "\n(;" : "\n;")
                    write(Self.color(color), [point.sgf])
                    colors.append(color)
                }
                write(study.note(index))
                if index == end { write(StudySGFReader.Name.main, [""]) }
            case .leave(let index):
                if index != root, isVariation(index) { write(")") }
                colors.removeLast()
            }
        }
        write(")\n")
    }

    private func isVariation(_ index: GameTree.Index) -> Bool {
        study.tree.parent(index).map { study.tree.hasVariations($0) } ?? false
    }

    private static func color(_ stone: Stone) -> String { stone == .x ? "B" : "W" }

    private mutating func write(_ note: Study.Note) {
        guard !note.isEmpty else { return }
        if !note.comment.isEmpty { write("C", [note.comment]) }
        // The order of marks has no meaning, so files with the same marks are the same.
        let marks = note.orderedMarks
        for (name, shape) in Self.shapes {
            write(name, marks.filter { $0.mark == .shape(shape) }.map(\.point.sgf))
        }
        var labels = ""
        for case (let point, .label(let text)) in marks {
            // A colon separates the parts of a value, so colons in texts have a backslash.
            let label = text.escapedForSGF.split(separator: ":", omittingEmptySubsequences: false)
            labels += "[\(point.sgf):\(label.joined(separator: "\\:"))]"
        }
        if !labels.isEmpty { write("LB" + labels) }
        for property in note.properties { write(property.name, property.values) }
    }
}
