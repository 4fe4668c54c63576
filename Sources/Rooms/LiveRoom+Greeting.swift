import GameState
import Wire

extension LiveRoom {
    /// Estimates the size of the answer to a join, in bytes.
    package func greetingBytes(for reader: ParticipantID, knowing known: Request.Join.Known?) -> Int {
        if let known, known.epoch == room.epoch, case .deltas(let deltas) = room.shared.since(known.rev) {
            return deltas.count * Self.deltaBytes
        }
        return room.state.bytes + (room.ownState(of: reader)?.bytes ?? 0) + audience.count * Self.participantBytes
    }

    /// Estimates of the size of a delta and of a participant as JSON, in bytes.
    private static let deltaBytes = 256, participantBytes = 64
}
