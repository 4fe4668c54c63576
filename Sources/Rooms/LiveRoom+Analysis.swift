import GameState
import Wire

/// Participants of analysis rooms, and their cursors.
extension LiveRoom {
    /// The number of people who can take part in an analysis, besides its owner and the editors
    /// that the owner has named.
    package static let analysts = 32
    /// The number of connections of all people in an analysis.
    package static let analystConnections = 4 * analysts

    /// Whether the room has space for the participant.
    package func admits(_ participant: ParticipantID) -> Bool {
        guard room.kind == .analysis else { return audience.count < services.limits.connectionsPerRoom }
        guard audience.count < Self.analystConnections else { return false }
        return audience.isPresent(participant) || audience.presentCount < Self.analysts
            || room.isInvited(participant)
    }

    /// The players of a rated game in progress.
    var ratedPlayers: [ParticipantID] {
        guard let game = room.game, game.terms.isRated, !game.isOver else { return [] }
        return players
    }

    /// Moves the participant's cursor, and soon tells the others.
    package func moveCursor(_ place: CursorPlace, of connection: ClientConnection) {
        guard let cursors, cursors.move(connection.participant.id, to: place) else { return }
        cursors.schedule { services.timer { [weak self] in self?.broadcastCursors() } }
    }

    func broadcastCursors() {
        guard let news = cursors?.news(in: name) else { return }
        // Clients learn of a participant before its cursor.
        if audience.hasNews { broadcastPresence() }
        broadcast(news)
    }
}

extension RoomServices {
    /// Returns the positions that the participant must not analyse now.
    func positionsOfRatedGames(of participant: ParticipantID) -> [ProtectedPosition] {
        ratedGames.rooms(of: participant).compactMap { rooms[$0]?.room.game.flatMap { ProtectedPosition($0.board) } }
    }
}
