import GameState
import Wire

/// The game that a room's keys tell, as a client shows it.
///
/// Built from the whole state on joining, and changed by nothing but increments after that; both ways make the same
/// view (a property test says so). It judges nothing, and no state, however wrong, can break it: what makes no sense
/// is passed over.
public struct GameView: PlayerRights, Equatable, Sendable {
    /// Which game of this room; nil when none was ever started.
    public private(set) var number: Int?
    /// What it was agreed to be; what makes no sense is the standard.
    public private(set) var terms = GameTerms()
    public private(set) var board = Board()
    /// In order; odd ones are X's.
    public private(set) var moves: [Point] = []
    public private(set) var seats = ByStone<ParticipantID?>(both: nil)
    /// `x`, `o` or `draw`; nil while the game goes on.
    public private(set) var result: String?
    public private(set) var reason: Game.Reason?
    /// The winning cells.
    public private(set) var line: [Point] = []
    public private(set) var offer: Offer?
    /// Offers that were refused, and when.
    public private(set) var refusals: [Refusal] = []
    /// Both sides' time; nil without a clock.
    public private(set) var clock: Clock?
    /// A player who has left, and from when the other may claim the game.
    public private(set) var absence: Absence?
    public private(set) var hints = Hints()
    /// The phase of an opening that is being played.
    public private(set) var phase: OpeningPhase?
    /// The side that the opening awaits something from.
    public private(set) var awaits: Stone?
    /// What the awaited side may choose among; empty when a stone is awaited.
    public private(set) var choices: [OpeningChoice] = []
    /// The fifth moves offered, one of which is to be picked.
    public private(set) var fifths: [Point] = []
    /// The opening that is being played, step by step; nil when it is over, or when its steps make no sense.
    public private(set) var openingState: OpeningState?
    /// What was decided in the opening, also when it is over.
    public private(set) var openingSteps: [OpeningDecision] = []

    /// No game yet.
    public init() {}

    /// The game of a whole state.
    public init(state: SharedState) {
        number = state.number(.game)
        readTexts(state)
        readBoard(state)
        readOpening(state)
    }

    public var rule: Rule { terms.rule }
    public var size: BoardSize { board.size }
    public var isOver: Bool { result != nil }
    /// Nil for a draw, and while the game goes on.
    public var winner: Stone? { result.flatMap(Stone.init) }
    /// The side to move, or that an opening awaits something from; nil when the game is over or none was started.
    public var turn: Stone? {
        guard number != nil, !isOver else { return nil }
        return awaits ?? .ofMove(moves.count + 1)
    }
    public var lastMove: Point? { moves.last }
    public var openingStones: Int {
        openingSteps.count { if case .place = $0 { true } else if case .pick = $0 { true } else { false } }
    }
    public var isOpeningRunning: Bool { phase != nil }

    /// Applies the increment `delta`, after which the room's state is `state`.
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

    /// Whether `key` says where a stone lies that is on the board already.
    private func isOfPlayedMove(_ key: String) -> Bool {
        GameKey(key)?.moveNumber.map { $0 <= moves.count } ?? false
    }

    private static func isOfMoves(_ key: String) -> Bool {
        GameKey(key).map { $0 == .move || $0.moveNumber != nil } ?? false
    }

    // MARK: reading

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

    /// Kinds of offers by two sides.
    private static let refusalsLimit = 6

    private mutating func readClock(_ state: SharedState) {
        guard terms.clock != nil else {
            clock = nil
            return
        }
        clock = Clock { state.text($0) }
    }

    /// What an opening awaits. After the board, whose size it needs.
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

    /// Takes back or adds moves until there are as many as `move` says, as far as they make sense.
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

    /// Cells as keys write them, `7,7 8,7`.
    private func points(_ text: String?) -> [Point] {
        (text ?? "").split(separator: " ").prefix(size.area).compactMap { cell in
            Point(cell: cell).flatMap { size.contains($0) ? $0 : nil }
        }
    }
}
