import Client
import GameState

/// The dialog of *New Game*, and of looking for an opponent: what is to be agreed, row by row.
struct NewGameForm: Equatable {
    enum Row: Hashable {
        case term(GameTerms.Field)
        case seat, opponent

        /// How the game is played, then who plays it, and for whom.
        static let all: [Row] = {
            let social: [GameTerms.Field] = [.rated, .listed]
            let forms: [GameTerms.Field.Form] = [.choice, .number, .clock, .flag]
            let played = forms.flatMap { form in
                GameTerms.Field.allCases.filter { $0.form == form && !social.contains($0) }
            }
            return played.map(Row.term) + [.seat, .opponent] + social.map(Row.term)
        }()
    }

    /// What it is filled in for.
    enum Purpose: Equatable { case table, seek }

    /// Which seats one takes oneself.
    enum Seat: CaseIterable, Equatable {
        case x, o, both, none

    }

    /// Who sits in the other seat.
    enum Opponent: Equatable {
        case anybody
        /// 1…10.
        case computer(level: Int)

        static let all = [anybody] + ParticipantID.robotLevels.map(computer(level:))

    }

    /// Clocks that are offered; any other can be typed.
    static let clocks: [ClockSetting?] =
        [nil]
        + ["60+1", "180+2", "300+5", "600+10", "900+15", "1800+30", "180/5x10", "600/5x30", "1800/5x60"].map {
            ClockSetting($0)
        }
    /// Characters of a clock that is typed.
    private static let clockCharacters = 16

    let purpose: Purpose
    /// Whether the result can count at all.
    let mayRate: Bool
    /// Whether nobody comes to the table without the link.
    var isForFriend = false
    private(set) var row = Row.term(.rule)
    /// As they were chosen, whether or not their rows make sense now.
    private(set) var chosen: GameTerms
    private(set) var seat = Seat.x
    private(set) var opponent = Opponent.anybody
    /// A clock being typed.
    private(set) var typedClock = ""

    /// Begins with what was played last; who was X is O now.
    init(after game: GameView, me: ParticipantID, mayRate: Bool = false) {
        self.init(.table, game.terms, mayRate: mayRate)
        let other = Stone.allCases.compactMap { game.seats[$0] }.first { $0 != me }
        if let level = other?.robotLevel { opponent = .computer(level: level) }
        switch (game.seats.x == me, game.seats.o == me) {
        case (true, true): seat = .both
        case (true, false): seat = game.isOver ? .o : .x
        default: seat = .x
        }
    }

    init(_ purpose: Purpose, _ terms: GameTerms = .init(), mayRate: Bool = false) {
        self.purpose = purpose
        self.mayRate = mayRate
        chosen = terms
        chosen.isRated = terms.isRated && mayRate
    }

    /// Against the computer in a game of one's own.
    mutating func invite(computer level: Int) { (opponent, chosen.isRated) = (.computer(level: level), false) }

    /// The rows that make sense now.
    var rows: [Row] { rows(with: seat) }

    /// The rows that make sense with one seat or another.
    var allRows: [Row] { rows(with: .x) }

    private func rows(with seat: Seat) -> [Row] {
        Row.all.filter { row in
            switch row {
            case .seat: purpose == .table
            case .term(.listed): purpose == .table && !isForFriend
            case .opponent: purpose == .table && (seat == .x || seat == .o)
            case .term(.rated): mayRate && (purpose == .seek || seat == .x || seat == .o)
            case .term: true
            }
        }
    }

    var terms: GameTerms {
        var terms = chosen
        terms.isRated = chosen.isRated && rows.contains(.term(.rated))
        terms.isListed = chosen.isListed && rows.contains(.term(.listed))
        return terms
    }

    func seats(of me: ParticipantID) -> ByStone<ParticipantID?> {
        var other: ParticipantID?
        if rows.contains(.opponent), case .computer(let level) = opponent { other = ParticipantID("robot:\(level)") }
        return ByStone(
            x: seat == .x || seat == .both ? me : seat == .o ? other : nil,
            o: seat == .o || seat == .both ? me : seat == .x ? other : nil)
    }

    mutating func press(_ key: Key) {
        if row == .term(.clock), typeClock(key) { return }
        switch key {
        case .up: moveRow(-1)
        case .down, .tab: moveRow(1)
        case .left: change(-1)
        case .right, .character(" "): change(1)
        default: break
        }
    }

    /// False: what was typed is no clock, and stays.
    mutating func finish() -> Bool {
        guard !typedClock.isEmpty else { return true }
        guard let setting = ClockSetting(typedClock) else {
            row = .term(.clock)
            return false
        }
        set(setting)
        return true
    }

    /// Whether the key was one for typing a clock.
    private mutating func typeClock(_ key: Key) -> Bool {
        switch key {
        case .character(let character) where "0123456789+/x".contains(character):
            if typedClock.count < Self.clockCharacters { typedClock.append(character) }
        case .backspace where !typedClock.isEmpty: typedClock.removeLast()
        default: return false
        }
        return true
    }

    private mutating func set(_ setting: ClockSetting?) {
        (chosen.clock, typedClock) = (setting, "")
        if setting == nil { chosen.isRated = false }
    }

    private mutating func moveRow(_ step: Int) {
        guard finish() else { return }
        row = Self.stepped(row, step, rows)
    }

    private mutating func change(_ step: Int) {
        switch row {
        case .term(.clock): set(Self.stepped(chosen.clock, step, Self.clocks))
        case .term(let field): change(field, step)
        case .seat: seat = Self.stepped(seat, step, Seat.allCases)
        case .opponent:
            opponent = Self.stepped(opponent, step, Opponent.all)
            if opponent != .anybody { chosen.isRated = false }
        }
    }

    private mutating func change(_ field: GameTerms.Field, _ step: Int) {
        let values = field == .opening ? Opening.played(under: chosen.rule).map(\.rawValue) : field.values
        _ = chosen.set(field, to: Self.stepped(chosen[field] ?? "", step, values))
        if !chosen.opening.isPlayed(under: chosen.rule) { chosen.opening = .none }
        // What counts needs a clock and a person.
        if field == .rated, chosen.isRated {
            if chosen.clock == nil { chosen.clock = .fischer(main: 300, increment: 5) }
            opponent = .anybody
        }
    }

    /// The element `step` places on, around the end; the first one after something that is not among them.
    private static func stepped<Element: Equatable>(_ element: Element, _ step: Int, _ all: [Element]) -> Element {
        guard let place = all.firstIndex(of: element) else { return all.first ?? element }
        return all[(place + step + all.count) % all.count]
    }
}
