import GameState

/// The stored form of a chat message: `["by","name",bot,at,"id","text",spectators]`.
extension ChatMessage {
    public var storedText: [UInt8] {
        var writer = JSONWriter(reserving: 192)
        write(to: &writer)
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.beginArray()
        writer.string(by.id.text)
        writer.string(by.name)
        writer.bool(by.isBot)
        writer.integer(at)
        writer.string(id)
        writer.string(text)
        writer.bool(isForSpectators)
        writer.endArray()
    }

    /// Parses the form of ``storedText``. Returns `nil` for any other text.
    public init?(storedText: [UInt8]) {
        guard let json = try? JSONParser.parse(storedText) else { return nil }
        self.init(json)
    }

    init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 7,
            let by = parts[0].string, let name = parts[1].string, let isBot = parts[2].bool, let at = parts[3].integer,
            let id = parts[4].string, let text = parts[5].string, let isForSpectators = parts[6].bool
        else { return nil }
        self.init(
            by: Participant(id: ParticipantID(by), name: name, isBot: isBot), at: at, id: id, text: text,
            isForSpectators: isForSpectators)
    }
}
