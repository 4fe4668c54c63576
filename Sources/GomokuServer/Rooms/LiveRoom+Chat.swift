import GameState
import WebSockets
import Wire

/// What is said in the room.
extension LiveRoom {
    func say(_ say: Request.Say, from sender: ClientConnection) {
        touched = services.now()
        switch chat.say(say, by: sender.participant, at: touched, in: room.game) {
        case nil: break
        case .repeated(let line): sender.send(.said(room: name, line))
        case .keep(let line):
            services.counters.chatLines += 1
            keep(line)
        case .tell(let line):
            services.counters.chatLines += 1
            tell(line)
        }
    }

    /// What `reader` may read of it.
    func chatLines(for reader: ParticipantID) -> [ChatLine] { chat.lines(for: reader, in: room.game) }

    /// Somebody who is here, sits at the board, or has said one of these lines.
    func person(_ id: ParticipantID) -> Participant? {
        audience.participant(id) ?? names[id] ?? chat.speaker(id)
    }

    func keep(_ line: ChatLine) {
        // The room stays as long as its lines are under way.
        services.store.say(line, in: name, epoch: room.epoch, limit: services.limits.chatPerRoom) { [self] _ in
            if case .tell(let line) = chat.kept(line) { tell(line) }
        }
    }

    private func tell(_ line: ChatLine) {
        let frame = Notice.said(room: name, line).frame
        guard line.isForSpectators else { return audience.spread(frame) }
        let game = room.game
        audience.spread(frame) { ChatLog.mayRead($0, in: game) }
    }
}
