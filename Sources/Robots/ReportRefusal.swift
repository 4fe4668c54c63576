import GameState
import Rooms

/// A reason to refuse a report on a game, or a puzzle from it.
package enum ReportRefusal: Error, Equatable, CustomStringConvertible {
    case noGame(Int)
    case notOver
    case busy
    case unreadable

    /// The code on the wire, which does not change between versions.
    package var code: String {
        switch self {
        case .noGame: "not-found"
        case .notOver: "not-over"
        case .busy: "busy"
        case .unreadable: "unavailable"
        }
    }

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .noGame: 404
        case .notOver: 409
        case .busy, .unreadable: 503
        }
    }

    package var description: String {
        switch self {
        case .noGame(let number): "This room has no game \(number), or its moves are no longer stored."
        case .notOver: "This game is not over. Ask again when it is."
        case .busy: "The server is studying other games. Ask again in a few seconds."
        case .unreadable: "The game cannot be read right now. Try again later."
        }
    }

    /// Returns the reason to refuse work on game `number` of the room while it runs.
    static func running(_ number: Int, of live: LiveRoom) -> ReportRefusal? {
        guard let game = live.room.game, game.number == number, !game.isOver else { return nil }
        return .notOver
    }
}
