/// A reader of all games and variations of an SGF file (FF[4], <https://www.red-bean.com/sgf/>).
///
/// - Each game becomes a chapter, and properties before its first move belong to its first
///   position.
/// - The comments and marks of a node without a move belong to the position before it.
/// - The first variations are the main line, as SGF defines it, unless the file says otherwise.
///
/// The reader keeps the variations that surround the current node in an array, so that deep nesting
/// takes no stack.
struct StudySGFReader {
    /// The properties of ``Study/sgf()`` that SGF does not have.
    enum Name {
        /// The last node of the main line. In the first node: there is no main line.
        static let main = "MAIN"
        /// The id of the chapter's game.
        static let record = "RECORD"
    }

    /// A place in a game.
    private struct Place {
        /// The position, or `nil` in a game or branch that is left out.
        var node: GameTree.Index?
        /// The number of moves that the board shows.
        var moves: Int
    }

    private typealias Property = (value: GameRecord.Property, offset: Int)

    private var reader: SGFReader
    private(set) var study = Study()
    private var chapter = Chapter(title: "")
    private var place = Place(node: nil, moves: 0)
    /// The places at which the surrounding variations begin.
    private var forks: [Place] = []
    /// The properties before the first move of the current game. `nil` once the chapter exists.
    private var heading: [Property]?
    private var board = Board()
    private var moves: [Point] = []
    /// Whether the main line is known.
    private var hasMainLine = false
    /// The number of points in the lists that have been read.
    private var listed = 0
    private let mostListed: Int
    private let count: Int

    /// - Parameter points: The greatest number of points in lists.
    init(_ bytes: [UInt8], points: Int = StudyLimits.points) {
        reader = SGFReader(bytes)
        mostListed = points
        count = bytes.count
    }

    /// Reads the file.
    mutating func read() throws(StudyError) {
        var games = 0
        while reader.skipToTree() {
            games += 1
            guard games <= StudyLimits.chapters else { throw StudyError(.chapters, at: reader.offset) }
            try readGame()
        }
        guard games > 0 else { throw StudyError(.notThisFormat, at: 0) }
        guard !study.chapters.isEmpty else { throw StudyError(study.losses[.positions] == nil ? .empty : .unbalanced) }
        study.finish()
    }

    /// Reads a game whose first `(` has been read.
    private mutating func readGame() throws(StudyError) {
        heading = []
        hasMainLine = false
        (forks, moves, place) = ([], [], Place(node: nil, moves: 0))
        var node: [Property]?
        while true {
            let part = try part()
            if case .property(let property) = part {
                guard node != nil else { throw StudyError(.syntax, at: reader.offset) }
                node?.append((property, reader.offset))
                continue
            }
            if let node { try read(node) }
            node = nil
            switch part {
            case .node: node = []
            case .open:
                try beginTree()
                forks.append(place)
            case .close:
                try beginTree()
                endMainLine()
                guard let fork = forks.popLast() else { return }
                rewind(to: fork)
            case .property: break
            }
        }
    }

    private mutating func part() throws(StudyError) -> SGFReader.Part {
        do throws(RecordError) { return try reader.part() } catch {
            throw StudyError(error, at: reader.offset, of: count)
        }
    }

    /// Takes back moves until the board shows the position of a place.
    private mutating func rewind(to fork: Place) {
        while moves.count > fork.moves { board[moves.removeLast()] = nil }
        place = fork
    }

    /// Ends the main line with the first variation, unless it has ended before.
    private mutating func endMainLine() {
        guard !hasMainLine, let node = place.node else { return }
        hasMainLine = true
        study.setMainLine(node, of: study.tree.chapter(node))
    }

    // MARK: Nodes

    private mutating func read(_ node: [Property]) throws(StudyError) {
        if heading != nil {
            guard node.contains(where: { ["B", "W"].contains($0.value.name) }) else {
                heading?.append(contentsOf: node)
                return
            }
            // In files of older programs, the first node contains a move, too.
            heading?.append(contentsOf: node.filter { Self.isOfGame($0.value.name) })
            try beginTree()
            return try play(node.filter { !Self.isOfGame($0.value.name) })
        }
        try play(node)
    }

    private static func isOfGame(_ name: String) -> Bool {
        ["FF", "GM", "CA", "AP", "SZ", "RU", "GN", "ST", "AB", "AW", "AE", "PL", Name.record].contains(name)
    }

