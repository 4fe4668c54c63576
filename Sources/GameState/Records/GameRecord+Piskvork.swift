// Only the source of Piskvork's own reader and writer defines the `.psq` format
// (plastovicka/Piskvork, source/game.cpp):
//
// - a first line with the size, the levels of the two players, and the player who began;
// - moves as `column,row,milliseconds`, with columns and rows from 1;
// - in files of tournaments, the names of the two players;
// - a number for the end of the game;
// - in the files that Gomocup publishes, a line such as `0,Freestyle15_1`.

extension GameRecord {
    /// The property that keeps the last lines of a `.psq` file.
    private static let tailName = "PSQTAIL"
    /// The names that Piskvork gives to human players.
    private static let people = ByStone(x: "homo-1", o: "homo-2")

    /// Reads a `.psq` file.
    public init(psq text: String) throws(RecordError) {
        try self.init(psq: Array(text.utf8))
    }

    /// Reads a `.psq` file with LF or CR LF line ends.
    ///
    /// The last line of a file from ``psq()`` contains rule and result. In files of other programs
    /// it contains the rule and an undocumented number. For those files, the result remains unknown
    /// and the record keeps the lines.
    public init(psq bytes: [UInt8]) throws(RecordError) {
        guard bytes.count <= RecordLimits.bytes else { throw .tooLarge(bytes: bytes.count) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Self.line($0) }
        let header = try Self.header(lines[0])
        self.init(size: header.size)
        var next = 1
        while next < lines.count, let numbers = Self.numbers(lines[next]) {
            guard moves.count < RecordLimits.moves else { throw .tooManyMoves(moves.count + 1) }
            guard let point = size.point(column: numbers[0] &- 1, row: numbers[1] &- 1) else {
                throw .badPoint(lines[next], move: moves.count + 1)
            }
            let time = numbers.count > 2 && numbers[2] >= 0 ? numbers[2] : nil
            moves.append(Move(.ofMove(moves.count + 1), point, milliseconds: time))
            next += 1
        }
        var tail = lines[next...].filter { !$0.isEmpty }
        guard tail.count <= RecordLimits.tailLines, tail.allSatisfy({ $0.utf8.count <= RecordLimits.lineLength }) else {
            throw .line(next + 1)
        }
        if tail.count >= 2 {
            let first: Stone = header.secondBegan ? .o : .x
            for (stone, name) in [(first, tail[0]), (first.opponent, tail[1])] {
                names[stone] = name == Self.people.x || name == Self.people.o ? nil : name
            }
            tail.removeFirst(2)
        }
        readTail(tail)
        try check()
    }

    /// Returns the size of the board of a `.psq` file, or `nil` if the first line does not say it.
    static func size(ofPSQ bytes: [UInt8]) -> BoardSize? {
        try? header(line(bytes.prefix { $0 != UInt8(ascii: "\n") })).size
    }

    /// Returns a line without its end. A CR within the line becomes a space, because other programs
    /// would end the line there.
    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        let end = UInt8(ascii: "\r")
        guard bytes.contains(end) else { return String(decoding: bytes, as: UTF8.self).trimmed }
        return String(decoding: bytes.map { $0 == end ? UInt8(ascii: " ") : $0 }, as: UTF8.self).trimmed
    }

    private static func header(_ line: String) throws(RecordError) -> (size: BoardSize, secondBegan: Bool) {
        let parts = line.split(separator: ",").map { String($0).trimmed }
        guard let first = parts.first, first.hasPrefix("Piskvorky ") else { throw .notThisFormat }
        let size = String(first.dropFirst("Piskvorky ".count)).trimmed
        let sides = size.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, sides[0] == sides[1], let side = Int(sides[0]), let size = BoardSize(side) else {
            throw .size(size)
        }
        guard parts.count == 3, parts[2] == "0" || parts[2] == "1" else { throw .line(1) }
        return (size, parts[2] == "1")
    }

    /// Returns the two or three comma-separated numbers of a move, or `nil` if the line is not a
    /// move.
    private static func numbers(_ line: String) -> [Int]? {
        let parts = line.split(separator: ",", omittingEmptySubsequences: false).map { Int(String($0).trimmed) }
        let numbers = parts.compactMap { $0 }
        return (2...3).contains(parts.count) && numbers.count == parts.count ? numbers : nil
    }

    private mutating func readTail(_ tail: [String]) {
        guard let last = tail.last else { return }
        let parts = last.split(separator: ",", maxSplits: 1).map(String.init)
        if tail.count == 2, tail[0] == "-1", parts.count == 2, let rule = Rule(rawValue: parts[1]) {
            self.rule = rule
            switch parts[0] {
            case "0": outcome = .draw
            case "1": outcome = .x
            case "2": outcome = .o
            default: break
            }
            return
        }
        if parts.count == 2 {
            // Gomocup names its groups after the rule.
            rule = Rule.allCases.first { parts[1].lowercased().hasPrefix($0.rawValue) }
        }
        if let property = Property(Self.tailName, tail) { extras.append(property) }
    }

    /// Returns the record as a `.psq` file with CR LF line ends.
    ///
    /// The last line contains a number and the rule. The number is 0 for a draw, 1 if the first
    /// player won, 2 if the second won, and -1 if the result is unknown. The file contains only
    /// board, moves, times, names, rule and outcome. Names lose line ends and surrounding
    /// whitespace, and their commas become spaces.
    public func psq() throws(RecordError) -> String {
        guard isPlain else { throw .unwritable }
        var lines = ["Piskvorky \(size.side)x\(size.side), 11:11, 0"]
        for move in moves {
            guard let point = move.point else { throw .unwritable }
            lines.append("\(point.column + 1),\(point.row + 1),\(move.milliseconds ?? 0)")
        }
        for stone in Stone.allCases { lines.append(names[stone].flatMap(Self.psqName) ?? Self.people[stone]) }
        if let tail = extras.first(where: { $0.name == Self.tailName }), outcome == nil, Self.isTail(tail.values) {
            lines += tail.values
        } else {
            let number =
                switch outcome {
                case .draw: 0
                case .x: 1
                case .o: 2
                case nil: -1
                }
            lines += ["-1", "\(number),\((rule ?? .freestyle).rawValue)"]
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// Returns whether ``init(psq:)`` would read these lines unchanged. They may come from an SGF
    /// file.
    private static func isTail(_ lines: [String]) -> Bool {
        guard lines.count <= RecordLimits.tailLines - Stone.allCases.count else { return false }
        var read = GameRecord()
        read.readTail(lines)
        return read.extras.first?.values == lines
            && lines.allSatisfy { line in
                !line.isEmpty && line.trimmed == line && line.utf8.count <= RecordLimits.lineLength
                    && !line.utf8.contains(UInt8(ascii: "\n")) && !line.utf8.contains(UInt8(ascii: "\r"))
            }
    }

    /// Returns the name as a single line, or `nil` if readers would take the line for an unnamed
    /// player. The line has no comma, so it cannot be taken for a move.
    private static func psqName(_ name: String) -> String? {
        var line = String(name.map { $0.isNewline || $0 == "," ? " " : $0 }.prefix(200)).trimmed
        // The limit is in bytes, and a character may have any number of them.
        while line.utf8.count > RecordLimits.lineLength { line = String(line.dropLast()).trimmed }
        return line.isEmpty || line == people.x || line == people.o ? nil : line
    }
}
