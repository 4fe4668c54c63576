import ArgumentParser
import GameState

/// The part of a link that decides which command shows it.
enum LinkedPlace: Equatable {
    /// A table or the lobby, or no place in particular.
    case table
    case record(String)
    case person(String)
    case puzzles(PuzzleStart)

    init(_ link: PageLink) {
        if let record = link.record {
            self = .record(record)
        } else if let person = link.person {
            self = .person(person)
        } else if let start = link.puzzles {
            self = .puzzles(start)
        } else {
            self = .table
        }
    }
}

extension Address {
    /// The place that this address shows, which `play`, `watch` and `replay` all follow.
    var place: LinkedPlace { room == nil || link.room != nil ? LinkedPlace(link) : .table }
}
