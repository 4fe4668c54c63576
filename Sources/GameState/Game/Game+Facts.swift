/// A game as its room's keys.
extension Game {
    /// Every key but the moves', in an order that is always the same; nil where it is absent.
    var facts: [(key: String, value: String?)] {
        let opening = runningOpening
        var facts: [(key: String, value: String?)] = [(GameKey.game, String(number))]
        // The clock's setting is said with the rest of the clock.
        for field in GameTerms.Field.allCases where field != .clock {
            facts.append((field.rawValue, terms.said(field)))
        }
        facts += [
            (GameKey.x, seats.x?.text),
            (GameKey.o, seats.o?.text),
            (GameKey.move, String(moves.count)),
            (GameKey.result, ending?.result),
            (GameKey.reason, ending?.reason.rawValue),
            (GameKey.line, ending.flatMap { $0.line.isEmpty ? nil : Self.text(of: $0.line) }),
            (GameKey.offer, offer?.description),
            (GameKey.refused, refusals.isEmpty ? nil : refusals.map(\.description).joined(separator: ", ")),
            (GameKey.gone, absence?.description),
            (GameKey.phase, opening?.phase.rawValue),
            (GameKey.awaits, opening.flatMap { _ in turn?.rawValue }),
            (GameKey.choices, opening.flatMap(Self.choices)),
            (GameKey.fifths, opening.flatMap { $0.offered.isEmpty ? nil : Self.text(of: $0.offered) }),
            (GameKey.steps, self.opening.flatMap { Self.text(of: $0.decisions) }),
        ]
        let clockKeys = clock?.keys ?? [:]
        facts += GameKey.clockKeys.map { ($0, clockKeys[$0]) }
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
            changes.append(.init(fact.key, fact.value.map { .string($0) }))
        }
        let kept = isNew ? 0 : min(moves.count, old?.moves.count ?? 0)
        for move in kept..<max(kept, moves.count) {
            changes.append(.init(GameKey.column(move + 1), .string(String(moves[move].column))))
            changes.append(.init(GameKey.row(move + 1), .string(String(moves[move].row))))
        }
        for move in moves.count..<max(moves.count, old?.moves.count ?? 0) {
            changes.append(.init(GameKey.column(move + 1), nil))
            changes.append(.init(GameKey.row(move + 1), nil))
        }
        return Delta(changes: changes)
    }

    public static func text(of points: [Point]) -> String {
        points.map { "\($0.column),\($0.row)" }.joined(separator: " ")
    }

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
            case .place(let point): "\(point.column),\(point.row)"
            case .offer(let point): "?\(point.column),\(point.row)"
            case .pick(let point): "!\(point.column),\(point.row)"
            case .choose(let choice): choice.rawValue
            }
        }.joined(separator: " ")
    }

    public static func decisions(_ text: String) -> [OpeningDecision]? {
        var decisions: [OpeningDecision] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let choice = OpeningChoice(rawValue: String(word)) {
                decisions.append(.choose(choice))
            } else if word.hasPrefix("?"), let point = point(word.dropFirst()) {
                decisions.append(.offer(point))
            } else if word.hasPrefix("!"), let point = point(word.dropFirst()) {
                decisions.append(.pick(point))
            } else if let point = point(word) {
                decisions.append(.place(point))
            } else {
                return nil
            }
        }
        return decisions
    }

    static func point(_ text: some StringProtocol) -> Point? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let column = Digits.number(parts[0]), let row = Digits.number(parts[1]) else {
            return nil
        }
        return Point(column: column, row: row)
    }
}
