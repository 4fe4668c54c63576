import GameState
import Wire

/// What is said in a room: kept, then told. A value: keeping and telling is the room's business.
struct RoomChat {
    enum Effect: Equatable {
        /// To its speaker alone: it was said before, by somebody whom the answer did not reach.
        case repeated(ChatLine)
        /// It is to be stored; then ``kept(_:)``.
        case keep(ChatLine)
        /// To everybody who may read it.
        case tell(ChatLine)
    }

    private var log: ChatLog
    /// Lines on their way to the disk.
    private var saying: [ChatLine] = []
    /// Whether the store has the room: it is made with its first delta, and keeps nothing of rooms that it has not.
    private var isStored: Bool

    /// - Parameter lines: what was said before, oldest first.
    init(lines: [ChatLine], limit: Int, isStored: Bool) {
        log = ChatLog(lines, limit: limit)
        self.isStored = isStored
    }

    /// Nothing is on its way.
    var isIdle: Bool { saying.isEmpty }

    /// Whoever has said one of the lines that are kept.
    func speaker(_ id: ParticipantID) -> Participant? { log.speaker(id) }

    /// What `reader` may read.
    package func lines(for reader: ParticipantID, in game: Game?) -> [ChatLine] { log.lines(for: reader, in: game) }

    package mutating func say(_ say: Request.Say, by speaker: Participant, at now: Int, in game: Game?) -> Effect? {
        if let line = log.line(say.id, by: speaker.id) { return .repeated(line) }
        guard !saying.contains(where: { $0.id == say.id && $0.by.id == speaker.id }) else { return nil }
        let line = ChatLine(
            by: speaker, at: now, id: say.id, text: say.text,
            isForSpectators: ChatLog.isForSpectators(speaker.id, in: game))
        guard isStored else {
            log.append(line)
            return .tell(line)
        }
        saying.append(line)
        return .keep(line)
    }

    /// The store is done with it. A line that cannot be kept is heard all the same: nothing is decided by it.
    package mutating func kept(_ line: ChatLine) -> Effect? {
        guard let index = saying.firstIndex(where: { $0.id == line.id && $0.by.id == line.by.id }) else { return nil }
        let line = saying.remove(at: index)
        log.append(line)
        return .tell(line)
    }

    /// Removes the participant's name from all lines.
    package mutating func anonymize(_ participant: ParticipantID) {
        log.anonymize(participant)
        for index in saying.indices { saying[index].anonymize(participant) }
    }

    /// The room is stored now: what was said before is to be as well.
    mutating func roomIsStored() -> [ChatLine] {
        guard !isStored else { return [] }
        isStored = true
        return log.lines
    }
}
