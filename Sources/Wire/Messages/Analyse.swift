import GameState

/// A position to analyse, with the wanted number of lines and the time for it.
public struct AnalysisOrder: Equatable, Sendable {
    public static let lineCounts = 1...5
    /// The time for the search, in milliseconds.
    public static let times = 100...60_000
    static let usualTime = 5_000

    public let position: Proof.Position
    /// The number of best moves to show.
    public let lines: Int
    /// The processor time of the search, in milliseconds.
    public let milliseconds: Int

    /// Creates an order, or returns `nil` if a number is out of its range.
    public init?(_ position: Proof.Position, lines: Int, milliseconds: Int) {
        guard Self.lineCounts.contains(lines), Self.times.contains(milliseconds),
            BoardSize(position.board.size.side) != nil
        else { return nil }
        self.position = position
        self.lines = lines
        self.milliseconds = milliseconds
    }

    init(_ fields: Fields) throws(BadMember) {
        func word<Word: RawRepresentable & CaseIterable>(_ name: String, _: Word.Type) throws(BadMember) -> Word
        where Word.RawValue == String {
            guard let word = Word(rawValue: try fields.text(name)) else {
                throw BadMember(
                    name, "\"\(name)\" must be one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
            }
            return word
        }
        func number(_ name: String, _ range: ClosedRange<Int>, usual: Int) throws(BadMember) -> Int {
            let number = try fields.numberIfAny(name) ?? usual
            guard range.contains(number) else {
                throw BadMember(name, "\"\(name)\" must be \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
        let rule = try word("rule", Rule.self)
        guard let size = BoardSize(try fields.number("size")) else {
            throw BadMember(
                "size", "\"size\" must be one of \(BoardSize.all.map { "\($0.side)" }.joined(separator: ", ")).")
        }
        let turn = try word("turn", Stone.self)
        var board = Board(size: size)
        for stone in Stone.allCases {
            for element in try fields.array(stone.rawValue) {
                guard let point = element.string.flatMap({ Point(cell: $0) }), size.contains(point),
                    board[point] == nil
                else {
                    throw BadMember(
                        stone.rawValue,
                        "\"\(stone.rawValue)\" must be a list of cells of the board such as \"7,7\", without repetition."
                    )
                }
                board[point] = stone
            }
        }
        position = Proof.Position(rule: rule, board: board, turn: turn)
        lines = try number("lines", Self.lineCounts, usual: Self.lineCounts.lowerBound)
        milliseconds = try number("milliseconds", Self.times, usual: Self.usualTime)
    }

    fileprivate func write(into writer: inout JSONWriter) {
        let board = position.board
        writer.member("rule", position.rule.rawValue)
        writer.member("size", board.size.side)
        writer.member("turn", position.turn.rawValue)
        writer.member("x", board.size.points.filter { board[$0] == .x }.map(\.cell))
        writer.member("o", board.size.points.filter { board[$0] == .o }.map(\.cell))
        writer.member("lines", lines)
        writer.member("milliseconds", milliseconds)
    }
}

extension Request {
    /// The request `analyse`, which starts or stops the analysis of a position.
    public struct Analyse: Message {
        public static let type: StaticString = "analyse"
        /// The id, which the answers repeat.
        public let id: String?
        /// The position to analyse, or `nil` to stop.
        public let order: AnalysisOrder?

        public init(id: String?, order: AnalysisOrder?) {
            self.id = id
            self.order = order
        }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields.id
            order = try fields.flag("stop") ? nil : AnalysisOrder(fields)
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.flag("stop", order == nil)
            order?.write(into: &writer)
        }
    }
}
