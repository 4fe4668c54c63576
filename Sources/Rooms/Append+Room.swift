import GameState
import Storage

extension Room {
    /// "Append what has just been accepted here." Nothing is changed: it is mutating so that the room need not be copied
    /// where it stands in an object, which it is before a call that only reads.
    package mutating func append(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope, created: Int, life: Int)
        -> Append
    {
        Append(
            room: RoomHeader(name: name, kind: kind, epoch: epoch, host: host, created: created), scope: scope,
            delta: accepted, snapshot: archive(with: accepted, scope: scope), life: life,
            finished: scope == .shared && game(endedBy: accepted) ? FinishedGame(endedBy: accepted, in: self) : nil)
    }

    /// Whether it says the result of one.
    private func game(endedBy accepted: AcceptedDelta) -> Bool { accepted.delta[.result] != nil }
}
