import GameState
import WebSockets

/// What is said at a table: kept, then told.
final class Talk {
    private(set) var chat: Chat
    private unowned let table: Table
    private let house: House
    /// Lines on their way to the disk.
    private var saying: [Notice.ChatLine] = []
    /// Whether the store has the room: it is made with its first delta, and keeps nothing of rooms that it has not.
    private var isStored: Bool

    /// - Parameter lines: what was said before, oldest first.
    init(_ table: Table, lines: [Notice.ChatLine], house: House) {
        self.table = table
        self.house = house
        chat = Chat(lines, limit: house.limits.chatPerRoom)
        isStored = table.room.rev > 0
    }

    /// Nothing is on its way.
    var isIdle: Bool { saying.isEmpty }

    /// What `reader` may read; nil is somebody of whom nothing is known.
    func lines(for reader: ParticipantID?) -> [Notice.ChatLine] { chat.lines(for: reader, in: table.room.game) }

    func say(_ say: Request.Say, from sender: Client) {
        let speaker = sender.participant
        if let line = chat.line(say.id, by: speaker.id) {
            // Said before, by somebody whom the answer did not reach.
            return sender.send(.said(room: table.name, line))
        }
        guard !saying.contains(where: { $0.id == say.id && $0.by.id == speaker.id }) else { return }
        house.counters.chatLines += 1
        let line = Notice.ChatLine(
            by: speaker, at: house.now(), id: say.id, text: say.text,
            isForSpectators: Chat.isForSpectators(speaker.id, in: table.room.game))
        guard isStored else { return tell(line) }
        saying.append(line)
        keep(line) { [self, table] in
            // The table stays as long as its lines are under way.
            withExtendedLifetime(table) {
                saying.removeAll { $0 == line }
                tell(line)
            }
        }
    }

    /// The room is stored now: what was said before is to be as well.
    func roomIsStored() {
        guard !isStored else { return }
        isStored = true
        for line in chat.lines { keep(line) {} }
    }

    /// A line that cannot be kept is heard all the same: nothing is decided by it.
    private func keep(_ line: Notice.ChatLine, _ done: @escaping () -> Void) {
        house.store.say(line, in: table.name, epoch: table.room.epoch, limit: house.limits.chatPerRoom) { _ in done() }
    }

    private func tell(_ line: Notice.ChatLine) {
        chat.append(line)
        let frame = Frame(Notice.said(room: table.name, line).json)
        guard line.isForSpectators else { return table.audience.spread(frame) }
        let game = table.room.game
        table.audience.spread(frame) { Chat.mayRead($0, in: game) }
    }
}
