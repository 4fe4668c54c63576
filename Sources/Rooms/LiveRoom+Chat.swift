import GameState

extension LiveRoom {
    /// Returns the chat messages that `reader` may read.
    package func chatLines(for reader: ParticipantID) -> [ChatMessage] { chat.lines(for: reader, in: room.game) }

    /// Returns a participant who is present, sits at the board, or wrote one of the chat messages.
    package func person(_ id: ParticipantID) -> Participant? {
        audience.participant(id) ?? names[id] ?? chat.speaker(id)
    }
}
