extension Study {
    /// Creates a study of one chapter from a game's record: its first position and its main line.
    ///
    /// Comments and marks of an SGF file need ``init(sgf:)``.
    ///
    /// - Parameter rule: The rule if the record has none.
    init(_ record: GameRecord, rule: Rule) throws(StudyError) {
        self.init()
        guard record.isPlain else { throw StudyError(.unbalanced, at: 0) }
        let title = [record.names.x, record.names.o].compactMap { $0 }.joined(separator: " – ")
        guard let root = add(Chapter(title: title, rule: record.rule ?? rule, size: record.size)) else { return }
        addLine(record.points, after: root)
        let hasTimes = record.moves.contains { ($0.milliseconds ?? 0) > 0 }
        if hasTimes { losses.add(.properties, at: nil, name: "MS") }
        if record.outcome != nil { losses.add(.properties, at: nil, name: "RE") }
        finish()
    }

    /// Adds a main line after the first position of a chapter.
    private mutating func addLine(_ moves: [Point], after root: GameTree.Index) {
        var node = root
        for move in moves { node = add(move, to: node) ?? node }
        setMainLine(node, of: tree.chapter(root))
    }

    /// Reads a Piskvork file as one chapter.
    public init(psq bytes: [UInt8], rule: Rule = .freestyle) throws(StudyError) {
        let record: GameRecord
        do throws(RecordError) { record = try GameRecord(psq: bytes) } catch {
            let line =
                switch error {
                case .line(let line): line
                case .badPoint(_, let move), .offBoard(let move), .occupied(_, let move): move + 1
                case .tooManyMoves: RecordLimits.moves + 2
                default: 1
                }
            let size = GameRecord.size(ofPSQ: bytes) ?? .standard
            throw StudyError(error, at: Self.offset(ofLine: line, in: bytes), of: bytes.count, on: size)
        }
        try self.init(record, rule: rule)
    }

    private static func offset(ofLine line: Int, in bytes: [UInt8]) -> Int {
        var offset = 0
        for _ in 1..<max(1, line) {
            guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else { return offset }
            offset = end + 1
        }
        return offset
    }

    /// Reads the moves of a position: names (`h8 i9`, `h8i9`) or cells (`7,7 8,8`), with or without
    /// numbers before them (`1. h8`).
    ///
    /// - Parameter size: The size of the board, which the text does not contain.
    public init(moves bytes: [UInt8], size: BoardSize, rule: Rule = .freestyle) throws(StudyError) {
        self.init()
        guard bytes.count <= RecordLimits.bytes else {
            throw StudyError(.bytes(bytes.count, limit: RecordLimits.bytes), at: RecordLimits.bytes)
        }
        var reader = MoveTextReader(bytes, size: size)
        let moves = try reader.moves()
        guard !moves.isEmpty else { throw StudyError(.notThisFormat, at: 0) }
        guard let root = add(Chapter(title: "", rule: rule, size: size)) else { return }
        addLine(moves, after: root)
        finish()
    }

    /// Reads a diagram: a row per line, the top row first, with `X`, `O`, and `.` for an empty
    /// point.
    ///
    /// Spaces, the numbers of rows and the letters of columns are allowed. Lines before and after
    /// the board are ignored. The stones become the first position of a chapter.
    public init(diagram bytes: [UInt8], rule: Rule = .freestyle) throws(StudyError) {
        self.init()
        guard bytes.count <= RecordLimits.bytes else {
            throw StudyError(.bytes(bytes.count, limit: RecordLimits.bytes), at: RecordLimits.bytes)
        }
        let (board, offset) = try DiagramText.board(bytes)
        var stones = ByStone<[Point]>(both: [])
        for point in board.size.points { if let stone = board[point] { stones[stone].append(point) } }
        guard let start = Chapter.start(stones) else { throw StudyError(.unbalanced, at: offset) }
        add(Chapter(title: "", rule: rule, size: board.size, start: start))
        finish()
    }

    // MARK: Writing

    /// Returns a chapter's main line as a Piskvork file.
    public func psq(chapter number: Int? = nil) throws(StudyError) -> StudyFile {
        let number = try only(number)
        guard let chapter = chapters[number] else { throw StudyError(.empty) }
        let record = GameRecord(
            size: chapter.size, rule: chapter.rule, moves: chapter.start + mainMoves(number))
        do throws(RecordError) {
            let text = try record.psq()
            return StudyFile(bytes: Array(text.utf8), losses: lineLosses(number, hasRule: true))
        } catch { throw StudyError(error, at: 0, of: 0) }
    }

    /// Returns the moves of a chapter's main line by their names, such as `h8 i9`.
    public func text(chapter number: Int? = nil) throws(StudyError) -> StudyFile {
        let number = try only(number)
        guard let chapter = chapters[number] else { throw StudyError(.empty) }
        let names = (chapter.start + mainMoves(number)).map(chapter.size.name(of:))
        var losses = lineLosses(number, hasRule: false)
        if chapter.size != .standard { losses.add(.sizes, at: nil, name: "--size \(chapter.size.side)") }
        return StudyFile(bytes: Array((names.joined(separator: " ") + "\n").utf8), losses: losses)
    }

    /// Returns the last position of a chapter's main line as a diagram.
    public func diagram(chapter number: Int? = nil) throws(StudyError) -> StudyFile {
        let number = try only(number)
        guard let chapter = chapters[number] else { throw StudyError(.empty) }
        var board = chapter.board
        let moves = mainMoves(number)
        for (place, move) in moves.enumerated() { board[move] = .ofMove(chapter.start.count + place + 1) }
        var losses = lineLosses(number, hasRule: false)
        losses.add(.order, at: nil, count: moves.count)
        return StudyFile(bytes: Array(DiagramText.text(board).utf8), losses: losses)
    }

    /// Returns what a format leaves out that has only the moves of the main line.
    private func lineLosses(_ number: Int, hasRule: Bool) -> StudyLosses {
        var losses = StudyLosses()
        guard let chapter = chapters[number], let root = root(number) else { return losses }
        if !chapter.title.isEmpty || chapter.record != nil || !hasRule && chapter.rule != .freestyle {
            losses.add(.headings, at: nil)
        }
        if !chapter.start.isEmpty { losses.add(.starts, at: nil) }
        var moves = -mainMoves(number).count
        for case .enter(let index) in tree.visits(from: root) {
            if index != root { moves += 1 }
            let note = note(index)
            losses.add(.texts, at: nil, count: note.marks.count + (note.comment.isEmpty ? 0 : 1))
            for property in note.properties { losses.add(.properties, at: nil, name: property.name) }
        }
        losses.add(.variations, at: nil, count: moves)
        return losses
    }
}
