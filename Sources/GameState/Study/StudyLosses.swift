/// The parts of a file that a study, another format or a room cannot keep, by kind.
public struct StudyLosses: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// Branches that begin with a pass.
        case passes
        /// Branches that begin with two moves in a row by one side.
        case turns
        /// Branches that begin with stones that are set up or removed during the game.
        case setup
        /// Games whose first position cannot have been placed in turn.
        case positions
        /// Marks on points that have another mark.
        case marks
        /// Texts on the board that were longer than a mark. The comment has the whole text.
        case labels
        /// Titles that were shortened.
        case titles
        /// Texts in an encoding that is unknown or not declared.
        case encoding
        /// Variations that a RenLib library announces and does not contain.
        case missing
        /// SGF properties.
        case properties
        /// Comments that were shortened.
        case comments
        /// Moves after a five or after a forbidden move.
        case ended
        /// Positions that were set up, of which the format keeps only moves.
        case starts
        /// Titles, rules and ids of records.
        case headings
        /// Comments and marks, in a format that has only moves.
        case texts
        /// Variations, in a format that has a single line.
        case variations
        /// The size of the board, in a format without it.
        case sizes
        /// The order of moves, in a format that has only a position.
        case order
    }

    /// The parts of one kind.
    public struct Loss: Equatable, Sendable {
        public let kind: Kind
        public internal(set) var count: Int
        /// The byte of the file with the first part, if it is known.
        public let offset: Int?
        /// The names of the SGF properties, each once, in the order of the file.
        public internal(set) var names: [String] = []
    }

    /// The losses in the order in which they were found, one of each kind.
    public private(set) var all: [Loss] = []
    /// The number of names that a loss lists.
    private static let names = 16

    public init() {}

    public var isEmpty: Bool { all.isEmpty }
    public subscript(kind: Kind) -> Loss? { all.first { $0.kind == kind } }

    mutating func add(_ kind: Kind, at offset: Int?, count: Int = 1, name: String? = nil) {
        guard count > 0 || name != nil else { return }
        let place: Int
        if let known = all.firstIndex(where: { $0.kind == kind }) {
            all[known].count += count
            place = known
        } else {
            place = all.count
            all.append(Loss(kind: kind, count: count, offset: offset))
        }
        if let name, !all[place].names.contains(name), all[place].names.count < Self.names {
            all[place].names.append(name)
        }
    }

    mutating func add(_ other: StudyLosses) {
        for loss in other.all {
            add(loss.kind, at: loss.offset, count: loss.count, name: loss.names.first)
            for name in loss.names.dropFirst() { add(loss.kind, at: nil, count: 0, name: name) }
        }
    }
}

extension StudyLosses: CustomStringConvertible {
    /// A sentence per kind.
    public var sentences: [String] { all.map(\.description) }

    public var description: String { sentences.joined(separator: "\n") }
}

extension StudyLosses.Loss: CustomStringConvertible {
    public var description: String {
        let place = offset.map { count == 1 ? ", at byte \($0)" : ", first at byte \($0)" } ?? ""
        func counted(_ one: String, _ many: String) -> String { "\(count == 1 ? "1 \(one)" : "\(count) \(many)")" }
        return switch kind {
        case .passes: "Left out \(counted("branch that begins", "branches that begin")) with a pass\(place)."
        case .turns:
            "Left out \(counted("branch", "branches")) in which a side plays twice in a row\(place)."
        case .setup:
            "Left out \(counted("branch", "branches")) with stones set up or removed during the game\(place)."
        case .positions:
            "Left out \(counted("game", "games")) whose first position has too many stones of one side\(place)."
        case .marks: "Left out \(counted("mark", "marks")) on points with another mark\(place)."
        case .labels:
            "Moved \(counted("text", "texts")) on the board into the comment: longer than "
                + "\(AnalysisReferee.Limit.markCharacters) characters\(place)."
        case .titles: "Shortened \(counted("title", "titles")) to \(Chapter.titleCharacters) characters\(place)."
        case .encoding: "Read the texts as Windows-1252, because they are not UTF-8. Check their letters."
        case .missing:
            "The library announces more variations than it contains: it is a saved branch, or was cut off\(place)."
        case .properties:
            "Left out \(counted("property", "properties"))\(names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")."
        case .comments:
            "Shortened \(counted("comment", "comments")) to \(AnalysisReferee.Limit.commentBytes) bytes\(place)."
        case .ended: "Left out \(counted("move", "moves")) after a five or a forbidden move\(place)."
        case .starts: "Wrote \(counted("first position", "first positions")) as moves."
        case .headings: "Left out \(counted("chapter's", "chapters'")) title, rule or game."
        case .texts: "Left out \(counted("comment or mark", "comments and marks"))."
        case .variations: "Left out \(counted("move", "moves")) of variations."
        case .sizes: "Left out the size of the board. Give it to the reader: \(names.joined(separator: ", "))."
        case .order: "Left out the order of \(counted("move", "moves"))."
        }
    }
}
