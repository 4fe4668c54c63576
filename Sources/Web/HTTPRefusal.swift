import GameState
import Robots
import WebSockets

/// A reason to refuse an HTTP request, with a status, a code and a sentence. docs/PROTOCOL.md lists
/// the codes.
package enum HTTPRefusal: Error, Equatable {
    case onlyReading
    /// The address takes files.
    case onlyPosting
    /// There is nothing at this address. The sentence names addresses that exist.
    case nothingHere(Place)
    case noPerson
    case noGame
    case noRoom(RoomName)
    /// The room has had no game of this number.
    case noGameOfRoom(Int)
    /// The record cannot be written in Piskvork's format.
    case notWritable
    /// The room has no game.
    case noCurrentGame
    /// Too many pictures wait to be drawn.
    case picturesBusy
    /// Too many files of analyses wait to be read or written.
    case filesBusy
    /// The format cannot express the trees of the analysis.
    case study(StudyError)
    /// The posted file cannot be read.
    case unreadableFile(StudyError)
    /// The room is not an analysis.
    case noStudy
    /// The store cannot be read.
    case unreadable(What, why: String? = nil)
    case gadgetsBusy
    /// The operator has banned the address.
    case banned
    /// The address has sent too many requests; `retryAfter` is in seconds.
    case rateLimited(retryAfter: Int)
    case report(ReportRefusal)
    case puzzle(PuzzleRefusal)

    /// The part of the server that the address belongs to.
    package enum Place: Equatable {
        case room(RoomName)
        case page, api, badRoomName, people, leaders, games, records, reports
    }

    package enum What: Equatable {
        case rooms, room, history, record, people
    }
}

extension HTTPRefusal {
    package var status: Int {
        switch self {
        case .onlyReading, .onlyPosting: 405
        case .unreadableFile: 400
        case .nothingHere, .noPerson, .noGame, .noRoom, .noGameOfRoom, .notWritable, .noCurrentGame, .noStudy, .study:
            404
        case .unreadable, .gadgetsBusy, .picturesBusy, .filesBusy: 503
        case .banned: 403
        case .rateLimited: 429
        case .report(let refusal): refusal.status
        case .puzzle(let refusal): refusal.status
        }
    }

    /// The code on the wire, which does not change between versions.
    package var code: String {
        switch self {
        case .onlyReading, .onlyPosting: "method-not-allowed"
        case .unreadableFile(let error): error.code
        case .noPerson: "no-such-person"
        case .noGame, .nothingHere(.games): "no-such-game"
        case .nothingHere, .noRoom, .noGameOfRoom, .notWritable, .noCurrentGame, .noStudy, .study: "not-found"
        case .unreadable: Code.unavailable.rawValue
        case .gadgetsBusy, .picturesBusy, .filesBusy: Code.busy.rawValue
        case .banned: Code.banned.rawValue
        case .rateLimited: Code.rateLimited.rawValue
        case .report(let refusal): refusal.code
        case .puzzle(let refusal): refusal.code
        }
    }

    package var headers: [(String, String)] {
        switch self {
        case .onlyReading: [("allow", "GET, HEAD")]
        case .onlyPosting: [("allow", "POST")]
        case .gadgetsBusy, .picturesBusy, .filesBusy, .puzzle(.busy): [("retry-after", "1")]
        case .rateLimited(let seconds): [("retry-after", "\(seconds)")]
        case .report(.busy): [("retry-after", "10")]
        default: []
        }
    }
}

extension HTTPRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .onlyReading: "Only GET and HEAD are allowed here."
        case .onlyPosting: "Send a file here with POST."
        case .unreadableFile(let error): error.description
        case .nothingHere(let place): place.sentence
        case .noPerson: "No participant has claimed this name or has this ID."
        case .noGame: "There is no finished game at this address."
        case .noRoom(let name): "There is no room \(name) yet. Join it to create it."
        case .noGameOfRoom(let number): "This room has no game \(number)."
        case .noCurrentGame: "There is no game in this room yet."
        case .picturesBusy: "Too many pictures are being drawn. Try again."
        case .filesBusy: "Too many files are being read or written. Try again."
        case .noStudy: "This room is not an analysis. Its games are at games/1.sgf and so on."
        case .study(let error):
            switch error.reason {
            case .severalChapters(let count):
                "This analysis has \(count) chapters, and the format holds one. Ask for study/1 and so on."
            case .noChapter(let number, of: _): "This analysis has no chapter \(number)."
            default: error.description
            }
        case .notWritable: "This game cannot be written in this format. Use .sgf."
        case .unreadable(let what, let why):
            "\(what.subject) cannot be \(what == .rooms ? "listed" : "read") right now"
                + (why.map { ": \($0)" } ?? ". Try again later.")
        case .rateLimited(let seconds): "Too many requests from your address. Try again in \(seconds) s."
        case .banned: "Your address is banned from this server."
        case .gadgetsBusy: "Too many requests for gadgets. Try again."
        case .report(let refusal): refusal.description
        case .puzzle(let refusal): refusal.description
        }
    }
}

extension HTTPRefusal.Place {
    fileprivate var sentence: String {
        switch self {
        case .page: "This page does not exist. The game is at /."
        case .api: "There is nothing at this address. See /api/rooms."
        case .room(let name): "There is nothing at this address. See /api/rooms/\(name)."
        case .badRoomName: "This is not a valid room name."
        case .people: "There is nothing at this address. See /api/people/NAME and /api/people/NAME/games."
        case .leaders: "The best players are listed by rule and speed. See /api/leaders?rule=renju&speed=blitz."
        case .games:
            "Finished games are at /api/games/{epoch}-{number}, with .sgf, .psq, .svg, .png, /report or /puzzle."
        case .records: "Games have names such as 1, 1.sgf or current.png, with the number of the game or \"current\"."
        case .reports: "Reports and puzzles are at /api/rooms/{room}/games/{number}/report and /puzzle."
        }
    }
}

extension HTTPRefusal.What {
    fileprivate var subject: String {
        switch self {
        case .rooms: "The rooms"
        case .room: "This room"
        case .history: "The history"
        case .record: "The record"
        case .people: "This"
        }
    }
}
