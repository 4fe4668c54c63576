import GameState
import Puzzles

/// The puzzle or the mode with which the puzzles begin.
enum PuzzleStart: Equatable {
    case mode(PuzzleMode, subject: PuzzleFilter.Subject? = nil)
    case puzzle(id: String)
    /// The puzzle from a lost game with this ID, `<epoch>-<n>`.
    case game(id: String)

    /// Parses the word of a mode, or the ID of a puzzle.
    init?(_ word: String) {
        if let mode = PuzzleMode(rawValue: word) {
            self = .mode(mode)
        } else if PuzzleID.isID(word) {
            self = .puzzle(id: word)
        } else {
            return nil
        }
    }

    func open(_ model: inout PuzzleModel, now: Int) -> [PuzzleModel.Effect] {
        switch self {
        case .mode(let mode, let subject): model.open(mode, subject: subject, now: now)
        case .puzzle(let id): model.open(id: id, now: now)
        case .game(let id): model.open(game: id, now: now)
        }
    }

    func open(_ session: inout PuzzleSession, now: Int) -> PuzzleSession.Request? {
        switch self {
        case .mode(let mode, let subject): session.open(mode, subject: subject, now: now)
        case .puzzle(let id): session.open(id: id, now: now)
        case .game(let id): session.open(game: id, now: now)
        }
    }
}
