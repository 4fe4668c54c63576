import GameState
import Nodes
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
        let isPresent = audience.isPresent(participant)
        // Connections of others cannot keep the owner and the named editors out.
        if !isPresent, room.isInvited(participant) { return audience.count < services.limits.connectionsPerRoom }
        return audience.count < Self.analystConnections && (isPresent || audience.presentCount < Self.analysts)
    }

    /// Whether the request may add a position to an analysis.
    func mayShowPosition(_ request: DeltaRequest) -> Bool {
        room.kind == .analysis && request.scope == .shared
            && request.delta.keys.contains { key in
                switch AnalysisKey(key) {
                case .node, .chapter: true
                default: false
                }
            }
    }

    /// The rated game in progress, if it has enough stones to be protected.
    var ratedGame: RatedGame? {
        guard let game = room.game, game.terms.isRated, !game.isOver, let position = ProtectedPosition(game.board)
        else { return nil }
        return RatedGame(room: name, players: players, position: position)
    }

    /// Whether the participant may see the analysis now: it does not show the position of a rated
    /// game that the participant plays.
    package func mayShow(to participant: ParticipantID) -> Bool {
        room.kind != .analysis || !room.shows(services.ratedGames.positions(of: participant))
    }

    /// Removes those of the participants who may not see the analysis.
    ///
    /// - Parameter delta: looks only for positions that this delta has added.
    func hideRatedPositions(from participants: [ParticipantID], addedBy delta: Delta? = nil) {
        for participant in participants where audience.isPresent(participant) {
            let positions = services.ratedGames.positions(of: participant)
            guard room.shows(positions, addedBy: delta) else { continue }
            for connection in audience.all(of: participant) {
                let name = connection.rooms.remove(self) ?? name
                lost(connection)
                connection.send(.error(StudyRefusal.rated(name), id: nil))
            }
        }
    }

    /// Moves the participant's cursor, and soon tells the others. Rooms of other kinds have no
    /// cursors.
    package func moveCursor(_ place: CursorPlace, of connection: ClientConnection) {
        guard let cursors else { return }
        // A participant who is not present could be any text.
        let follows = place.follows.flatMap { audience.isPresent($0) ? $0 : nil }
        let isFirst = cursors.move(
            connection.participant.id, to: CursorPlace(node: place.node, cell: place.cell, follows: follows),
            by: connection.group)
        guard isFirst else { return }
        services.fanOut.charge(connection, deliveries: audience.count)
        scheduleCursors(cursors)
    }

    private func scheduleCursors(_ cursors: RoomCursors) {
        cursors.schedule { services.timer { [weak self] in self?.broadcastCursors() } }
    }

    func broadcastCursors() {
        guard let cursors else { return }
        guard !audience.isBacklogFull else { return scheduleCursors(cursors) }
        guard let (news, group) = cursors.news(in: name) else { return }
        // Clients learn of a participant before its cursor.
        if audience.hasNews { broadcastPresence() }
        broadcast(news, by: group)
    }
}

extension RoomServices {
    /// Whether the participant may have the robot analyse the board now.
    package func mayAnalyse(_ board: Board, _ participant: ParticipantID) -> Bool {
        !ratedGames.positions(of: participant).contains { $0.isContained(in: board) }
    }
}
