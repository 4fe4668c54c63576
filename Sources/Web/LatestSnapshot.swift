import GameState
import Wire

/// The last snapshot that was told over HTTP, as JSON text: of a room that many ask for, it is written once until
/// something in it is another. One room's at a time, so that it is never worth counting.
final class LatestSnapshot {
    /// What tells one snapshot for somebody outside from another: the revision stands for the state.
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

    /// The text of a snapshot that nobody in the room has asked for: it has no state of its own, no chat and nobody who is there.
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
