import Client
import GameState
import Wire

/// A printer of a room's state and deltas.
final class StatePrinter: SessionPrinter {
    enum Form { case text, json, board }

    private let form: Form
    private let follows: Bool
    private(set) var wantsMore = true

    init(form: Form, follows: Bool) {
        self.form = form
        self.follows = follows
    }

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        for line in StateLines.of(change, by: message, mirror: session.mirror, form: form) { Output.line(line) }
        if change == .restored, !follows { wantsMore = false }
    }
}
