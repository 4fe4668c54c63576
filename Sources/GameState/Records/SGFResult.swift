/// SGF's `RE`, and what it says of why the game ended.
struct SGFResult {
    let outcome: GameRecord.Outcome?
    /// What `RE` alone says, in the room's words.
    let reason: String?
    /// `B+`, `W+R`, `Draw`, `Void`, `?`; nil writes none.
    let text: String?

    /// SGF's word for it.
    static let unknown = "?"

    init(outcome: GameRecord.Outcome?, reason: String?) {
        self.outcome = outcome
        let ending: (letter: String, reason: String?) =
            switch reason {
            case "resign": ("R", "resign")
            case "time": ("T", "time")
            // SGF has one word for every game lost outside the board.
            case "abandoned", "forbidden": ("F", "abandoned")
            default: ("", nil)
            }
        switch outcome {
        case .x: (text, self.reason) = ("B+" + ending.letter, ending.reason)
        case .o: (text, self.reason) = ("W+" + ending.letter, ending.reason)
        case .draw: (text, self.reason) = ("Draw", nil)
        case nil where reason == "aborted": (text, self.reason) = ("Void", "aborted")
        case nil: (text, self.reason) = (reason.map { _ in Self.unknown }, nil)
        }
    }

    /// Reads what SGF and the programs of this game write; nil for anything else.
    init?(_ written: String) {
        let word = written.trimmed.lowercased()
        text = written
        switch word {
        case "draw", "0", "jigo", "1/2-1/2", "0.5-0.5": (outcome, reason) = (.draw, nil)
        case "void": (outcome, reason) = (nil, "aborted")
        case Self.unknown: (outcome, reason) = (nil, nil)
        case "1-0": (outcome, reason) = (.x, nil)
        case "0-1": (outcome, reason) = (.o, nil)
        default:
            guard word.hasPrefix("b+") || word.hasPrefix("w+") else { return nil }
            outcome = word.hasPrefix("b") ? .x : .o
            reason =
                switch word.dropFirst(2) {
                case "r", "resign": "resign"
                case "t", "time": "time"
                case "f", "forfeit": "abandoned"
                default: nil
                }
        }
    }
}

extension ClockSetting {
    /// What SGF's `OT` says: `5 fischer`, `5x30 byo-yomi`.
    var overtime: String {
        switch self {
        case .fischer(_, let increment): "\(increment) fischer"
        case .byoyomi(_, let periods, let length): "\(periods)x\(length) byo-yomi"
        }
    }

    /// From SGF's `TM` and `OT`, as ``overtime`` writes it.
    init?(main: String, over: String) {
        let words = over.split(separator: " ")
        guard words.count == 2 else { return nil }
        switch words[1] {
        case "fischer": self.init("\(main)+\(words[0])")
        case "byo-yomi": self.init("\(main)/\(words[0])")
        default: return nil
        }
    }
}