    /// Reads the moves of a node, then its texts and marks.
    private mutating func play(_ node: [Property]) throws(StudyError) {
        guard place.node != nil else { return }
        for (property, offset) in node {
            let side: Stone
            switch property.name {
            case "B", "AB": side = .x
            case "W", "AW": side = .o
            case "AE":
                leaveOut(.setup, at: offset)
                continue
            default: continue
            }
            for value in property.values where place.node != nil {
                try play(value.trimmed, side, isSetup: property.name.count == 2, at: offset)
            }
        }
        guard let index = place.node else { return }
        try write(node.filter { !["B", "W", "AB", "AW", "AE"].contains($0.value.name) }, on: index)
    }

    private mutating func play(_ text: String, _ side: Stone, isSetup: Bool, at offset: Int) throws(StudyError) {
        guard let node = place.node else { return }
        if !isSetup, chapter.size.isPass(text) { return leaveOut(.passes, at: offset) }
        // A single stone that is set up for the side to move is a move.
        guard let point = chapter.size.point(written: text) else {
            if isSetup, try points(text, on: chapter.size, at: offset) != nil { return leaveOut(.setup, at: offset) }
            throw StudyError(.badPoint(text), at: offset)
        }
        guard side == .ofMove(chapter.start.count + moves.count + 1) else {
            return leaveOut(isSetup ? .setup : .turns, at: offset)
        }
        guard board[point] == nil else { throw StudyError(.occupied(chapter.size.name(of: point)), at: offset) }
        guard study.count < StudyLimits.nodes else { throw StudyError(.nodes(limit: StudyLimits.nodes), at: offset) }
        guard let index = study.add(point, to: node) else { return leaveOut(.turns, at: offset) }
        board[point] = side
        moves.append(point)
        place = Place(node: index, moves: moves.count)
    }

    /// Leaves out the rest of the current branch.
    private mutating func leaveOut(_ kind: StudyLosses.Kind, at offset: Int) {
        guard place.node != nil else { return }
        study.losses.add(kind, at: offset)
        endMainLine()
        place.node = nil
    }

    // MARK: Texts and marks

    private static let shapes: [String: Mark.Shape] = [
        "TR": .triangle, "SQ": .square, "CR": .circle, "MA": .cross, "SL": .selected,
    ]

    private mutating func write(_ properties: [Property], on index: GameTree.Index) throws(StudyError) {
        let comments = properties.filter { $0.value.name == "C" }.flatMap(\.value.values)
        study.comment(comments.joined(separator: "\n\n"), on: index)
        for (property, offset) in properties where property.name != "C" {
            if let shape = Self.shapes[property.name] {
                try mark(property, as: .shape(shape), on: index, at: offset)
            } else if property.name == "LB" {
                for value in property.values { label(value, on: index, at: offset) }
            } else if property.name == Name.main {
                hasMainLine = true
                study.setMainLine(index, of: study.tree.chapter(index))
            } else {
                study.keep(property, on: index)
            }
        }
    }

    /// Sets marks, and keeps values that are not points or of which a point has another mark.
    private mutating func mark(
        _ property: GameRecord.Property, as mark: Mark, on index: GameTree.Index, at offset: Int
    ) throws(StudyError) {
        var others: [String] = []
        for value in property.values {
            var isKept = false
            if let points = try points(value, on: chapter.size, at: offset) {
                for point in points where !study.mark(point, mark, on: index) { isKept = true }
            } else {
                isKept = true
            }
            if isKept { others.append(value) }
        }
        if !others.isEmpty, let rest = GameRecord.Property(property.name, others) { study.keep(rest, on: index) }
    }

    /// Returns the points of an entry of a list, and counts them.
    private mutating func points(_ value: String, on size: BoardSize, at offset: Int) throws(StudyError) -> [Point]? {
        guard let points = size.points(written: value) else { return nil }
        listed += points.count
        guard listed <= mostListed else { throw StudyError(.points, at: offset) }
        return points
    }

    private mutating func label(_ value: String, on index: GameTree.Index, at offset: Int) {
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let point = chapter.size.point(written: String(parts[0]).trimmed) else {
            if let rest = GameRecord.Property("LB", [value]) { study.keep(rest, on: index) }
            return
        }
        study.label(point, String(parts[1]), on: index, named: chapter.size.name(of: point), at: offset)
    }
}

