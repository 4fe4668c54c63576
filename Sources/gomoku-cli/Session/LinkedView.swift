import ArgumentParser
import GameState
import WebSockets

/// The view of a link that does not lead to a table: a record, a person, or puzzles.
enum LinkedView {
    /// Shows the place, if it is not a table. Returns false for a table.
    ///
    /// - Parameter tokens: the file with the user's token; nil without an identity.
    static func show(
        _ place: LinkedPlace, at address: Address, tokens: TokenFile?, words: any Words, signals: SignalWatcher,
        form: ReplayCommand.Form = .screen
    ) throws -> Bool {
        switch place {
        case .table: return false
        case .record(let id):
            guard let record = RecordFetch.record(try PeopleFetch.get(address, RecordFetch.path(id))) else {
                throw PeopleFetch.notUnderstood()
            }
            if form == .json {
                for line in GameEvents.lines(record) { Output.line(line) }
                return true
            }
            try ReplayCommand.show(
                ReplayFrames(record, words), title: id, words: words, prints: form == .lines, signals: signals,
                report: address.http(RecordFetch.path(id) + "/report"))
        case .person(let name):
            let answer = try PeopleFetch.get(address, "api/people/\(PeopleFetch.escaped(name))")
            try ProfileCommand.show(answer, json: form == .json)
        case .puzzles(let start):
            try PuzzlesCommand.show(start, at: address, tokens: tokens, words: words, signals: signals, form: form)
        }
        return true
    }
}
