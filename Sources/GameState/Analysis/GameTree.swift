/// The trees of an analysis room's chapters.
///
/// The tree keeps deleted branches, so that a branch can be restored as long as its space is not
/// needed. A change that is rejected halfway is undone with ``rollBack()``.
public struct GameTree: Sendable {
    /// The place of a node in the tree's arrays.
    public struct Index: Hashable, Sendable {
        fileprivate let number: Int32
    }

    private struct Node {
        let id: TreeNodeID
        let parent: Int32
        let column, row: UInt8
        let depth: UInt16
        let chapter: UInt16
        var firstChild: Int32 = none
        var nextSibling: Int32 = none
        /// The revision of the newest change in the node's branch.
        var touched = 0
        /// The revision that deleted the branch, or 0.
        var deletedAt = 0
        /// Whether ``GameTree/remove(_:)`` has freed this place.
        var isFree = false
    }

    private enum Step {
        case added(Int32)
        case touched(Int32, Int)
        case deleted(Int32, Int)
        case reordered(Int32, [Int32])
    }

    private static let none: Int32 = -1
    private var nodes: [Node] = []
    private var places: [TreeNodeID: Int32] = [:]
    private var free: [Int32] = []
    private var steps: [Step] = []
    /// The number of nodes whose branch has been deleted by itself.
    private var deletedCount = 0

    public init() {}

    /// A stored node.
    struct Move {
        let id, parent: TreeNodeID
        let point: Point
        /// The revision that added the node.
        let rev: Int
    }

    /// Restores the trees of chapters from their nodes, which come in any order. Leaves out nodes
    /// whose path to a root is incomplete.
    init(chapters: [Int], _ moves: [Move]) {
        nodes.reserveCapacity(moves.count + chapters.count)
        places.reserveCapacity(moves.count + chapters.count)
        for (number, move) in moves.enumerated() { places[move.id] = Int32(number) }
        // The children of each move, as linked lists of the numbers of moves.
        var firstChild = [Int32](repeating: Self.none, count: moves.count)
        var nextSibling = firstChild
        var ofUnknown: [Int32] = []
        for (number, move) in moves.enumerated() {
            guard let parent = places[move.parent] else {
                ofUnknown.append(Int32(number))
                continue
            }
            nextSibling[number] = firstChild[Int(parent)]
            firstChild[Int(parent)] = Int32(number)
        }
        places.removeAll(keepingCapacity: true)
        for chapter in chapters { addRoot(chapter: chapter) }
        var open: [(move: Int32, parent: Int32)] = ofUnknown.compactMap { number in
            places[moves[Int(number)].parent].map { (number, $0) }
        }
        while let (number, parent) = open.popLast() {
            let move = moves[Int(number)]
            let above = nodes[Int(parent)]
            var node = Node(
                id: move.id, parent: parent, column: UInt8(move.point.column), row: UInt8(move.point.row),
                depth: above.depth + 1, chapter: above.chapter)
            node.touched = move.rev
            node.nextSibling = above.firstChild
            let place = insert(node)
            nodes[Int(parent)].firstChild = place
            count += 1
            var next = firstChild[Int(number)]
            while next != Self.none {
                open.append((next, place))
                next = nextSibling[Int(next)]
            }
        }
        commit()
    }

    /// The number of nodes, including deleted nodes but not the roots of chapters.
    public private(set) var count = 0

    // MARK: Reading

    public subscript(id: TreeNodeID) -> Index? { places[id].map(Index.init) }

    public func id(_ index: Index) -> TreeNodeID { self[index].id }
    public func parent(_ index: Index) -> Index? { Self.index(self[index].parent) }
    public func chapter(_ index: Index) -> Int { Int(self[index].chapter) }
    /// The number of moves from the root of the chapter.
    public func depth(_ index: Index) -> Int { Int(self[index].depth) }
    /// The revision of the newest change in the branch of this node.
    public func touched(_ index: Index) -> Int { self[index].touched }
    /// The revision that deleted the branch of this node, or `nil`. Branches below it that were
    /// deleted on their own have revisions of their own.
    public func deletedAt(_ index: Index) -> Int? { self[index].deletedAt == 0 ? nil : self[index].deletedAt }

