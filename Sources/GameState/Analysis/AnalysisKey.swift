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

    public init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count > 1 else {
            switch text {
            case "owner": self = .owner
            case "everyone": self = .everyone
            case "listed": self = .listed
            default: return nil
            }
            return
        }
        let rest = parts.count == 3 ? parts[2] : nil
        switch (parts[0], rest) {
        case ("chapter", nil):
            guard let number = Digits.number(parts[1]), number > 0 else { return nil }
            self = .chapter(number)
        case ("main", nil):
            guard let number = Digits.number(parts[1]), number > 0 else { return nil }
            self = .mainLine(chapter: number)
        case ("role", _):
            self = .role(ParticipantID(String(text.dropFirst(5))))
        default:
            guard let id = TreeNodeID(parts[1]) else { return nil }
            switch (parts[0], rest) {
            case ("node", nil): self = .node(id)
            case ("deleted", nil): self = .deleted(id)
            case ("order", nil): self = .order(id)
            case ("comment", let author?): self = .comment(id, by: ParticipantID(String(author)))
            case ("mark", let cell?):
                guard let point = Point(cell: cell) else { return nil }
                self = .mark(id, point)
            default: return nil
            }
        }
    }
}
