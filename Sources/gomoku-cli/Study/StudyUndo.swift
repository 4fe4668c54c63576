import GameState

/// The user's own changes, newest last, each with its opposite. Pure.
struct StudyUndo {
    /// The greatest number of changes that can be undone, and their greatest total size in bytes.
    static let limit = 100, bytesLimit = 1 << 20

    private var steps: [StudyUndoStep] = []

    /// Remembers an accepted change of the user.
    ///
    /// - Parameter before: The room before the change.
    mutating func add(_ accepted: AcceptedDelta, before: StudyRoom) {
        guard let step = StudyUndoStep(accepted, before: before) else { return }
        steps.append(step)
        var bytes = steps.reduce(0) { $0 + $1.bytes }
        while steps.count > Self.limit || bytes > Self.bytesLimit, !steps.isEmpty { bytes -= steps.removeFirst().bytes }
    }

    /// Returns the request that undoes the last change. The change is kept until ``remove(rev:)``.
    ///
    /// A change whose undo the server refused comes last, unless it has become possible.
    mutating func takeLast(in room: StudyRoom) -> StudyRequest? {
        let open = steps.indices.filter { steps[$0].state != .underway }
        let last = open.last { steps[$0].state == .open || steps[$0].isNewest(in: room) } ?? open.last
        guard let last else { return nil }
        steps[last].state = .underway
        return steps[last].request(in: room)
    }

    /// Removes a change that was undone.
    mutating func remove(rev: Int) { steps.removeAll { $0.rev == rev } }

    /// Keeps a change that was not undone.
    ///
    /// - Parameter isRefused: Whether other changes stand in the way, so that another attempt would
    ///   fail too.
    mutating func keep(rev: Int, isRefused: Bool) {
        guard let place = steps.firstIndex(where: { $0.rev == rev }) else { return }
        steps[place].state = isRefused ? .refused : .open
    }

    mutating func removeAll() { steps = [] }
}

/// A change of the user that can be undone.
private struct StudyUndoStep {
    enum State { case open, underway, refused }

    let rev: Int
    var state = State.open
    /// The changes of the delta, for a comparison with the room's state.
    private let delta: Delta
    /// The nodes and chapters that the change has added, and the topmost of them.
    private var added: Set<TreeNodeID> = []
    private var topmost: [TreeNodeID] = []
    /// The former values of all other keys.
    private var others: [(AnalysisKey, JSON?)] = []
    let bytes: Int

    /// Nil if the change cannot be undone.
    init?(_ accepted: AcceptedDelta, before: StudyRoom) {
        rev = accepted.rev
        delta = accepted.delta
        var parents: Set<TreeNodeID> = []
        for change in accepted.delta.changes {
            switch AnalysisKey(change.key) {
            case .chapter(let number) where before.trees.chapters[number] == nil:
                added.insert(TreeNodeID(chapter: number))
                topmost.append(TreeNodeID(chapter: number))
            case .node(let id) where change.value != nil:
                let parent = change.value?.string.flatMap { TreeNodeID($0.prefix { $0 != " " }) }
                guard let parent, !before.lives(id) else { continue }
                // The deletion of the topmost node covers those below it.
                if !added.contains(parent) { topmost.append(id) }
                added.insert(id)
                parents.insert(parent)
            default: break
            }
        }
        for change in accepted.delta.changes {
            guard let key = AnalysisKey(change.key) else { continue }
            let isCovered =
                switch key {
                case .comment(let id, _), .mark(let id, _), .deleted(let id): added.contains(id)
                // The server writes the order when a child is added.
                case .order(let id): added.contains(id) || parents.contains(id)
                case .chapter(let number), .mainLine(let number): added.contains(TreeNodeID(chapter: number))
                case .node: true
                case .owner, .role, .everyone, .listed: false
                }
            if !isCovered { others.append((key, before.state[change.key])) }
        }
        guard !topmost.isEmpty || !others.isEmpty else { return nil }
        bytes = accepted.delta.size + Delta(changes: others.map { Delta.Change($0.0.text, $0.1) }).size
    }

    /// Returns the request that undoes the change.
    ///
    /// Its base is the change's own revision, so the server rejects it if anything has changed
    /// since. But if the user has undone the later changes, the room is as the change left it, and
    /// the base is the newest revision.
    func request(in room: StudyRoom) -> StudyRequest {
        .undo(rev, topmost, others, base: isNewest(in: room) ? room.state.rev : rev)
    }

    /// Whether the room has nothing that is newer than this change where the change was made.
    func isNewest(in room: StudyRoom) -> Bool {
        guard others.allSatisfy({ key, _ in delta[key.text] == .some(room.state[key.text]) }) else { return false }
        return topmost.allSatisfy { top in
            room.branch(top).allSatisfy { node in
                added.contains(node)
                    && room.trees.notes(of: node).allSatisfy { delta[$0.text] == .some(room.state[$0.text]) }
            }
        }
    }
}