    /// The move that leads to the node, or `nil` for the root of a chapter.
    public func point(_ index: Index) -> Point? {
        let node = self[index]
        return node.parent == Self.none ? nil : Point(column: Int(node.column), row: Int(node.row))
    }

    /// The children in their order, deleted ones included.
    public func children(_ index: Index) -> [Index] { childNumbers(index.number).map(Index.init) }

    /// Whether the node has more than one child, deleted ones included.
    func hasVariations(_ index: Index) -> Bool {
        Self.index(self[index].firstChild).map { self[$0].nextSibling != Self.none } ?? false
    }

    /// Whether a sibling follows the node, deleted ones included.
    func hasNext(_ index: Index) -> Bool { self[index].nextSibling != Self.none }

    /// The node and its ancestors, up to the root of the chapter.
    public func path(_ index: Index) -> some Sequence<Index> {
        sequence(first: index) { parent($0) }
    }

    /// The moves from the root of the chapter to the node.
    public func moves(to index: Index) -> [Point] { path(index).compactMap(point).reversed() }

    /// Whether a branch that contains the node has been deleted.
    public func isDeleted(_ index: Index) -> Bool { path(index).contains { deletedAt($0) != nil } }

    /// Returns the deleted nodes to remove so that at most `limit` nodes remain, leaves first. The
    /// branch that was deleted first loses its nodes first. Returns fewer if not enough are
    /// deleted.
    func deletedLeaves(over limit: Int) -> [Index] {
        guard count > limit, deletedCount > 0 else { return [] }
        var found: [(at: Int, depth: UInt16, index: Index)] = []
        var open = nodes.indices.filter { !nodes[$0].isFree && nodes[$0].parent == Self.none }.map {
            (Int32($0), Int.max)
        }
        while let (number, above) = open.popLast() {
            let node = nodes[Int(number)]
            let at = node.deletedAt == 0 ? above : min(above, node.deletedAt)
            if at < .max, node.parent != Self.none { found.append((at, node.depth, Index(number: number))) }
            open += childNumbers(number).map { ($0, at) }
        }
        // Within a branch, deeper nodes go first, so each node has no children when it goes.
        found.sort { ($0.at, $1.depth, $0.index.number) < ($1.at, $0.depth, $1.index.number) }
        return found.prefix(count - limit).map(\.index)
    }

    private subscript(index: Index) -> Node { nodes[Int(index.number)] }

    private static func index(_ number: Int32) -> Index? { number == none ? nil : Index(number: number) }

    private func childNumbers(_ parent: Int32) -> [Int32] {
        var children: [Int32] = []
        var next = nodes[Int(parent)].firstChild
        while next != Self.none {
            children.append(next)
            next = nodes[Int(next)].nextSibling
        }
        return children
    }

    // MARK: Changing

    /// Adds the root of a chapter.
    mutating func addRoot(chapter: Int) {
        let node = Node(
            id: TreeNodeID(chapter: chapter), parent: Self.none, column: 0, row: 0, depth: 0, chapter: UInt16(chapter))
        insert(node)
    }

    /// Adds a node as the last child of `parent`. The point must lie on the board.
    @discardableResult
    mutating func add(_ id: TreeNodeID, to parent: Index, point: Point) -> Index {
        let above = self[parent]
        let node = Node(
            id: id, parent: parent.number, column: UInt8(point.column), row: UInt8(point.row),
            depth: above.depth + 1, chapter: above.chapter)
        let number = insert(node)
        count += 1
        guard var last = Self.index(above.firstChild) else {
            nodes[Int(parent.number)].firstChild = number
            return Index(number: number)
        }
        while let next = Self.index(self[last].nextSibling) { last = next }
        nodes[Int(last.number)].nextSibling = number
        return Index(number: number)
    }

