import Client
import GameState

/// The actions of a link's visitor: each happens at most once. Pure; the page has the same steps in
/// `lobby/invitation.js`.
struct InvitationSteps {
    let invitation: Invitation
    private var hasStarted = false
    private var hasJoined = false

    init(_ invitation: Invitation) { self.invitation = invitation }

    /// Returns the next delta, or nil.
    mutating func step(game: GameView, rights: GameView.Rights, me: ParticipantID) -> Delta? {
        guard let number = game.number else {
            guard !hasStarted else { return nil }
            hasStarted = true
            let other = invitation.robot.map { ParticipantID("robot:\($0)") }
            let seats =
                invitation.side == .x
                ? ByStone<ParticipantID?>(x: me, o: other) : ByStone<ParticipantID?>(x: other, o: me)
            return game.newGame(invitation.terms, seats: seats)
        }
        // The link gives a seat only in the room's first game. A player who has left the seat is
        // not put back.
        if !rights.sides.isEmpty { hasJoined = true }
        guard !hasJoined, number == 1, let seat = rights.seat else { return nil }
        hasJoined = true
        return game.taking(seat, by: me)
    }
}
