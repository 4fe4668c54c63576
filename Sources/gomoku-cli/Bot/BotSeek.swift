import GameState

/// A bot's seek in the lobby. Pure.
enum BotSeek: Equatable {
    /// Accept any unrated seek of another participant, without listing an own seek.
    case any
    /// List a seek with these terms and ratings until a participant accepts it.
    case terms(GameTerms, RatingRange)

    /// Parses `any`, or optional words such as `renju 300+5 19 swap2 no-takebacks rated 1300-1700`,
    /// separated by blanks or commas. Nil if a word is unknown or repeats a term.
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
            if let field = GameTerms.Field.carried(by: .seek).first(where: { terms.set(word, as: $0) }) {
                kind = field
            } else if let wanted = RatingRange(word) {
                (range, kind) = (wanted, nil)
            } else {
                return nil
            }
            guard kinds.insert(kind).inserted else { return nil }
        }
        guard terms.conflict == nil || terms.conflict == .ratedWithoutClock else { return nil }
        self = .terms(terms, range)
    }

    /// Returns the key of the seek to accept: the oldest suitable seek of another participant.
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

    /// The terms, with defaults if none were given.
    var terms: GameTerms {
        switch self {
        case .any: GameTerms()
        case .terms(let terms, _): terms
        }
    }

    private static let prefix = "seek."
}

extension GameTerms {
    /// Sets this term from `word`. Returns false if the word does not describe the term.
    fileprivate mutating func set(_ word: String, as field: Field) -> Bool {
        guard field.form == .flag else { return set(field, to: word) }
        return word == field.flagWord && set(field, to: field.flagValue)
    }
}
