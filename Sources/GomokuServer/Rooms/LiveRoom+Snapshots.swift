import GameState
import Wire

/// What somebody is shown of the room.
extension LiveRoom {
    /// The answer to a join: what was missed, where that is known, or everything.
    func greeting(for connection: ClientConnection, knowing known: Request.Join.Known?) -> Notice {
        let reader = connection.participant.id
        let own = room.ownState(of: reader) ?? SharedState()
        if let known, known.epoch == room.epoch, case .deltas(let deltas) = room.shared.since(known.rev) {
            services.counters.resumes += 1
            let resume = Notice.Deltas.Resume(
                own: own, participants: audience.participants, seated: seated,
                chat: chat.lines(for: reader, in: room.game))
            return .deltas(.init(room: name, epoch: room.epoch, deltas: deltas, resume: resume))
        }
        services.counters.joins += 1
        return .snapshot(snapshot(own: own, for: reader))
    }

    /// - Parameter reader: who is in the room; nil is somebody who is not, and is shown neither the chat nor who is.
    func snapshot(own: SharedState?, for reader: ParticipantID?) -> Notice.Snapshot {
        Notice.Snapshot(
            room: name, kind: room.kind, epoch: room.epoch, state: room.state, own: own,
            participants: [], seated: reader == nil ? named : seated,
            host: room.host,
            chat: reader.map { chat.lines(for: $0, in: room.game) } ?? [],
            prepared: .init(
                state: stateText.text(of: room.state), participants: reader == nil ? [] : audience.participantsText()))
    }
}
