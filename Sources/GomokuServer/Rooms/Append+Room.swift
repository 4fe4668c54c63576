import GameState

extension Append {
    /// Revisions between two copies of the whole state in the store, so that a long room is loaded quickly.
    private static let revisionsPerArchive = 256

    /// "Append what `room` has just accepted."
    init(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope, of room: Room, created: Int, life: Int) {
        var archive: SharedState.Archive?
        if accepted.rev % Self.revisionsPerArchive == 0 {
            switch scope {
            case .shared: archive = room.state.archive
            case .own: archive = room.ownState(of: accepted.by)?.archive
            }
        }
        let header = RoomHeader(
            name: room.name, kind: room.kind, epoch: room.epoch, host: room.host, created: created)
        self.init(
            room: header, scope: scope, delta: accepted, snapshot: archive, life: life,
            finished: scope == .shared ? FinishedGame(endedBy: accepted, in: room) : nil)
    }
}
