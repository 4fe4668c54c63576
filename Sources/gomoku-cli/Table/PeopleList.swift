import Client
import GameState

/// The state of the participants dialog, in which the user can mute chat messages.
struct PeopleList: Equatable {
    /// The number of participants shown at a time.
    static let rows = 10

    private(set) var place = 0

    mutating func press(_ key: Key, count: Int) {
        switch key {
        case .up: place -= 1
        case .down, .tab: place += 1
        case .pageUp: place -= Self.rows
        case .pageDown: place += Self.rows
        case .home: place = 0
        case .end: place = count
        default: break
        }
        place = max(0, min(place, count - 1))
    }

    /// Selects the participant at a place of the list.
    mutating func choose(_ place: Int, count: Int) { self.place = max(0, min(place, count - 1)) }

    func chosen(in people: [Participant]) -> Participant? {
        people.isEmpty ? nil : people[max(0, min(place, people.count - 1))]
    }

    /// Returns the visible part of the list.
    func window(_ count: Int) -> Range<Int> {
        let start = max(0, min(place - Self.rows / 2, count - Self.rows))
        return start..<min(count, start + Self.rows)
    }
}

extension PlayModel {
    /// The participants in the room, followed by muted participants who have left and whose names
    /// are known.
    var people: [Participant] {
        mirror.participants
            + muted.sorted { $0.text < $1.text }.compactMap { id in
                mirror.isHere(id) ? nil : mirror.person(id)
            }
    }

    /// Returns a participant's line in the dialog.
    func line(of person: Participant) -> String {
        var marks: [String] = []
        if person.id == me?.id { marks.append(words.you) }
        if person.isBot { marks.append(words.bot) }
        for stone in Stone.allCases where game.seats[stone] == person.id { marks.append(words.side(stone)) }
        if !mirror.isHere(person.id) { marks.append(words.away) }
        if muted.contains(person.id) { marks.append(words.muted) }
        return marks.isEmpty ? person.name : "\(person.name) (\(marks.joined(separator: ", ")))"
    }
}
