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
        // The limits below are for other people. The first connection of the owner and of each
        // named editor is admitted as long as the room is below the limit for all rooms.
        if !isPresent, room.isInvited(participant) { return audience.count < services.limits.connectionsPerRoom }
        return audience.count < Self.analystConnections && (isPresent || audience.presentCount < Self.analysts)
    }

    /// Returns the positions of the sender's rated games, if the request may add a position to an
    /// analysis.
    func protectedPositions(for request: DeltaRequest, of sender: ParticipantID) -> [ProtectedPosition] {
        mayShowPosition(request) ? services.ratedGames.positions(of: sender) : []
    }

    /// Whether the request may add a position to an analysis.
    private func mayShowPosition(_ request: DeltaRequest) -> Bool {
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

    /// The nodes of an analysis that a search visits in the time of a message.
    private static let nodesPerMessage = 64

    /// Whether the participant may see the analysis now: it does not show the position of a rated
    /// game that the participant plays. Charges the search to the connection's address.
    package func mayShow(to connection: ClientConnection) -> Bool {
        let positions = services.ratedGames.positions(of: connection.participant.id)
        guard room.kind == .analysis, !positions.isEmpty else { return true }
        chargeSearch(positions, connection)
        return !room.shows(positions)
    }

    /// Charges the sender for the search of its delta for positions that everyone present must not
    /// see.
    func chargeSearches(of delta: Delta, _ sender: ClientConnection) {
        guard room.kind == .analysis, !services.ratedGames.isEmpty else { return }
        let positions = audience.participants.reduce(0) { $0 + services.ratedGames.positions(of: $1.id).count }
        let most = max(Self.nodesPerMessage, room.nodes / Self.nodesPerMessage)
        services.fanOut.charge(sender, deliveries: positions * min(delta.count, most))
    }

    private func chargeSearch(_ positions: [ProtectedPosition], _ connection: ClientConnection) {
        services.fanOut.charge(connection, deliveries: positions.count * room.nodes / Self.nodesPerMessage)
    }

    /// Removes those of the participants who may not see the analysis.
    ///
    /// - Parameter delta: looks only for positions that this delta has added.
    func hideRatedPositions(from participants: [ParticipantID], addedBy delta: Delta? = nil) {
        for participant in participants where audience.isPresent(participant) {
            let positions = services.ratedGames.positions(of: participant)
            guard !positions.isEmpty else { continue }
            if delta == nil, let payer = audience.all(of: participant).first { chargeSearch(positions, payer) }
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
