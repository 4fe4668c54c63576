import GameState
import WebSockets

extension LiveRoom {
    /// A requested delta and its sender. A class, because several queues refer to it.
    final class Origin {
        package let request: DeltaRequest
        let sender: ClientConnection
        /// The attempt at a puzzle in the request, judged by the puzzle's proofs.
        let attempt: JudgedAttempt?
        package let asked = Histogram.now()

        init(request: DeltaRequest, sender: ClientConnection, attempt: JudgedAttempt?) {
            self.request = request
            self.sender = sender
            self.attempt = attempt
        }
    }

    /// Whether the request may use more memory or disk. While these are used up, games go on and
    /// repeated requests are answered, but all other deltas are refused.
    func mayGrow(by request: DeltaRequest, of sender: ParticipantID) -> Bool {
        guard services.budget.level == .full else { return true }
        guard request.scope == .shared else { return false }
        return room.kind == .gomoku || room.shared.accepted(request.id, by: sender) != nil
    }
}
