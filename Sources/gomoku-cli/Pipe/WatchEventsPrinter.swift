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
    /// The chat and the participants that the printed lines have shown; nil before the first line.
    /// A `RoomMirror` limits both.
    private var shown: (chat: [ChatMessage], people: [Participant])?

    func received(_ message: Notice, change: RoomMirror.Change, session: Session) {
        let mirror = session.mirror
        for line in lines(change, mirror) { Output.line(line) }
    }

    /// Returns the lines about a change.
    func lines(_ change: RoomMirror.Change, _ mirror: RoomMirror) -> [String] {
        self.mirror = mirror
        defer { if mirror.isKnown { shown = (mirror.chat, mirror.participants) } }
        switch change {
        case .restored:
            state = mirror.state
            events = GameEvents { [weak self] id in self?.mirror?.person(id)?.name }
            return [events.room(mirror)] + missedChat(mirror)
        case .continued(let deltas, let people):
            let lines = deltas.flatMap { accepted in
                state.apply(accepted.delta, rev: accepted.rev)
                return events.lines(accepted, state: state)
            }
            return people ? lines + missedPeople(mirror) + missedChat(mirror) : lines
        case .said(let message): return [GameEvents.chat(message)]
        case .people(let joined, let left):
            return joined.map { GameEvents.person($0, joined: true) }
                + left.map { GameEvents.person($0, joined: false) }
        case .none, .own, .gap: return []
        }
    }

    /// Returns the lines about participants who joined or left while the connection was lost.
    private func missedPeople(_ mirror: RoomMirror) -> [String] {
        guard let before = shown?.people else { return [] }
        let joined = mirror.participants.filter { person in !before.contains { $0.id == person.id } }
        let left = before.filter { !mirror.isHere($0.id) }
        return joined.map { GameEvents.person($0, joined: true) } + left.map { GameEvents.person($0, joined: false) }
    }

    /// Returns the lines about chat messages from while the connection was lost, as far as the
    /// server still has them. Messages from before the first line are left out.
    private func missedChat(_ mirror: RoomMirror) -> [String] {
        guard let before = shown?.chat else { return [] }
        let known = before.last.flatMap { last in mirror.chat.lastIndex { $0.id == last.id && $0.at == last.at } }
        let newer = known.map { mirror.chat[($0 + 1)...] } ?? mirror.chat[...]
        return newer.filter { $0.at >= before.last?.at ?? 0 }.map(GameEvents.chat)
    }
}
