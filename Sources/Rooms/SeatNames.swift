import GameState

/// Names of those who sit at a board and have left, or have not come yet.
package struct SeatNames {
    private static let limit = 16

    private var names: [ParticipantID: Participant] = [:]

    package subscript(id: ParticipantID) -> Participant? { names[id] }

    /// Removes the participant's name.
    package mutating func anonymize(_ id: ParticipantID) { names[id]?.anonymize() }

    /// Keeps names for when their owners are not here; those who do not sit at the board any more are forgotten.
    mutating func remember(_ people: [Participant], besides players: [ParticipantID]) {
        if names.count > Self.limit { names = names.filter { players.contains($0.key) } }
        for var person in people {
            person.place = nil
            names[person.id] = person
        }
    }
}
