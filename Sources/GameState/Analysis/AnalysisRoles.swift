/// The rights of participants in an analysis room, read from its keys.
public struct AnalysisRoles {
    /// The role of a participant.
    public enum Role: String, Sendable { case editor, reader }

    private let state: SharedState
    /// The participant who decides about roles.
    public let owner: ParticipantID

    /// Reads the rights from a room's state.
    ///
    /// - Parameter creator: The participant who created the room, its first owner.
    public init(state: SharedState, creator: ParticipantID) {
        self.state = state
        owner = state.text(AnalysisKey.owner.text).map(ParticipantID.init) ?? creator
    }

    /// Returns whether a participant may change the tree.
    ///
    /// Strangers find listed rooms. There, a participant needs the role of an editor.
    public func mayEdit(_ participant: ParticipantID) -> Bool {
        if participant == owner { return true }
        let word = state.text(AnalysisKey.role(participant).text) ?? state.text(AnalysisKey.everyone.text)
        return word.map { $0 == Role.editor.rawValue } ?? (state[AnalysisKey.listed.text] == nil)
    }

    /// Returns whether a participant is the owner or an editor whom the owner has named.
    func isNamedEditor(_ participant: ParticipantID) -> Bool {
        participant == owner || state.text(AnalysisKey.role(participant).text) == Role.editor.rawValue
    }

    func checkMayEdit(_ participant: ParticipantID) throws(Rejection) {
        guard mayEdit(participant) else {
            throw .readOnly("You may read this analysis, but not change it. Ask its owner to make you an editor.")
        }
    }

    /// Checks a change of the owner, of a role, or of the room's listing.
    func change(_ key: AnalysisKey, to value: JSON?, by sender: ParticipantID) throws(Rejection) {
        guard sender == owner else {
            throw .readOnly("Only the owner of this analysis can change roles and its listing. Ask the owner.")
        }
        guard let value else { return }
        let text = value.string ?? ""
        let isValid: Bool
        let expected: String
        switch key {
        case .owner: (isValid, expected) = (ParticipantID.lengths.contains(text.utf8.count), "the id of a participant")
        case .listed:
            let word = GameTerms.Field.listed.flagValue
            (isValid, expected) = (text == word, "\"\(word)\" or null")
        default: (isValid, expected) = (Role(rawValue: text) != nil, "\"editor\", \"reader\" or null")
        }
        guard isValid else { throw .badValue(key: key.text, expected: expected) }
    }
}
