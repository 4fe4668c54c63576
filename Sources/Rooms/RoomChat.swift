import GameState
import Wire

/// The chat of a room. Messages are stored before they are broadcast; the room performs both.
struct RoomChat {
    enum Effect: Equatable {
        /// Sends a repeated message to its author only, who may have missed the answer.
        case repeated(ChatMessage)
        /// Stores the message; then call ``kept(_:)``.
        case keep(ChatMessage)
        /// Broadcasts the message to the participants who may read it.
        case tell(ChatMessage)
    }

    private var log: ChatLog
    /// Messages that are being stored.
    private var saying: [ChatMessage] = []
    /// Whether the store has the room. A room enters the store with its first delta, and its
    /// messages cannot be stored before.
    private var isStored: Bool

    /// - Parameter lines: earlier messages, oldest first.
    init(lines: [ChatMessage], limit: Int, isStored: Bool) {
        log = ChatLog(lines, limit: limit)
        self.isStored = isStored
    }

    /// Whether no message is being stored.
    var isIdle: Bool { saying.isEmpty }

    /// Returns the participant with that ID, if the participant wrote a recent message.
    func speaker(_ id: ParticipantID) -> Participant? { log.speaker(id) }

    /// Returns the messages that `reader` may read.
    package func lines(for reader: ParticipantID, in game: Game?) -> [ChatMessage] { log.lines(for: reader, in: game) }

    package mutating func say(_ say: Request.Say, by speaker: Participant, at now: Int, in game: Game?) -> Effect? {
        if let line = log.line(say.id, by: speaker.id) { return .repeated(line) }
        guard !saying.contains(where: { $0.id == say.id && $0.by.id == speaker.id }) else { return nil }
        let line = ChatMessage(
            by: speaker, at: now, id: say.id, text: say.text,
            isForSpectators: ChatLog.isForSpectators(speaker.id, in: game))
        guard isStored else {
            log.append(line)
            return .tell(line)
        }
        saying.append(line)
        return .keep(line)
    }

    /// Broadcasts a message after the store's answer, even if the message could not be stored,
    /// because nothing depends on a stored message.
    package mutating func kept(_ line: ChatMessage) -> Effect? {
        guard let index = saying.firstIndex(where: { $0.id == line.id && $0.by.id == line.by.id }) else { return nil }
        let line = saying.remove(at: index)
        log.append(line)
        return .tell(line)
    }

    /// Removes the participant's name from all messages.
    package mutating func anonymize(_ participant: ParticipantID) {
        log.anonymize(participant)
        for index in saying.indices { saying[index].anonymize(participant) }
    }

    /// Notes that the store has the room now. Returns the earlier messages, which can now be
    /// stored.
    mutating func roomIsStored() -> [ChatMessage] {
        guard !isStored else { return [] }
        isStored = true
        return log.lines
    }
}
