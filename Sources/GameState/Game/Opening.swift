/// How a game begins: an agreement that takes away the advantage of the first move.
public enum Opening: String, CaseIterable, Sendable {
    /// Play from the first stone.
    case none
    /// Three stones by one, the other takes a side.
    case swap
    /// Three stones by one; the other takes a side, or adds two stones and leaves the choice.
    case swap2
    /// First stone in the centre, X's second outside the central 5×5.
    case pro
    /// First stone in the centre, X's second outside the central 7×7.
    case longPro = "long-pro"
    /// Renju, RIF 1996: one of the 26 openings by one, swap, two fifth moves of which O picks one.
    case rif
    /// Renju, Soosõrv-8: one of the 26 openings by one, swap, O's fourth and how many fifths (1–8), swap, O picks one.
    case soosorv8 = "soosorv-8"
    /// Renju, Taraguchi-10: a swap after each of the first stones in growing squares; then a fifth and a swap, or ten
    /// fifths.
    case taraguchi10 = "taraguchi-10"

    /// Stones that are placed by agreement before play begins.
    public var stones: Int {
        switch self {
        case .none: 0
        case .swap, .swap2, .pro, .longPro: 3
        case .rif, .soosorv8, .taraguchi10: 5
        }
    }

    /// Those that go with a rule, in their order.
    public static func played(under rule: Rule) -> [Opening] { allCases.filter { $0.isPlayed(under: rule) } }

    /// The last three are renju's; the others go with every rule.
    public func isPlayed(under rule: Rule) -> Bool {
        switch self {
        case .none, .swap, .swap2, .pro, .longPro: true
        case .rif, .soosorv8, .taraguchi10: rule.facts.forbidsX
        }
    }
}

/// What is awaited while an opening is played; the raw value is the room's word for it.
public enum OpeningPhase: String, CaseIterable, Sendable {
    case place1 = "place-1"
    case place2 = "place-2"
    case place3 = "place-3"
    case place4 = "place-4"
    case place5 = "place-5"
    /// Take the other side or stay, after that many stones.
    case swap1 = "swap-1"
    case swap2 = "swap-2"
    case swap3 = "swap-3"
    case swap4 = "swap-4"
    case swap5 = "swap-5"
    /// Black or white, or two more stones.
    case side = "choose-side"
    /// Black or white, after two more stones.
    case sideAgain = "choose-side-again"
    /// How many fifth moves X must offer.
    case count = "choose-count"
    case offer = "offer-fifths"
    case pick = "pick-fifth"
    /// The opening is over, play goes on.
    case done
}

/// A word for a choice in an opening.
public enum OpeningChoice: Hashable, Sendable {
    /// Take the other side, or keep one's own.
    case swap, stay
    /// Play X, or O, from now on.
    case black, white
    /// Place two more stones and leave the choice to the other.
    case more
    /// Offer ten fifth moves instead of swapping.
    case ten
    /// X must offer this many fifth moves, 1 to 8.
    case fifths(Int)
}

extension OpeningChoice: RawRepresentable, CaseIterable {
    public static let allCases: [OpeningChoice] =
        [.swap, .stay, .black, .white, .more, .ten] + (1...8).map(OpeningChoice.fifths)

    public init?(rawValue: String) {
        guard let choice = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = choice
    }

    /// The word on the wire: `swap`, `black`, `fifths-3`.
    public var rawValue: String {
        switch self {
        case .swap: "swap"
        case .stay: "stay"
        case .black: "black"
        case .white: "white"
        case .more: "more"
        case .ten: "ten"
        case .fifths(let count): "fifths-\(count)"
        }
    }
}

/// One step of an opening.
public enum OpeningDecision: Hashable, Sendable {
    /// A stone on the board; its colour follows from its number.
    case place(Point)
    case choose(OpeningChoice)
    /// One of X's alternatives for the fifth move; not yet on the board.
    case offer(Point)
    /// The alternative that becomes the fifth move.
    case pick(Point)
}

/// Why a step of an opening was refused.
public enum OpeningError: Error, Hashable, Sendable {
    case notUnderRule(Opening, Rule)
    case finished
    /// The phase awaits another kind of step.
    case otherKind(OpeningPhase)
    case notOfferedChoice(OpeningChoice, OpeningPhase)
    case offBoard(Point)
    case occupied(Point)
    /// The phase allows only some points, and this is none of them.
    case outsideArea(Point, OpeningPhase)
    /// The same as an alternative already offered, as the stones lie.
    case symmetric(Point, with: Point)
    /// Not among the fifth moves offered.
    case notOffered(Point)

    /// The stable word for the wire.
    public var code: String {
        switch self {
        case .notUnderRule, .otherKind, .notOfferedChoice, .notOffered: "bad-value"
        case .finished: "not-offered"
        case .offBoard: "off-board"
        case .occupied: "occupied"
        case .outsideArea, .symmetric: "forbidden-move"
        }
    }
}

extension OpeningError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notUnderRule(let opening, let rule):
            "\(opening.rawValue) is not played under \(rule.rawValue); choose renju."
        case .finished: "The opening is over; play on."
        case .otherKind(let phase): "The opening awaits another step: \(phase.rawValue)."
        case .notOfferedChoice(let choice, let phase): "\(choice.rawValue) is no choice in \(phase.rawValue)."
        case .offBoard: "That point lies off the board."
        case .occupied: "There is already a stone on that point."
        case .outsideArea(_, let phase):
            "The opening does not allow that point in \(phase.rawValue); choose one it shows."
        case .symmetric: "That move mirrors one already offered; offer a different one."
        case .notOffered: "That move was not offered; pick one of those that were."
        }
    }
}
