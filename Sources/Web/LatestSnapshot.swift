import GameState
import Wire

/// A cache of the last snapshot sent over HTTP, as JSON text. Repeated requests for one room are
/// encoded once per change. It holds one room only, so that its memory need not be counted.
final class LatestSnapshot {
    /// The parts of a snapshot that can differ for readers who have not joined. The revision stands
    /// for the state.
    private struct Key: Equatable {
        let room: RoomName
        let kind: RoomKind
        let epoch: String
        let rev: Int
        let seated: [Participant]
        let host: ParticipantID?
    }

    private var key: Key?
    private var json: [UInt8] = []

    /// Returns the text of a snapshot for a reader who has not joined. It has no private state,
    /// chat or participants.
    package func json(_ snapshot: Notice.Snapshot) -> [UInt8] {
        let wanted = Key(
            room: snapshot.room, kind: snapshot.kind, epoch: snapshot.epoch, rev: snapshot.state.rev,
            seated: snapshot.seated, host: snapshot.host)
        if key != wanted {
            json = Notice.snapshot(snapshot).json
            key = wanted
        }
        return json
    }
}
