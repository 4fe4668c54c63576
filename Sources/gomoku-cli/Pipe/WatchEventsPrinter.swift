import Client
import GameState
import Wire

/// A printer of all events in a room as JSON lines.
final class WatchEventsPrinter: SessionPrinter {
    private var mirror: RoomMirror?
    let wantsMore = true
    private var events = GameEvents()
    /// The room's state after the newest event.
    private var state = SharedState()

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        let mirror = session.mirror
        for line in lines(change, mirror) { Output.line(line) }
    }

    /// Returns the lines about a change.
    func lines(_ change: RoomMirror.Change, _ mirror: RoomMirror) -> [String] {
        self.mirror = mirror
        switch change {
        case .restored:
            state = mirror.state
            events = GameEvents { [weak self] id in self?.mirror?.person(id)?.name }
            return [events.room(mirror)]
        case .continued(let deltas, _):
            return deltas.flatMap { accepted in
                state.apply(accepted.delta, rev: accepted.rev)
                return events.lines(accepted, state: state)
            }
        case .said(let message): return [GameEvents.chat(message)]
        case .people(let joined, let left):
            return joined.map { GameEvents.person($0, joined: true) }
                + left.map { GameEvents.person($0, joined: false) }
        case .none, .own, .gap: return []
        }
    }
}
