import GameState
import Puzzles

/// The state of the puzzles on the screen, and its reactions to keys. Times are milliseconds since
/// 1970.
struct PuzzleModel {
    enum Effect: Equatable, ScreenEffect {
        /// Answers a request of the session.
        case fetch(PuzzleSession.Request)
        /// Puts a link into the clipboard.
        case copy(String)
        case quit, redraw, suspend
    }

    enum Input: Equatable {
        case board
        case menu(PuzzleMenu)
        case help(first: Int)
    }

    let words: any Words
    let address: Address
    var session: PuzzleSession
    /// The server's puzzles, once they are known.
    private(set) var catalogue: PuzzleCatalogue?
    /// The size of the terminal.
    var screen = Terminal.Size(width: 80, height: 24)
    var input = Input.board
    var cursor: Point
    /// The beginning of a typed point.
    var typed = ""
    /// A command whose letter could begin a point, so it waits for a digit.
    var held: PlayModel.Held?
    /// A sentence in place of the result, until the next key.
    var news: PlayModel.Message?
    /// The link that the screen shows, until the next key.
    var shownLink: String?
    /// The time of the next step of a line that plays by itself; nil if none does.
    private(set) var nextStep: Int?

    /// The interval between the moves of a line that plays by itself, in milliseconds.
    static let stepMilliseconds = 700
    /// The path of the server's catalogue of puzzles.
    static let cataloguePath = "api/puzzles"

    init(_ session: PuzzleSession, address: Address, words: any Words) {
        (self.session, self.address, self.words) = (session, address, words)
        cursor = BoardSize.standard.center
    }

    // MARK: Facts

    var size: BoardSize { session.attempt?.puzzle.position.board.size ?? .standard }

    /// Whether the person can choose a point: in an open puzzle, or after a defence to see why a
    /// point loses.
    var canPick: Bool {
        guard let attempt = session.attempt else { return false }
        if case .balance = attempt.puzzle.task { return false }
        return session.isOpen || attempt.state != .open && attempt.puzzle.kind == .defence
    }

    /// Whether the puzzle asks for a side.
    var asksSide: Bool { session.isOpen && session.attempt?.puzzle.kind == .balance }

    /// Whether the line of a refuted move is shown, while the puzzle goes on.
    var isRefuted: Bool { session.attempt?.state == .open && session.line != nil }

    var isOver: Bool { session.attempt.map { $0.state != .open } ?? false }

    /// Whether there is a next puzzle to go to.
    var hasNext: Bool {
        !session.isLoading && !session.waits && (isOver || session.missing == .more || session.missing == .noneDue)
    }

    // MARK: Start and answers

    /// Opens a mode. `subject` may be the puzzle that a link refers to.
    mutating func open(_ mode: PuzzleMode, subject: PuzzleFilter.Subject? = nil, now: Int) -> [Effect] {
        act(now) { $0.open(mode, subject: subject, now: now) }
    }

    mutating func open(id: String, now: Int) -> [Effect] { act(now) { $0.open(id: id, now: now) } }

    /// Opens the puzzle from the lost game with that ID.
    mutating func open(game: String, now: Int) -> [Effect] { act(now) { $0.open(game: game, now: now) } }

    /// Takes the server's answer to a request.
    mutating func take(_ answer: WebFetch.Answer, to request: PuzzleSession.Request, now: Int) -> [Effect] {
        let effects = act(now) { $0.take(answer, to: request) }
        if case .failed(let failure) = answer, session.missing == .offline {
            news = .init(text: words.fetchFailed(failure), isWarning: true)
        }
        return effects
    }

    /// Takes the user's identity on the server.
    mutating func take(_ user: PuzzleUser, to request: PuzzleSession.Request, now: Int) -> [Effect] {
        act(now) { $0.take(user, to: request) }
    }

    /// Takes the catalogue. Without it, the menu offers everything.
    mutating func takeCatalogue(_ answer: WebFetch.Answer) {
        if case .json(let json) = answer { catalogue = PuzzleCatalogue(json) }
    }

    /// Changes the session, and follows its effect on the screen.
    mutating func act(_ now: Int, _ body: (inout PuzzleSession) -> PuzzleSession.Request?) -> [Effect] {
        let (line, puzzle) = (session.line?.points, session.attempt?.puzzle.id)
        let request = body(&session)
        if session.attempt?.puzzle.id != puzzle {
            cursor = session.attempt?.puzzle.last ?? size.center
            typed = ""
        }
        if session.line?.points != line {
            nextStep = session.line.map { !$0.isAtEnd } == true ? now + Self.stepMilliseconds : nil
        }
        if session.source.file.hasFailed, let path = session.source.file.path {
            news = .init(text: words.puzzleNotSaved(path), isWarning: true)
        }
        return request.map { [.fetch($0)] } ?? []
    }

    // MARK: Time

    /// Performs the steps that are due: a held command, the next move of a line, the end of a
    /// sprint.
    mutating func tick(now: Int) -> [Effect] {
        var effects = act(now) { session in
            session.tick(now: now)
            return nil
        }
        if let held, held.until <= now {
            self.held = nil
            effects += command(held.letter, now: now)
        }
        if session.line == nil { nextStep = nil }
        if let step = nextStep, step <= now, let line = session.line {
            session.showStep(line.shown + 1)
            nextStep = session.line?.isAtEnd == false ? now + Self.stepMilliseconds : nil
        }
        return effects
    }

    /// Returns the milliseconds until ``tick(now:)`` has something to do, or the sprint's clock
    /// changes. Nil if nothing changes by itself.
    func nextChange(now: Int) -> Int? {
        let times = [held?.until, nextStep].compactMap { $0 }.map { max(1, $0 - now) }
        return (times + [session.run?.nextChange(now: now)].compactMap { $0 }).min()
    }

    /// Starts or stops a line that plays by itself. At its end, it begins again.
    mutating func togglePlay(now: Int) {
        guard let line = session.line else { return }
        guard nextStep == nil else {
            nextStep = nil
            return
        }
        if line.isAtEnd { session.showStep(0) }
        nextStep = now + Self.stepMilliseconds
    }

    /// Shows a step of the line, which then no longer plays by itself.
    mutating func show(_ step: Int) {
        nextStep = nil
        session.showStep(step)
    }
}
