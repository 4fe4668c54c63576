/// A game as its room's keys.
extension Game {
    /// Every key but the moves', in an order that is always the same; nil where it is absent.
    var facts: [(key: GameKey, value: String?)] {
        let opening = runningOpening
        var facts: [(key: GameKey, value: String?)] = [(.game, String(number))]
        // The clock's setting is said with the rest of the clock.
        for field in GameTerms.Field.allCases where field != .clock { facts.append((.term(field), terms.said(field))) }
        facts += [
            (.seat(.x), seats.x?.text),
            (.seat(.o), seats.o?.text),
            (.move, String(moves.count)),
            (.result, ending?.result),
            (.reason, ending?.reason.rawValue),
            (.line, ending.flatMap { $0.line.isEmpty ? nil : Self.text(of: $0.line) }),
            (.offer, offer?.description),
            (.refused, refusals.isEmpty ? nil : refusals.map(\.description).joined(separator: ", ")),
            (.gone, absence?.description),
            (.hints, hints.areAgreed ? Hints.agreed : nil),
            (.hintsTaken(.x), hints.taken.x > 0 ? String(hints.taken.x) : nil),
            (.hintsTaken(.o), hints.taken.o > 0 ? String(hints.taken.o) : nil),
            (.phase, opening?.phase.rawValue),
            (.awaits, opening.flatMap { _ in turn?.rawValue }),
            (.choices, opening.flatMap(Self.choices)),
            (.fifths, opening.flatMap { $0.offered.isEmpty ? nil : Self.text(of: $0.offered) }),
            (.steps, self.opening.flatMap { Self.text(of: $0.decisions) }),
        ]
        for key in GameKey.clockKeys { facts.append((key, clock?[key])) }
        return facts
    }

    /// What leads from the facts of `old` to those of this game. A new game says all it has, the same value as before
    /// too.
    func delta(from old: Game?) -> Delta {
        var changes: [Delta.Change] = []
        let before = old?.facts
        let isNew = old?.number != number
        for (index, fact) in facts.enumerated() {
            let known = before?[index].value
            guard known != fact.value || (isNew && fact.value != nil) else { continue }
            changes.append(.init(fact.key, fact.value))
        }
        let kept = isNew ? 0 : min(moves.count, old?.moves.count ?? 0)
        for move in kept..<max(kept, moves.count) {
            changes.append(.init(.column(move + 1), String(moves[move].column)))
            changes.append(.init(.row(move + 1), String(moves[move].row)))
        }
        for move in moves.count..<max(moves.count, old?.moves.count ?? 0) {
            changes.append(.init(.column(move + 1), nil))
            changes.append(.init(.row(move + 1), nil))
        }
        return Delta(changes: changes)
    }

    /// Cells as the keys have them: `7,7 8,7`.
    public static func text(of points: [Point]) -> String { points.map(\.cell).joined(separator: " ") }

    /// Words that the awaited side may choose among; nil when a stone is awaited.
    private static func choices(_ opening: OpeningState) -> String? {
        guard case .choose(let choices) = opening.awaited else { return nil }
        return choices.map(\.rawValue).joined(separator: " ")
    }

    // MARK: the steps of an opening: `7,7` a stone, `?7,7` a fifth offered, `!7,7` one picked, else a choice

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
