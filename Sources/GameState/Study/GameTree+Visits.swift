extension GameTree {
    /// A visit of a walk through a tree.
    enum Visit: Equatable {
        case enter(Index)
        case leave(Index)
    }

    /// Returns a walk through the branch of a node that enters each node before its children, in
    /// their order. Deep trees do not recurse.
    func visits(from root: Index) -> some Sequence<Visit> { Walk(tree: self, root: root) }

    private struct Walk: Sequence, IteratorProtocol {
        let tree: GameTree
        /// The nodes to enter, and (`true`) those to leave, next one last.
        var open: [(index: Index, isLeaving: Bool)]

        init(tree: GameTree, root: Index) {
            self.tree = tree
            open = [(root, false)]
        }

        mutating func next() -> Visit? {
            guard let (index, isLeaving) = open.popLast() else { return nil }
            if isLeaving { return .leave(index) }
            open.append((index, true))
            for child in tree.children(index).reversed() { open.append((child, false)) }
            return .enter(index)
        }
    }
}
