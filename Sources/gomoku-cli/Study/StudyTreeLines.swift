import GameState

/// A chapter's tree in rows of a given width. Pure.
///
/// A row holds moves that follow each other. After a move with other variations, each of these has
/// rows of its own, indented by one step, and then the line continues. The rows of a large tree are
/// made once for each change of the tree, not for each key.
struct StudyTreeLines: Equatable {
    struct Row: Equatable {
        /// The number of variations that the row is inside of.
        let depth: Int
        /// The number of the row's first move, or 0 for the start of the chapter.
        let number: Int
        /// The row's moves in ``StudyTreeLines/nodes``.
        var nodes: Range<Int>
    }

    /// The origin of the rows.
    struct Source: Equatable {
        let version: Int
        let chapter: Int
        let width: Int
    }

    /// The columns before a row, for the first letter of a participant who is there.
    static let gutter = 2
    private static let indentStep = 2

    let source: Source?
    private(set) var rows: [Row] = []
    private(set) var nodes: [GameTree.Index] = []

    /// No rows.
    init() { source = nil }

    init(_ room: StudyRoom, _ source: Source) {
        self.source = source
        guard let root = room.trees.tree[TreeNodeID(chapter: source.chapter)], room.trees.tree.deletedAt(root) == nil,
            let size = room.trees.chapters[source.chapter]?.size
        else { return }
        var builder = Builder(room: room, size: size, width: source.width)
        builder.build(from: root)
        rows = builder.rows
        nodes = builder.nodes
    }

    /// The column at which a row begins.
    static func indent(_ depth: Int, width: Int) -> Int { gutter + min(indentStep * depth, width / 3) }

    /// The number of the row with a node, or nil if the tree does not have it.
    func row(of index: GameTree.Index) -> Int? {
        guard let place = nodes.firstIndex(of: index) else { return nil }
        return rows.firstIndex { $0.nodes.contains(place) }
    }

    /// The rows to show in an area of this height around a row.
    func window(around row: Int?, height: Int) -> Range<Int> {
        let first = max(0, min((row ?? 0) - height / 2, rows.count - height))
        return first..<min(rows.count, first + max(0, height))
    }

    private struct Builder {
        enum Task {
            /// A variation that begins with this node.
            case line(GameTree.Index, depth: Int)
            /// The rest of a line after this node.
            case rest(GameTree.Index, depth: Int)
        }

        let room: StudyRoom
        let size: BoardSize
        let width: Int
        var rows: [Row] = []
        var nodes: [GameTree.Index] = []
        /// The free columns of the last row.
        private var free = 0

        init(room: StudyRoom, size: BoardSize, width: Int) {
            self.room = room
            self.size = size
            self.width = width
        }

        mutating func build(from root: GameTree.Index) {
            rows.append(Row(depth: 0, number: 0, nodes: 0..<1))
            nodes.append(root)
            var tasks = [Task.rest(root, depth: 0)]
            while let task = tasks.popLast() {
                var isNew = true
                var node: GameTree.Index
                let depth: Int
                switch task {
                case .line(let first, let lineDepth):
                    depth = lineDepth
                    node = first
                    put(node, depth, &isNew)
                case .rest(let last, let lineDepth):
                    depth = lineDepth
                    node = last
                }
                while true {
                    let children = room.livingChildren(node)
                    guard let first = children.first else { break }
                    put(first, depth, &isNew)
                    node = first
                    guard children.count > 1 else { continue }
                    tasks.append(.rest(first, depth: depth))
                    tasks += children.dropFirst().reversed().map { .line($0, depth: depth + 1) }
                    break
                }
            }
        }

        private mutating func put(_ node: GameTree.Index, _ depth: Int, _ isNew: inout Bool) {
            guard let point = room.trees.tree.point(node) else { return }
            let columns = StudyTreeLines.columns(size.name(of: point), room.trees.hasNotes(room.trees.tree.id(node)))
            let place = nodes.count
            nodes.append(node)
            if isNew || columns > free {
                let number = room.trees.tree.depth(node)
                rows.append(Row(depth: depth, number: number, nodes: place..<(place + 1)))
                free = width - StudyTreeLines.indent(depth, width: width) - "\(number)".count - 1
                isNew = false
            } else {
                rows[rows.count - 1].nodes = rows[rows.count - 1].nodes.lowerBound..<(place + 1)
            }
            free -= columns
        }
    }

    /// The columns of a move in a row: a blank, its point, and the sign of a comment or mark.
    static func columns(_ name: String, _ hasNotes: Bool) -> Int { name.count + 1 + (hasNotes ? 1 : 0) }
}
