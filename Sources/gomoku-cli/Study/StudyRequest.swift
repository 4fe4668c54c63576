import GameState

/// A change that the user asks for, as the server expects it. docs/PROTOCOL.md explains the rules.
struct StudyRequest: Equatable {
    var delta: Delta
    /// The revision that the user had seen, or nil for the newest.
    var base: Int?
    var guards = DeltaRequest.Guard.none
    var purpose = Purpose.change

    /// The reason for a request, which decides what follows from the server's answer.
    enum Purpose: Equatable {
        case change
        case mainLine
        /// Undoes the user's change of this revision.
        case undo(rev: Int)
        /// A part of the file that is being imported.
        case part
    }

    private init(_ changes: [(AnalysisKey, JSON?)], base: Int? = nil) {
        delta = Delta(changes: changes.map { Delta.Change($0.0.text, $0.1) })
        self.base = base
    }

    init(_ delta: Delta, purpose: Purpose = .change) { (self.delta, self.purpose) = (delta, purpose) }

    /// The value of a deleted branch.
    private static let deleted = JSON.string("1")

    /// Plays a move after a node. In an empty room, this also makes the first chapter.
    static func play(_ point: Point, after node: TreeNodeID, in room: StudyRoom) -> StudyRequest {
        let id = TreeNodeID(parent: node, point: point)
        let move = (AnalysisKey.node(id), JSON?.some(.string("\(node.text) \(point.cell)")))
        guard room.trees.chapters.isEmpty else { return StudyRequest([move]) }
        return StudyRequest([(.chapter(1), Chapter(title: "").value), move])
    }

    /// Deletes the branch of a node as it was at revision `base`.
    static func delete(_ node: TreeNodeID, base: Int) -> StudyRequest {
        StudyRequest([(.deleted(node), deleted)], base: base)
    }

    /// Moves the variation of a node up by one place. If the move of the node is the first choice
    /// already, moves the last variation above it that is not. Nil if there is none.
    static func promote(_ node: TreeNodeID, in room: StudyRoom) -> StudyRequest? {
        let tree = room.trees.tree
        for one in room.path(node) {
            guard let index = tree[one], let parent = tree.parent(index) else { return nil }
            var order = tree.children(parent)
            guard let place = order.firstIndex(of: index),
                let above = order[..<place].lastIndex(where: { tree.deletedAt($0) == nil })
            else { continue }
            order.remove(at: place)
            order.insert(index, at: above)
            let cells = order.compactMap { tree.point($0)?.cell }.joined(separator: " ")
            return StudyRequest([(.order(tree.id(parent)), .string(cells))])
        }
        return nil
    }

    /// Makes the line up to a node the main line of its chapter.
    static func makeMainLine(_ end: TreeNodeID, of chapter: Int) -> StudyRequest {
        var request = StudyRequest([(.mainLine(chapter: chapter), .string(end.text))])
        request.purpose = .mainLine
        return request
    }

    /// Sets the user's comment, or deletes it if the text is blank.
    static func comment(_ text: String, on node: TreeNodeID, by author: ParticipantID) -> StudyRequest {
        let isBlank = text.allSatisfy(\.isWhitespace)
        return StudyRequest([(.comment(node, by: author), isBlank ? nil : .string(text))])
    }

    /// Marks a point, or removes its mark.
    static func mark(_ point: Point, _ mark: Mark?, on node: TreeNodeID) -> StudyRequest {
        StudyRequest([(.mark(node, point), mark.map { .string($0.text) })])
    }

    /// Makes a new chapter, or nil if there are too many.
    static func chapter(_ chapter: Chapter, in room: StudyRoom) -> (number: Int, request: StudyRequest)? {
        guard room.trees.chapters.count < Chapter.limit else { return nil }
        let number = (room.trees.chapters.keys.max() ?? 0) + 1
        return (number, StudyRequest([(.chapter(number), chapter.value)]))
    }

    /// Undoes a change of the user.
    ///
    /// - Parameters:
    ///   - rev: The revision of the change.
    ///   - deletions: The topmost nodes that the change has added.
    static func undo(
        _ rev: Int, _ deletions: [TreeNodeID], _ others: [(AnalysisKey, JSON?)], base: Int
    ) -> StudyRequest {
        var request = StudyRequest(deletions.map { (.deleted($0), deleted) } + others, base: base)
        request.guards = deletions.isEmpty ? .all : others.isEmpty ? .none : .keys(others.map(\.0.text))
        request.purpose = .undo(rev: rev)
        return request
    }
}
