/// A chapter of an analysis: the first position of a tree and the rule of its moves.
public struct Chapter: Equatable, Sendable {
    public var title: String
    public let rule: Rule
    public let size: BoardSize
    /// The stones of the first position, in the order in which X and O placed them in turn.
    public let start: [Point]
    /// The source of the chapter: the id of a finished game, or `nil`.
    public let record: String?

    /// The length of a title, in characters.
    public static let titleCharacters = 100
    /// The size of a title, in bytes.
    static let titleBytes = 4 * titleCharacters
    /// The number of chapters of one room.
    public static let limit = 64

    public init(
        title: String, rule: Rule = .freestyle, size: BoardSize = .standard, start: [Point] = [], record: String? = nil
    ) {
        self.title = title
        self.rule = rule
        self.size = size
        self.start = start
        self.record = record
    }

    /// The side that moves first in the tree.
    public var turn: Stone { .ofMove(start.count + 1) }

    /// The first position.
    public var board: Board {
        var board = Board(size: size)
        for (index, point) in start.enumerated() { board[point] = .ofMove(index + 1) }
        return board
    }

    /// Reads the value of a `chapter.N` key.
    ///
    /// - Throws: ``Defect``, which names the member.
    public init(_ value: JSON) throws(Defect) {
        guard case .object(let members) = value else { throw Defect("an object such as {\"title\":\"My game\"}") }
        var title = ""
        var rule = Rule.freestyle
        var size = BoardSize.standard
        var start: String?
        var record: String?
        for member in members {
            switch member.name {
            case "title":
                guard let text = member.value.string, text.count <= Self.titleCharacters,
                    text.utf8.count <= Self.titleBytes
                else {
                    throw Defect("an object whose \"title\" is a text of at most \(Self.titleCharacters) characters")
                }
                title = text
            case "rule":
                guard let known = member.value.string.flatMap(Rule.init(rawValue:)) else {
                    throw Defect("an object whose \"rule\" is \(Rule.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                rule = known
            case "size":
                guard let known = Digits.number(member.value).flatMap({ BoardSize($0) }) else {
                    throw Defect(
                        "an object whose \"size\" is \(BoardSize.all.map { "\($0.side)" }.joined(separator: ", "))")
                }
                size = known
            case "start": start = member.value.string
            case "record":
                guard let text = member.value.string, text.utf8.count <= Self.recordBytes else {
                    throw Defect("an object whose \"record\" is the id of a game")
                }
                record = text
            default: throw Defect("an object with title, rule, size, start and record only")
            }
        }
        let points = try Self.points(start ?? "", size)
        self.init(title: title, rule: rule, size: size, start: points, record: record)
    }

    /// The size of a game's id, in bytes.
    static let recordBytes = 64

    private static func points(_ text: String, _ size: BoardSize) throws(Defect) -> [Point] {
        var points: [Point] = []
        var taken = Board(size: size)
        for word in text.split(separator: " ") {
            guard let point = Point(cell: word), size.contains(point), taken[point] == nil else {
                throw Defect("an object whose \"start\" lists different cells of the board, such as \"7,7 8,8\"")
            }
            taken[point] = .x
            points.append(point)
        }
        return points
    }

    /// The value of the chapter's key.
    public var value: JSON {
        var members = [JSON.Member("title", .string(title)), JSON.Member("rule", .string(rule.rawValue))]
        members.append(JSON.Member("size", .string("\(size.side)")))
        if !start.isEmpty { members.append(JSON.Member("start", .string(Game.text(of: start)))) }
        if let record { members.append(JSON.Member("record", .string(record))) }
        return .object(members)
    }

    /// A value that describes no chapter, with the value that was expected.
    public struct Defect: Error, Equatable {
        let expected: String
        init(_ expected: String) { self.expected = expected }
    }
}
