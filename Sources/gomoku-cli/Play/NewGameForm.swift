import GameState

/// The dialog of *New Game*.
struct NewGameForm: Equatable {
    enum Row: Int, CaseIterable { case rule, seat, size }

    /// Which seats one takes oneself.
    enum Seat: CaseIterable, Equatable {
        case x, o, both, none

        var words: String {
            switch self {
            case .x: "X, first"
            case .o: "O, second"
            case .both: "both sides"
            case .none: "none: watch"
            }
        }

        func seats(of me: ParticipantID) -> ByStone<ParticipantID?> {
            ByStone(x: self == .x || self == .both ? me : nil, o: self == .o || self == .both ? me : nil)
        }
    }

    private(set) var row = Row.rule
    private(set) var rule: Rule
    private(set) var seat: Seat
    private(set) var size: BoardSize

    /// Begins with what was played last; who was X is O now.
    init(after game: GameView, me: ParticipantID) {
        rule = game.rule
        size = game.size
        switch (game.seats.x == me, game.seats.o == me) {
        case (true, true): seat = .both
        case (true, false): seat = game.isOver ? .o : .x
        default: seat = .x
        }
    }

    func words(_ row: Row) -> String {
        switch row {
        case .rule: rule.rawValue
        case .seat: seat.words
        case .size: "\(size.side)×\(size.side)"
        }
    }

    mutating func take(_ key: Key) {
        switch key {
        case .up: moveRow(-1)
        case .down, .tab: moveRow(1)
        case .left: change(-1)
        case .right, .character(" "): change(1)
        default: break
        }
    }

    private mutating func moveRow(_ step: Int) { row = Self.stepped(row, step, Row.allCases) }

    private mutating func change(_ step: Int) {
        switch row {
        case .rule: rule = Self.stepped(rule, step, Rule.allCases)
        case .seat: seat = Self.stepped(seat, step, Seat.allCases)
        case .size: size = Self.stepped(size, step, BoardSize.all)
        }
    }

    /// The element `step` places on, around the end.
    private static func stepped<Element: Equatable>(_ element: Element, _ step: Int, _ all: [Element]) -> Element {
        guard let place = all.firstIndex(of: element) else { return element }
        return all[(place + step + all.count) % all.count]
    }
}
