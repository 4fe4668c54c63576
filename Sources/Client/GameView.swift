import GameState
import Wire

/// A client's view of the game that a room's keys describe.
///
/// A client builds the view from the whole state when it joins, and updates it with deltas after
/// that. Both ways produce the same view, as a property test verifies. The view does not judge
/// moves. It ignores invalid values, so no state can break it.
public struct GameView: PlayerRights, Equatable, Sendable {
    /// The number of the game in its room, or `nil` if no game has started.
    public private(set) var number: Int?
    /// The terms of the game. Invalid values become defaults.
    public private(set) var terms = GameTerms()
    public private(set) var board = Board()
    /// The moves in order. X's are the odd ones.
    public private(set) var moves: [Point] = []
    public private(set) var seats = ByStone<ParticipantID?>(both: nil)
    /// The result (`x`, `o` or `draw`), or `nil` while the game goes on.
    public private(set) var result: String?
    public private(set) var reason: Game.Reason?
    /// The winning row.
    public private(set) var line: [Point] = []
    public private(set) var offer: Offer?
    /// The refused offers.
    public private(set) var refusals: [Refusal] = []
    /// The clock, or `nil` without one.
    public private(set) var clock: Clock?
    /// A player who has left, with the time from which the opponent may claim a win.
    public private(set) var absence: Absence?
    public private(set) var hints = Hints()
    /// The phase of a running opening.
    public private(set) var phase: OpeningPhase?
    /// The side whose step the opening awaits.
    public private(set) var awaits: Stone?
    /// The choices of the awaited side. Empty if the opening awaits a stone.
    public private(set) var choices: [OpeningChoice] = []
    /// The offered fifth moves, of which one must be picked.
    public private(set) var fifths: [Point] = []
    /// The running opening with its steps, or `nil` if it is over or its steps are invalid.
    public private(set) var openingState: OpeningState?
    /// The steps of the opening, even after it is over.
    public private(set) var openingSteps: [OpeningDecision] = []

    /// Creates a view without a game.
    public init() {}

    /// Creates the view of the game in a whole state.
    public init(state: SharedState) {
        number = state.number(.game)
        readTexts(state)
        readBoard(state)
        readOpening(state)
    }

    public var rule: Rule { terms.rule }
    public var size: BoardSize { board.size }
    public var isOver: Bool { result != nil }
    /// The winner, or `nil` for a draw and while the game goes on.
    public var winner: Stone? { result.flatMap(Stone.init) }
    /// The side to move, or whose step an opening awaits. `nil` if the game is over or has not
    /// started.
    public var turn: Stone? {
        guard number != nil, !isOver else { return nil }
        return awaits ?? .ofMove(moves.count + 1)
    }
    public var lastMove: Point? { moves.last }
    public var openingStones: Int {
        openingSteps.count { if case .place = $0 { true } else if case .pick = $0 { true } else { false } }
    }
    public var isOpeningRunning: Bool { phase != nil }

    /// Applies a delta. `state` is the room's state after it.
    public mutating func apply(_ delta: Delta, state: SharedState) {
        let restarted = delta[.game] != nil || delta[.term(.size)] != nil
        if restarted { number = state.number(.game) }
        readTexts(state)
        if restarted || delta.keys.contains(where: isOfPlayedMove) {
            readBoard(state)
        } else if delta.keys.contains(where: Self.isOfMoves) {
            readMoves(state)
        }
        if restarted || delta[.line] != nil { readLine(state) }
        readOpening(state)
    }

    /// Returns whether `key` belongs to a stone that is already on the board.
    private func isOfPlayedMove(_ key: String) -> Bool {
        GameKey(key)?.moveNumber.map { $0 <= moves.count } ?? false
    }

    private static func isOfMoves(_ key: String) -> Bool {
        GameKey(key).map { $0 == .move || $0.moveNumber != nil } ?? false
    }

    // MARK: Reading

    private mutating func readTexts(_ state: SharedState) {
        terms = GameTerms { state[.term($0)] }
        for stone in Stone.allCases { seats[stone] = state.text(.seat(stone)).map(ParticipantID.init) }
        result = state.text(.result).flatMap { $0 == Game.Ending.draw || Stone(rawValue: $0) != nil ? $0 : nil }
        reason = state.text(.reason).flatMap(Game.Reason.init)
        offer = state.text(.offer).flatMap { Offer($0) }
        refusals = (state.text(.refused) ?? "").split(separator: ",").prefix(Self.refusalsLimit).compactMap {
            part in
            Refusal(String(part.drop { $0 == " " }))
        }
        absence = state.text(.gone).flatMap { Absence($0) }
        hints = Hints(
            areAgreed: state.text(.hints) == Hints.agreed,
            taken: ByStone(x: state.number(.hintsTaken(.x)) ?? 0, o: state.number(.hintsTaken(.o)) ?? 0))
        readClock(state)
    }

    /// The number of refused offers to read. A game remembers one refusal of each kind and side.
    /// Further ones are ignored.
    private static let refusalsLimit = Offer.Kind.allCases.count * Stone.allCases.count

    private mutating func readClock(_ state: SharedState) {
        guard terms.clock != nil else {
            clock = nil
            return
        }
        clock = Clock { state.text($0) }
    }

    /// Reads the opening. Must run after the board is read, because it needs the board's size.
    private mutating func readOpening(_ state: SharedState) {
        let steps = state.text(.steps)
        guard steps != nil || state[.phase] != nil || !openingSteps.isEmpty || phase != nil else { return }
        phase = state.text(.phase).flatMap(OpeningPhase.init)
        awaits = phase == nil ? nil : state.text(.awaits).flatMap(Stone.init)
        choices =
            phase == nil
            ? []
            : (state.text(.choices) ?? "").split(separator: " ").compactMap {
                OpeningChoice(rawValue: String($0))
            }
        fifths = phase == nil ? [] : points(state.text(.fifths))
        openingSteps = steps.flatMap { Game.decisions($0) } ?? []
        openingState =
            phase == nil
            ? nil
            : try? OpeningState(terms.opening, rule: rule, size: size, decisions: openingSteps)
    }

    private mutating func readBoard(_ state: SharedState) {
        board = Board(size: terms.size)
        moves = []
        readMoves(state)
        readLine(state)
    }

    /// Removes or adds moves to match the key `move`, up to the first invalid move.
    private mutating func readMoves(_ state: SharedState) {
        let count = min(state.number(.move) ?? 0, size.area)
        while moves.count > count { board[moves.removeLast()] = nil }
        while moves.count < count {
            let next = moves.count + 1
            guard let column = state.number(.column(next)),
                let row = state.number(.row(next)),
                let point = size.point(column: column, row: row), board[point] == nil
            else { return }
            moves.append(point)
            board[point] = .ofMove(next)
        }
    }

    private mutating func readLine(_ state: SharedState) {
        line = points(state.text(.line))
    }

    /// Parses points in the form that keys use: `7,7 8,7`.
    private func points(_ text: String?) -> [Point] {
        (text ?? "").split(separator: " ").prefix(size.area).compactMap { cell in
            Point(cell: cell).flatMap { size.contains($0) ? $0 : nil }
        }
    }
}
