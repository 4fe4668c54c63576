import Client
import GameState

/// The form for a New Game or a seek, with one row per term.
struct NewGameForm: Equatable {
    enum Row: Hashable {
        case term(GameTerms.Field)
        case seat, opponent

        /// The rows in order: the terms of play, the seats, and the terms `rated` and `listed`.
        static let all: [Row] = {
            let social: [GameTerms.Field] = [.rated, .listed]
            let forms: [GameTerms.Field.Form] = [.choice, .number, .clock, .flag]
            let played = forms.flatMap { form in
                GameTerms.Field.allCases.filter { $0.form == form && !social.contains($0) }
            }
            return played.map(Row.term) + [.seat, .opponent] + social.map(Row.term)
        }()
    }

    /// The purpose of the form.
    enum Purpose: Equatable { case table, seek }

    /// The seats that the user takes.
    enum Seat: CaseIterable, Equatable {
        case x, o, both, none

    }

    /// The player in the other seat.
    enum Opponent: Equatable {
        case anybody
        /// The other participant at the table, seated or not, who is notified of the game.
        case partner
        /// The robot at a level from 1 to 10.
        case computer(level: Int)

        /// The opponents at a table with or without a partner.
        static func all(hasPartner: Bool) -> [Opponent] {
            (hasPartner ? [partner] : []) + [anybody] + ParticipantID.robotLevels.map(computer(level:))
        }

    }

    /// The clocks offered. Any other can be typed.
    static let clocks: [ClockSetting?] =
        [nil]
        + ["60+1", "180+2", "300+5", "600+10", "900+15", "1800+30", "180/5x10", "600/5x30", "1800/5x60"].map {
            ClockSetting($0)
        }
    /// The greatest length of a typed clock, in characters.
    private static let clockCharacters = 16

    let purpose: Purpose
    /// Whether the user may play rated games.
    let mayRate: Bool
    /// Whether the room can be entered only with its link.
    var isForFriend = false
    /// The name of the participant who plays at this table too, if there is one.
    let partner: String?
    private(set) var row = Row.term(.rule)
    /// The chosen terms, including those whose rows are hidden now.
    private(set) var chosen: GameTerms
    private(set) var seat = Seat.x
    private(set) var opponent = Opponent.anybody
    /// A clock that is being typed.
    private(set) var typedClock = ""

    /// Creates a form with the terms of the previous game and the seats exchanged.
    ///
    /// - Parameter partner: the name of the other participant at the table, who is the first choice
    ///   for the opponent.
    init(after game: GameView, me: ParticipantID, mayRate: Bool = false, partner: String? = nil) {
        self.init(.table, game.terms, mayRate: mayRate, partner: partner)
        if partner != nil { opponent = .partner }
        let other = Stone.allCases.compactMap { game.seats[$0] }.first { $0 != me }
        if let level = other?.robotLevel { opponent = .computer(level: level) }
        switch (game.seats.x == me, game.seats.o == me) {
        case (true, true): seat = .both
        case (true, false): seat = game.isOver ? .o : .x
        default: seat = .x
        }
    }

    init(_ purpose: Purpose, _ terms: GameTerms = .init(), mayRate: Bool = false, partner: String? = nil) {
        self.purpose = purpose
        self.partner = partner
        self.mayRate = mayRate
        chosen = terms
        chosen.isRated = terms.isRated && mayRate
    }

    /// Chooses the robot as the opponent, in an unrated game.
    mutating func invite(computer level: Int) { (opponent, chosen.isRated) = (.computer(level: level), false) }

    /// The rows that apply to the present choices.
    var rows: [Row] { rows(with: seat) }

    /// The rows that apply if the user takes one seat.
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
        case .entry(let place) where rows.indices.contains(place): if finish() { row = rows[place] }
        default: break
        }
    }

    /// Completes a typed clock. Returns false, and keeps the text, if it is not a clock.
    mutating func finish() -> Bool {
        guard !typedClock.isEmpty else { return true }
        guard let setting = ClockSetting(typedClock) else {
            row = .term(.clock)
            return false
        }
        set(setting)
        return true
    }

    /// Handles a key that types a clock. Returns false for other keys.
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
        row = rows.stepped(from: row, by: step)
    }

    private mutating func change(_ step: Int) {
        switch row {
        case .term(.clock): set(Self.clocks.stepped(from: chosen.clock, by: step))
        case .term(let field): change(field, step)
        case .seat: seat = Seat.allCases.stepped(from: seat, by: step)
        case .opponent:
            opponent = Opponent.all(hasPartner: partner != nil).stepped(from: opponent, by: step)
            if case .computer = opponent { chosen.isRated = false }
        }
    }

    private mutating func change(_ field: GameTerms.Field, _ step: Int) {
        let values = field == .opening ? Opening.played(under: chosen.rule).map(\.rawValue) : field.values
        _ = chosen.set(field, to: values.stepped(from: chosen[field] ?? "", by: step))
        if !chosen.opening.isPlayed(under: chosen.rule) { chosen.opening = .none }
        // A rated game needs a clock and a human opponent.
        if field == .rated, chosen.isRated {
            if chosen.clock == nil { chosen.clock = .fischer(main: 300, increment: 5) }
            if case .computer = opponent { opponent = .anybody }
        }
    }

    /// Whether the form asks the partner for the same game again with exchanged sides, which is a
    /// rematch.
    func isRematch(of game: GameView, me: ParticipantID) -> Bool {
        game.isOver && rows.contains(.opponent) && opponent == .partner && terms == game.terms
            && (seat == .x ? game.seats.o : game.seats.x) == me && game.seats.x != game.seats.o
    }
}
