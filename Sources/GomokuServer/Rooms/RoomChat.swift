import Wire
import GameState
import WebSockets

/// What is said at a table: kept, then told.
final class RoomChat {
    private(set) var chat: ChatLog
    private unowned let table: LiveRoom
    private let services: RoomServices
    /// Lines on their way to the disk.
    private var saying: [ChatLine] = []
    /// Whether the store has the room: it is made with its first delta, and keeps nothing of rooms that it has not.
    private var isStored: Bool

    /// - Parameter lines: what was said before, oldest first.
    init(_ table: LiveRoom, lines: [ChatLine], services: RoomServices) {
        self.table = table
        self.services = services
        chat = ChatLog(lines, limit: services.limits.chatPerRoom)
        isStored = table.room.rev > 0
    }

    /// Nothing is on its way.
    var isIdle: Bool { saying.isEmpty }

    /// What `reader` may read; nil is somebody of whom nothing is known.
    func lines(for reader: ParticipantID?) -> [ChatLine] { chat.lines(for: reader, in: table.room.game) }

    func say(_ say: Request.Say, from sender: ClientConnection) {
        let speaker = sender.participant
        if let line = chat.line(say.id, by: speaker.id) {
            // Said before, by somebody whom the answer did not reach.
            return sender.send(.said(room: table.name, line))
        }
        guard !saying.contains(where: { $0.id == say.id && $0.by.id == speaker.id }) else { return }
        services.counters.chatLines += 1
        let line = ChatLine(
            by: speaker, at: services.now(), id: say.id, text: say.text,
            isForSpectators: ChatLog.isForSpectators(speaker.id, in: table.room.game))
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
    private func keep(_ line: ChatLine, _ done: @escaping () -> Void) {
        services.store.say(line, in: table.name, epoch: table.room.epoch, limit: services.limits.chatPerRoom) { _ in
            done()
        }
    }

    private func tell(_ line: ChatLine) {
        chat.append(line)
        let frame = Frame(Notice.said(room: table.name, line).json)
        guard line.isForSpectators else { return table.audience.spread(frame) }
        let game = table.room.game
        table.audience.spread(frame) { ChatLog.mayRead($0, in: game) }
    }
}
