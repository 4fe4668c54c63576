/// Texts that the user has typed and the server has not accepted, each with its field. Pure.
struct StudyDrafts: Equatable {
    /// The greatest number of texts. The field of each limits its length.
    static let limit = 8

    private var drafts: [(prompt: StudyPrompt, text: String)] = []

    /// Adds a text in place of an earlier one for the same field. The oldest text gives way.
    mutating func add(_ text: String, for prompt: StudyPrompt) {
        _ = take(prompt)
        drafts.append((prompt, text))
        if drafts.count > Self.limit { drafts.removeFirst() }
    }

    /// Returns the text for a field, and forgets it.
    mutating func take(_ prompt: StudyPrompt) -> String? {
        drafts.firstIndex { $0.prompt == prompt }.map { drafts.remove(at: $0).text }
    }

    static func == (left: Self, right: Self) -> Bool {
        left.drafts.elementsEqual(right.drafts, by: ==)
    }
}
