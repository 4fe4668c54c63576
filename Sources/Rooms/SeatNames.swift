import GameState

/// The names of players and of authors who have left or have not come yet.
package struct SeatNames {
    private static let limit = 64

    private var names: [ParticipantID: Participant] = [:]

    package subscript(id: ParticipantID) -> Participant? { names[id] }

    /// Removes the participant's name.
    package mutating func anonymize(_ id: ParticipantID) { names[id]?.anonymize() }

    /// Remembers names for when their owners are away. If there are too many, drops those of
    /// participants who are not among the `lasting` ones.
    mutating func remember(_ people: [Participant], besides lasting: [ParticipantID]) {
        if names.count > Self.limit { names = names.filter { lasting.contains($0.key) } }
        for var person in people {
            person.place = nil
            names[person.id] = person
        }
    }
}