extension StudySGFReader {
    // MARK: Games

    /// Creates the chapter from the properties before the first move.
    private mutating func beginTree() throws(StudyError) {
        guard let properties = heading else { return }
        heading = nil
        chapter = Chapter(title: "")
        let game = properties.first { $0.value.name == "GM" }
        if let game, game.value.values[0].trimmed != "4" {
            throw StudyError(.otherGame(game.value.values[0].trimmed), at: game.offset)
        }
        let side = properties.first { $0.value.name == "SZ" }
        let size: BoardSize
        do throws(RecordError) { size = try GameRecord.size(side?.value.values[0].trimmed ?? "15") } catch {
            throw StudyError(error, at: side?.offset ?? reader.offset, of: count)
        }
        let rule = properties.lazy.compactMap { $0.value.name == "RU" ? Rule(written: $0.value.values[0]) : nil }.first
        func text(_ name: String) -> String? { properties.first { $0.value.name == name }?.value.values[0] }
        let players = [text("PB"), text("PW")].compactMap { $0 }.joined(separator: " – ")
        let title = (text("GN") ?? players).withoutControls(keepingLines: false)
        if title.count > Chapter.titleCharacters || title.utf8.count > Chapter.titleBytes {
            study.losses.add(.titles, at: properties.first { $0.value.name == "GN" }?.offset)
        }
        noteEncoding(properties)
        guard let start = try start(properties, on: size) else { return }
        let record = text(Name.record).flatMap { $0.utf8.count <= Chapter.recordBytes ? $0 : nil }
        chapter = Chapter(title: title, rule: rule ?? .freestyle, size: size, start: start, record: record)
        guard let root = study.add(chapter) else { return }
        chapter.title = study.chapters[study.tree.chapter(root)]?.title ?? ""
        board = chapter.board
        place = Place(node: root, moves: 0)
        let read: Set<String> = ["FF", "GM", "CA", "AP", "SZ", "ST", "GN", "AB", "AW", "AE", "PL", Name.record]
        try write(
            properties.filter { property, _ in
                let isRule = property.name == "RU" && rule != nil && Rule(written: property.values[0]) == rule
                return !read.contains(property.name) && !isRule
            }, on: root)
    }

    /// Notes that texts may be wrong, unless the file declares the encoding that they are read in.
    private mutating func noteEncoding(_ properties: [Property]) {
        guard case .windows = reader.encoding else { return }
        let declared = properties.first { $0.value.name == "CA" }
        let name = declared?.value.values[0].trimmed.lowercased()
        let known = ["iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"]
        if let name, known.contains(name) { return }
        study.losses.add(.encoding, at: declared?.offset)
    }

    /// Returns the stones of the first position, X and O by turns. `nil` if their numbers do not
    /// allow that.
    private mutating func start(_ properties: [Property], on size: BoardSize) throws(StudyError) -> [Point]? {
        var taken = Board(size: size)
        // For each point, the number of the last entry about it.
        var order = [Int](repeating: 0, count: size.area)
        var count = 0
        var place: Int?
        for (property, offset) in properties where ["AB", "AW", "AE"].contains(property.name) {
            place = place ?? offset
            let stone: Stone? = property.name == "AE" ? nil : property.name == "AB" ? .x : .o
            for value in property.values {
                guard let points = try points(value, on: size, at: offset) else {
                    throw StudyError(.badPoint(value), at: offset)
                }
                for point in points {
                    guard stone == nil || taken[point] == nil else {
                        throw StudyError(.occupied(size.name(of: point)), at: offset)
                    }
                    taken[point] = stone
                    count += 1
                    order[size.index(of: point)] = count
                }
            }
        }
        var setup = ByStone<[Point]>(both: [])
        for point in size.points.sorted(by: { order[size.index(of: $0)] < order[size.index(of: $1)] }) {
            if let stone = taken[point] { setup[stone].append(point) }
        }
        let start = Chapter.start(setup)
        let turn = properties.first { $0.value.name == "PL" }
        let isTurn =
            switch turn?.value.values[0].trimmed.lowercased().first {
            case "b", "1": start.map { $0.count % 2 == 0 }
            case "w", "2": start.map { $0.count % 2 == 1 }
            default: true
            }
        guard let start, isTurn == true else {
            study.losses.add(.positions, at: place ?? turn?.offset)
            return nil
        }
        return start
    }
}
