/// Which ids of which participants have gone through, as far back as the history reaches.
///
/// Older ones are the store's to know: appending one fails there (``AppendFailure/duplicate(_:)``).
struct AcceptedIDs: Sendable {
    private struct Key: Hashable {
        let by: ParticipantID
        let id: ExactText
    }

    private var revisions: [Key: Int] = [:]

    mutating func record(_ delta: AcceptedDelta) {
        guard let id = delta.id else { return }
        revisions[Key(by: delta.by, id: ExactText(id))] = delta.rev
    }

    mutating func forget(_ delta: AcceptedDelta) {
        guard let id = delta.id else { return }
        revisions[Key(by: delta.by, id: ExactText(id))] = nil
    }

    func revision(of id: String, by participant: ParticipantID) -> Int? {
        revisions[Key(by: participant, id: ExactText(id))]
    }
}
