import GameState

/// What a bot looks for in the lobby. Pure.
enum BotSeek: Equatable {
    /// Takes whatever somebody else looks for, as long as it is unrated; looks for nothing itself.
    case any
    /// Looks for this, until somebody wants the same.
    case terms(GameTerms, RatingRange)

    /// Reads `any`, or words such as `renju 300+5 19 swap2 no-takebacks rated 1300-1700`, each of them optional, with
    /// blanks or commas between; nil when there is another one, or one of a kind twice.
    init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," }.map(String.init)
        if words == ["any"] {
            self = .any
            return
        }
        var terms = GameTerms()
        var range = RatingRange.any
        var kinds: Set<GameTerms.Field?> = []
        for word in words {
            let kind: GameTerms.Field?
            if let field = GameTerms.Field.carried(by: .seek).first(where: { terms.take(word, as: $0) }) {
                kind = field
            } else if let wanted = RatingRange(word) {
                (range, kind) = (wanted, nil)
            } else {
                return nil
            }
            guard kinds.insert(kind).inserted else { return nil }
        }
        guard terms.fault == nil || terms.fault == .ratedWithoutClock else { return nil }
        self = .terms(terms, range)
    }

    /// The key of the seek to take among those that `lobby` lists: the oldest of somebody else that fits.
    func choice(in lobby: SharedState, me: ParticipantID, besides refused: Set<String>) -> String? {
        guard self == .any else { return nil }
        let open = lobby.values.compactMap { key, value -> (number: Int, key: String)? in
            guard key.hasPrefix(Self.prefix), let number = Int(key.dropFirst(Self.prefix.count)),
                !refused.contains(key),
                let seek = ListedSeek(value), seek.by.id != me, !seek.terms.isRated
            else { return nil }
            return (number, key)
        }
        return open.min { $0.number < $1.number }?.key
    }

    /// What is played where nothing is said of it.
    var terms: GameTerms {
        switch self {
        case .any: GameTerms()
        case .terms(let terms, _): terms
        }
    }

    private static let prefix = "seek."
}

extension GameTerms {
    /// Whether `word` says this term; then it is what it says.
    fileprivate mutating func take(_ word: String, as field: Field) -> Bool {
        guard field.form == .flag else { return set(field, to: word) }
        return word == field.flagWord && set(field, to: field.flagValue)
    }
}
