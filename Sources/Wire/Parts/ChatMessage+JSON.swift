import GameState

extension JSONWriter {
    mutating func members(of line: ChatMessage) {
        member("by", line.by.id.text)
        member("name", line.by.name)
        member("at", line.at)
        member("id", line.id)
        member("text", line.text)
        if line.isForSpectators { member("to", "spectators") }
    }

    mutating func chat(_ lines: [ChatMessage]) {
        member("chat", lines) { writer, line in writer.members(of: line) }
    }
}

extension Fields {
    func line() throws(BadMember) -> ChatMessage {
        let text = try text("text")
        let by = self["by"]?.string ?? ""
        return ChatMessage(
            by: Participant(id: ParticipantID(by), name: self["name"]?.string ?? by), at: self["at"]?.integer ?? 0,
            id: self["id"]?.string ?? "", text: text, isForSpectators: self["to"]?.string == "spectators")
    }

    /// Returns the chat messages, without those that cannot be parsed, or `nil` if the member is
    /// missing.
    func chat() -> [ChatMessage]? {
        self["chat"]?.array.map { lines in lines.compactMap { try? Fields($0, limits: limits).line() } }
    }
}
