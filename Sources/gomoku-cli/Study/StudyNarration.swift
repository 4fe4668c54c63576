import GameState

/// Sentences about changes in an analysis room, for the message row and for `study --lines`.
enum StudyNarration {
    /// The greatest number of sentences about one delta; an import adds many moves at once.
    private static let limit = 4

    /// Returns the sentences about a delta.
    ///
    /// - Parameter room: The room after the delta.
    static func sentences(
        about accepted: AcceptedDelta, in room: StudyRoom, words: any Words, name: (ParticipantID) -> String
    ) -> [String] {
        let who = name(accepted.by)
        let changes = accepted.delta.changes.compactMap { change in AnalysisKey(change.key).map { ($0, change.value) } }
        let added = changes.filter { if case (.node, .some) = $0 { true } else { false } }.count
        if added > limit { return [words.studyAdds(count: added, name: who)] }
        let hasDeletion = changes.contains { if case (.deleted, .some) = $0 { true } else { false } }
        var sentences: [String] = []
        for (key, value) in changes {
            switch key {
            case .chapter(let number):
                let title = value?["title"]?.string ?? ""
                sentences.append(words.studyChapterAdded(name: who, number: number, title: title))
            case .node(let id) where value != nil:
                sentences.append(words.studyPlays(at: place(id, room, words), name: who))
            case .deleted(let id):
                // A restored branch, or a move that is played again.
                if value == nil, added > 0 { continue }
                let move = place(id, room, words)
                sentences.append(
                    value == nil
                        ? words.studyRestores(at: move, name: who) : words.studyDeletes(at: move, name: who))
            case .comment(let id, let author):
                let move = place(id, room, words)
                sentences.append(
                    value?.string.map { words.studyComments(at: move, name: name(author), text: $0) }
                        ?? words.studyUncomments(at: move, name: who))
            case .mark(let id, let point):
                let size = room.chapter(of: id)?.chapter.size ?? .standard
                let mark = value?.string.flatMap { Mark($0) }
                sentences.append(
                    mark.map {
                        words.studyMarks(mark: StudyMarks.text($0), name: who, point: size.name(of: point))
                    } ?? words.studyUnmarks(name: who, point: size.name(of: point)))
            // A new move and a deletion change these too.
            case .mainLine where !hasDeletion:
                sentences.append(words.studyChangesMainLine(who))
            case .order where added == 0: sentences.append(words.studyReorders(who))
            case .owner, .role, .everyone, .listed: sentences.append(words.studyChangesRoles(who))
            case .node, .mainLine, .order: continue
            }
        }
        return Array(sentences.prefix(limit))
    }

    /// Returns a node as the number and point of its move, or as the start.
    static func place(_ node: TreeNodeID, _ room: StudyRoom, _ words: any Words) -> String {
        guard let point = room.point(node), let (_, chapter) = room.chapter(of: node) else { return words.studyStart }
        return "\(chapter.start.count + room.depth(node)) \(chapter.size.name(of: point))"
    }
}
