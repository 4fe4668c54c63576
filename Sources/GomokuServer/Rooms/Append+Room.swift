import GameState

extension Append {
    /// "Append what `room` has just accepted."
    init(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope, of room: Room, created: Int, life: Int) {
        let header = RoomHeader(
            name: room.name, kind: room.kind, epoch: room.epoch, host: room.host, created: created)
        self.init(
            room: header, scope: scope, delta: accepted, snapshot: room.archive(with: accepted, scope: scope),
            life: life,
            finished: scope == .shared ? FinishedGame(endedBy: accepted, in: room) : nil)
    }
}
