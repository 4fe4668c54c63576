import GameState

/// The newest chat messages of a room, and the rules for reading them.
///
/// During a rated game, messages of spectators are hidden from the players, who must not be helped.
struct ChatLog {
    package private(set) var lines: [ChatMessage] = []
    private let limit: Int

    init(_ lines: [ChatMessage] = [], limit: Int) {
        self.lines = lines.suffix(limit)
        self.limit = limit
    }

    /// Returns the chat message with that ID that `participant` sent.
    package func line(_ id: String, by participant: ParticipantID) -> ChatMessage? {
        lines.first { $0.id == id && $0.by.id == participant }
    }

    func speaker(_ id: ParticipantID) -> Participant? { lines.last { $0.by.id == id }?.by }

    /// Removes the participant's name from all messages.
    package mutating func anonymize(_ participant: ParticipantID) {
        // This runs for every room in memory, so a room without the participant must not copy its
        // messages.
        guard speaker(participant) != nil else { return }
        for index in lines.indices { lines[index].anonymize(participant) }
    }

    package mutating func append(_ line: ChatMessage) {
        lines.append(line)
        if lines.count > limit { lines.removeFirst(lines.count - limit) }
    }

    /// Returns the messages that `reader` may read now.
    package func lines(for reader: ParticipantID, in game: Game?) -> [ChatMessage] {
        Self.mayRead(reader, in: game) ? lines : lines.filter { !$0.isForSpectators }
    }

    /// Whether `reader` may read spectators' messages now.
    static func mayRead(_ reader: ParticipantID, in game: Game?) -> Bool {
        guard let game, isApart(game) else { return true }
        return !game.sits(reader)
    }

    /// Whether a message that `speaker` sends now is for spectators only.
    static func isForSpectators(_ speaker: ParticipantID, in game: Game?) -> Bool {
        guard let game, isApart(game) else { return false }
        return !game.sits(speaker)
    }

    private static func isApart(_ game: Game) -> Bool { game.terms.isRated && !game.isOver }
}

extension ChatMessage {
    /// Removes the speaker's name if the speaker is the participant.
    package mutating func anonymize(_ participant: ParticipantID) {
        if by.id == participant { by.anonymize() }
    }
}

extension Participant {
    /// Removes the name, as for the owner of a deleted account.
    package mutating func anonymize() {
        name = ""
        isClaimed = false
    }
}
