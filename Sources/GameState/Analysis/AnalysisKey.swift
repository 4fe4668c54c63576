/// A key of an analysis room's state.
///
/// The keys of one node begin with the same word and the node's id, so that clients find them
/// without an index.
public enum AnalysisKey: Hashable, Sendable {
    /// A chapter (1, 2, 3, …): an object with its title, rule, board and first position.
    case chapter(Int)
    /// The node at the end of a chapter's main line.
    case mainLine(chapter: Int)
    /// A node of the tree. Its value is the parent's id and the move: `"Bq3…  7,7"`.
    case node(TreeNodeID)
    /// A deleted branch, named by its topmost node. Its nodes stay until the space is needed.
    case deleted(TreeNodeID)
    /// A participant's comment on a node.
    case comment(TreeNodeID, by: ParticipantID)
    /// A mark on a cell in the position of a node.
    case mark(TreeNodeID, Point)
    /// The order of a node's children, as their moves. Present if a node has two children or more.
    case order(TreeNodeID)
    /// The participant who decides about roles.
    case owner
    /// The role of one participant.
    case role(ParticipantID)
    /// The role of participants without a role of their own.
    case everyone
    /// Whether public lists show the room.
    case listed

    public var text: String {
        switch self {
        case .chapter(let number): "chapter.\(number)"
        case .mainLine(let chapter): "main.\(chapter)"
        case .node(let id): "node.\(id.text)"
        case .deleted(let id): "deleted.\(id.text)"
        case .comment(let id, let author): "comment.\(id.text).\(author.text)"
        case .mark(let id, let point): "mark.\(id.text).\(point.cell)"
        case .order(let id): "order.\(id.text)"
        case .owner: "owner"
        case .role(let participant): "role.\(participant.text)"
        case .everyone: "everyone"
        case .listed: "listed"
        }
    }

    public init?(_ text: String) { self.init(text.utf8.span) }

    /// Parses the UTF-8 of ``text``. A room has up to 28,000 keys, so this creates no strings
    /// except for participants.
    init?(_ text: Span<UInt8>) {
        guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else {
            if text.isText("owner") {
                self = .owner
            } else if text.isText("everyone") {
                self = .everyone
            } else if text.isText("listed") {
                self = .listed
            } else {
                return nil
            }
            return
        }
        let word = text.extracting(0..<dot)
        let start = dot + 1
        if word.isText("node") {
            guard let id = TreeNodeID(text.extracting(start...)) else { return nil }
            self = .node(id)
        } else if word.isText("order") {
            guard let id = TreeNodeID(text.extracting(start...)) else { return nil }
            self = .order(id)
        } else if word.isText("deleted") {
            guard let id = TreeNodeID(text.extracting(start...)) else { return nil }
            self = .deleted(id)
        } else if word.isText("chapter") {
            guard let number = Digits.number(text, from: start), number > 0 else { return nil }
            self = .chapter(number)
        } else if word.isText("main") {
            guard let number = Digits.number(text, from: start), number > 0 else { return nil }
            self = .mainLine(chapter: number)
        } else if word.isText("role") {
            self = .role(ParticipantID(text.string(from: start)))
        } else {
            let end = start + TreeNodeID.length
            guard end < text.count, text[end] == UInt8(ascii: "."),
                let id = TreeNodeID(text.extracting(start..<end))
            else { return nil }
            if word.isText("comment") {
                self = .comment(id, by: ParticipantID(text.string(from: end + 1)))
            } else if word.isText("mark"), let point = Point(cell: text.extracting((end + 1)...)) {
                self = .mark(id, point)
            } else {
                return nil
            }
        }
    }
}

extension Span<UInt8> {
    fileprivate func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { wanted in
            for index in 0..<count where unsafe self[index] != wanted[index] { return false }
            return true
        }
    }

    /// Returns the bytes from an offset on as a string.
    func string(from start: Int = 0) -> String {
        String(decoding: (start..<count).map { self[$0] }, as: UTF8.self)
    }
}
