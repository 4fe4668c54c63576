/// The comments and marks of the nodes, as keys, and the authors of the comments.
struct AnalysisNotes: Equatable, Sendable {
    private var keys: [TreeNodeID: Set<AnalysisKey>] = [:]
    /// The number of comments of each author.
    private var counts: [ParticipantID: Int] = [:]
    /// The first authors in the order of their IDs, at most ``AnalysisReferee/Limit/authors``.
    private(set) var authors: [ParticipantID] = []

    var isEmpty: Bool { keys.isEmpty }

    /// The keys of a node, or nil if it has none.
    subscript(node: TreeNodeID) -> Set<AnalysisKey>? { keys[node] }

    /// Adds a key, unless it is that of a comment or mark already there.
    ///
    /// - Parameter node: The node that the key describes.
    mutating func insert(_ key: AnalysisKey, on node: TreeNodeID) {
        guard keys[node, default: []].insert(key).inserted, case .comment(_, let author) = key else { return }
        counts[author, default: 0] += 1
        if counts[author] == 1 { list(author) }
    }

    mutating func remove(_ key: AnalysisKey, from node: TreeNodeID) {
        guard keys[node]?.remove(key) != nil else { return }
        if keys[node]?.isEmpty == true { keys[node] = nil }
        guard case .comment(_, let author) = key, let count = counts[author] else { return }
        counts[author] = count > 1 ? count - 1 : nil
        if count == 1 { unlist(author) }
    }

    private mutating func list(_ author: ParticipantID) {
        let place = authors.firstIndex { author.text < $0.text } ?? authors.endIndex
        authors.insert(author, at: place)
        if authors.count > AnalysisReferee.Limit.authors { authors.removeLast() }
    }

    private mutating func unlist(_ author: ParticipantID) {
        guard let place = authors.firstIndex(of: author) else { return }
        authors.remove(at: place)
        // The list was full, so the next author moves up.
        guard counts.count > authors.count else { return }
        let last = authors.last?.text ?? ""
        if let next = counts.keys.filter({ last < $0.text }).min(by: { $0.text < $1.text }) { authors.append(next) }
    }
}
