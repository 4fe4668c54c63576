import GameState
import Storage

extension Room {
    /// Makes the append for a delta that the room has just accepted.
    ///
    /// The method changes nothing. It is mutating because a nonmutating call would copy a room that
    /// a class stores.
    package mutating func append(_ accepted: AcceptedDelta, scope: DeltaRequest.Scope, created: Int, chain: Int)
        -> Append
    {
        Append(
            room: RoomHeader(name: name, kind: kind, epoch: epoch, host: creator, created: created), scope: scope,
            delta: accepted, snapshot: snapshot(with: accepted, scope: scope), chain: chain,
            finished: scope == .shared && game(endedBy: accepted) ? FinishedGame(endedBy: accepted, in: self) : nil)
    }

    /// Whether `accepted` contains the result of a game.
    private func game(endedBy accepted: AcceptedDelta) -> Bool { accepted.delta[.result] != nil }
}
