/// The SGF property `RE`, with the outcome and reason that it expresses.
struct SGFResult {
    let outcome: GameRecord.Outcome?
    /// The reason that `RE` alone expresses, as in the room's `reason` key.
    let reason: String?
    /// The value of `RE`, such as `B+`, `W+R`, `Draw`, `Void` or `?`. `nil` if the property is not
    /// written.
    let text: String?

    /// The value for an unknown result.
    static let unknown = "?"

    init(outcome: GameRecord.Outcome?, reason: String?) {
        self.outcome = outcome
        let ending: (letter: String, reason: String?) =
            switch reason {
            case "resign": ("R", "resign")
            case "time": ("T", "time")
            // SGF has a single letter for both reasons: `F`, forfeit.
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

    /// Parses the values that SGF defines and those that other gomoku programs write. Returns `nil`
    /// for any other text.
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
    /// The value of SGF's `OT`: `5 fischer`, `5x30 byo-yomi`.
    var overtime: String {
        switch self {
        case .fischer(_, let increment): "\(increment) fischer"
        case .byoyomi(_, let periods, let length): "\(periods)x\(length) byo-yomi"
        }
    }

    /// Creates a setting from SGF's `TM` and `OT`. Parses the form of ``overtime``.
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