    @discardableResult
    private mutating func insert(_ node: Node) -> Int32 {
        let number: Int32
        if let place = free.popLast() {
            nodes[Int(place)] = node
            number = place
        } else {
            number = Int32(nodes.count)
            nodes.append(node)
        }
        places[node.id] = number
        steps.append(.added(number))
        return number
    }

    /// Notes a change in the branches of the node and its ancestors.
    mutating func touch(_ index: Index, rev: Int) {
        var next: Index? = index
        while let node = next, self[node].touched < rev {
            steps.append(.touched(node.number, self[node].touched))
            nodes[Int(node.number)].touched = rev
            next = parent(node)
        }
    }

    /// Notes changes of single nodes at once, after loading.
    ///
    /// - Parameter changes: Nodes with the revisions of changes, in any order.
    mutating func touch(_ changes: [(index: Index, rev: Int)]) {
        for (index, rev) in changes {
            nodes[Int(index.number)].touched = max(nodes[Int(index.number)].touched, rev)
        }
        // A child is added after its parent, so this passes each change on to all ancestors.
        for number in nodes.indices.reversed() where nodes[number].parent != Self.none {
            let parent = Int(nodes[number].parent)
            nodes[parent].touched = max(nodes[parent].touched, nodes[number].touched)
        }
    }

    /// Deletes the branch of a node at revision `rev`, or (`nil`) restores it.
    mutating func setDeleted(_ index: Index, at rev: Int?) {
        steps.append(.deleted(index.number, self[index].deletedAt))
        markDeleted(index.number, at: rev ?? 0)
    }

    private mutating func markDeleted(_ number: Int32, at rev: Int) {
        let old = nodes[Int(number)].deletedAt
        nodes[Int(number)].deletedAt = rev
        deletedCount += (rev == 0 ? 0 : 1) - (old == 0 ? 0 : 1)
    }

    /// Puts the children of a node into the given order. Children that `order` leaves out keep
    /// their order and follow the others.
    mutating func reorder(_ index: Index, to order: [Index]) {
        let old = childNumbers(index.number)
        let first = order.map(\.number)
        steps.append(.reordered(index.number, old))
        link(index.number, to: first + old.filter { !first.contains($0) })
    }

    /// Puts the children of a node into the order of their points, after loading.
    mutating func reorder(_ index: Index, to points: [Point]) {
        let children = childNumbers(index.number)
        let first = points.compactMap { point in children.first { self.point(Index(number: $0)) == point } }
        link(index.number, to: first + children.filter { !first.contains($0) })
    }

    private mutating func link(_ parent: Int32, to children: [Int32]) {
        nodes[Int(parent)].firstChild = children.first ?? Self.none
        for (place, child) in children.enumerated() {
            nodes[Int(child)].nextSibling = place + 1 < children.count ? children[place + 1] : Self.none
        }
    }

    /// Removes a node without children for good. The removal cannot be rolled back.
    mutating func remove(_ index: Index) {
        precondition(self[index].firstChild == Self.none && self[index].parent != Self.none, "only leaves are removed")
        take(index.number)
    }

    private mutating func take(_ number: Int32) {
        let node = nodes[Int(number)]
        if node.parent != Self.none {
            link(node.parent, to: childNumbers(node.parent).filter { $0 != number })
            count -= 1
        }
        places[node.id] = nil
        markDeleted(number, at: 0)
        nodes[Int(number)].isFree = true
        free.append(number)
    }

    /// Keeps the changes since the last call of this function or of ``rollBack()``.
    mutating func commit() { steps.removeAll(keepingCapacity: true) }

    /// Undoes the changes since the last ``commit()``.
    mutating func rollBack() {
        while let step = steps.popLast() {
            switch step {
            case .added(let number): take(number)
            case .touched(let number, let rev): nodes[Int(number)].touched = rev
            case .deleted(let number, let rev): markDeleted(number, at: rev)
            case .reordered(let number, let children): link(number, to: children)
            }
        }
    }
}
