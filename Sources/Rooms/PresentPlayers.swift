import GameState

/// The participants who are in a room now.
protocol PresentPlayers {
    func isPresent(_ participant: ParticipantID) -> Bool
}

extension Audience: PresentPlayers {}
