import GameState

/// Knows which participants are in a room just now.
protocol PresentPlayers {
    func isPresent(_ participant: ParticipantID) -> Bool
}

extension Audience: PresentPlayers {}
