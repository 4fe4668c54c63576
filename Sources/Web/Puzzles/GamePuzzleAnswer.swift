import GameState
import Robots
import WebSockets

/// The parameter `side` of a request for the puzzle of a game.
enum PuzzleSide {
    /// Calls `go` with the side, or with nil for the loser. Calls `done` with a refusal if the text
    /// names no side.
    static func read(_ text: String?, _ done: (HTTPResponse) -> Void, go: (Stone?) -> Void) {
        guard let text, !text.isEmpty else { return go(nil) }
        guard let side = Stone(rawValue: text) else { return done(.failure(.puzzle(.badParameter("side")))) }
        go(side)
    }
}

extension HTTPResponse {
    /// Makes the response with the puzzle of a game, or with the reason why there is none.
    ///
    /// - Parameter allowsNull: Whether the response for a game without a puzzle is `null` instead
    ///   of an error. Browsers log every error.
    init(puzzle result: Result<[UInt8]?, ReportRefusal>, allowsNull: Bool = false) {
        switch result {
        case .success(let json?): self = .json(json)
        case .success(nil) where allowsNull: self = .json(Array("null".utf8))
        case .success(nil): self = .failure(.puzzle(.noneInGame))
        case .failure(let refusal): self = .failure(.report(refusal))
        }
    }
}
