/// Conversion of a game to the keys of its room.
extension Game {
    /// A group of keys and a test that compares two games. If the test succeeds, all keys of the
    /// group have equal values. Most moves change few keys, so the test avoids writing and
    /// comparing the values of the other groups.
    private struct Part {
        let keys: [GameKey]
        let isSame: @Sendable (Game, Game) -> Bool
    }

    /// The groups of all keys except those of the moves, in a fixed order. The clock's setting
    /// belongs to the clock's group.
    private static let parts: [Part] = [
        Part(keys: [.game] + GameTerms.Field.allCases.filter { $0 != .clock }.map(GameKey.term)) {
            $0.number == $1.number && $0.terms == $1.terms
        },
        Part(keys: [.seat(.x), .seat(.o)]) { $0.seats == $1.seats },
        Part(keys: [.move]) { $0.moves.count == $1.moves.count },
        Part(keys: [.result, .reason, .line]) { $0.ending == $1.ending },
        Part(keys: [.offer]) { $0.offer == $1.offer },
        Part(keys: [.refused]) { $0.refusals == $1.refusals },
        Part(keys: [.gone]) { $0.absence == $1.absence },
        Part(keys: [.hints, .hintsTaken(.x), .hintsTaken(.o)]) { $0.hints == $1.hints },
        Part(keys: [.phase, .awaits, .choices, .fifths, .steps]) {
            $0.opening == nil && $1.opening == nil || $0.opening == $1.opening && $0.turn == $1.turn
        },
        Part(keys: GameKey.clockKeys) { $0.clock == $1.clock },
    ]

    /// Returns the value of `key` in this game, or `nil` if the key is absent. The keys of the
    /// moves are always absent here.
    private func value(of key: GameKey) -> String? {
        switch key {
        case .game: Digits.text(number)
        case .term(.clock): clock?[key]
        case .term(let field): terms.value(of: field)
        case .seat(let stone): seats[stone]?.text
        case .move: Digits.text(moves.count)
        case .result: ending?.result
        case .reason: ending?.reason.rawValue
        case .line: ending.flatMap { $0.line.isEmpty ? nil : Self.text(of: $0.line) }
        case .offer: offer?.description
        case .refused: refusals.isEmpty ? nil : refusals.map(\.description).joined(separator: ", ")
        case .gone: absence?.description
        case .hints: hints.areAgreed ? Hints.agreed : nil
        case .hintsTaken(let stone): hints.taken[stone] > 0 ? Digits.text(hints.taken[stone]) : nil
        case .phase: runningOpening?.phase.rawValue
        case .awaits: runningOpening.flatMap { _ in turn?.rawValue }
        case .choices: runningOpening.flatMap(Self.choices)
        case .fifths: runningOpening.flatMap { $0.offered.isEmpty ? nil : Self.text(of: $0.offered) }
        case .steps: opening.flatMap { Self.text(of: $0.decisions) }
        case .time, .periods, .lag, .began, .turn, .turnAt, .used: clock?[key]
        case .column, .row, .choice, .fifth: nil
        }
    }

    /// Returns the changes that lead from the keys of `old` to those of this game. A new game sets
    /// all of its keys, even those that keep their value.
    func delta(from old: Game?) -> Delta {
        var changes: [Delta.Change] = []
        let isNew = old?.number != number
        for part in Self.parts {
            if let old, !isNew, part.isSame(self, old) { continue }
            for key in part.keys {
                let (before, now) = (old?.value(of: key), value(of: key))
                guard before != now || (isNew && now != nil) else { continue }
                changes.append(.init(key, now))
            }
        }
        let kept = isNew ? 0 : min(moves.count, old?.moves.count ?? 0)
        for move in kept..<max(kept, moves.count) {
            changes.append(.init(.column(move + 1), Digits.text(moves[move].column)))
            changes.append(.init(.row(move + 1), Digits.text(moves[move].row)))
        }
        for move in moves.count..<max(moves.count, old?.moves.count ?? 0) {
            changes.append(.init(.column(move + 1), nil))
            changes.append(.init(.row(move + 1), nil))
        }
        return Delta(distinct: changes)
    }

    /// Returns points in the form that keys use: `7,7 8,7`.
    public static func text(of points: [Point]) -> String { points.map(\.cell).joined(separator: " ") }

    /// Returns the choices of the side whose step is awaited, or `nil` if the opening awaits a
    /// stone.
    private static func choices(_ opening: OpeningState) -> String? {
        guard case .choose(let choices) = opening.awaited else { return nil }
        return choices.map(\.rawValue).joined(separator: " ")
    }

    // MARK: Opening steps: `7,7` a stone, `?7,7` an offered fifth, `!7,7` a picked one, or a choice

    private static func text(of decisions: [OpeningDecision]) -> String? {
        guard !decisions.isEmpty else { return nil }
        return decisions.map { decision in
            switch decision {
            case .place(let point): point.cell
            case .offer(let point): "?\(point.cell)"
            case .pick(let point): "!\(point.cell)"
            case .choose(let choice): choice.rawValue
            }
        }.joined(separator: " ")
    }

    public static func decisions(_ text: String) -> [OpeningDecision]? {
        var decisions: [OpeningDecision] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let choice = OpeningChoice(rawValue: String(word)) {
                decisions.append(.choose(choice))
            } else if word.hasPrefix("?"), let point = Point(cell: word.dropFirst()) {
                decisions.append(.offer(point))
            } else if word.hasPrefix("!"), let point = Point(cell: word.dropFirst()) {
                decisions.append(.pick(point))
            } else if let point = Point(cell: word) {
                decisions.append(.place(point))
            } else {
                return nil
            }
        }
        return decisions
    }
}
