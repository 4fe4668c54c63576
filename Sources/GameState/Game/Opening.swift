/// A procedure for the first stones that takes away the advantage of the first move.
public enum Opening: String, CaseIterable, Sendable {
    /// Play starts with the first stone.
    case none
    /// The first player places three stones. The second one chooses a side.
    case swap
    /// The first player places three stones. The second one chooses a side, or adds two stones and
    /// leaves the choice to the first.
    case swap2
    /// The first stone is in the center, and X's second one outside the central 5×5.
    case pro
    /// The first stone is in the center, and X's second one outside the central 7×7.
    case longPro = "long-pro"
    /// Renju, RIF 1996. The first player places one of the 26 openings, and the second may swap. O
    /// plays the fourth move. X offers two fifth moves, of which O picks one.
    case rif
    /// Renju, Soosõrv-8. The first player places one of the 26 openings, and the second may swap. O
    /// plays the fourth move and announces 1 to 8 fifth moves. The other side may swap, X offers
    /// the fifth moves, and O picks one.
    case soosorv8 = "soosorv-8"
    /// Renju, Taraguchi-10. The first stones are placed in growing squares, with a possible swap
    /// after each. Then follows a fifth move with a possible swap, or an offer of ten fifth moves.
    case taraguchi10 = "taraguchi-10"

    /// The number of stones that are placed before normal play begins.
    public var stones: Int {
        switch self {
        case .none: 0
        case .swap, .swap2, .pro, .longPro: 3
        case .rif, .soosorv8, .taraguchi10: 5
        }
    }

    /// Returns the openings available under a rule, in their order.
    public static func played(under rule: Rule) -> [Opening] { allCases.filter { $0.isPlayed(under: rule) } }

    /// Returns whether the opening is available under a rule. The last three belong to renju, the
    /// others to every rule.
    public func isPlayed(under rule: Rule) -> Bool {
        switch self {
        case .none, .swap, .swap2, .pro, .longPro: true
        case .rif, .soosorv8, .taraguchi10: rule.facts.forbidsX
        }
    }
}

/// A phase of an opening, named after the step that is awaited. The raw value is the word in the
/// room's keys.
public enum OpeningPhase: String, CaseIterable, Sendable {
    case place1 = "place-1"
    case place2 = "place-2"
    case place3 = "place-3"
    case place4 = "place-4"
    case place5 = "place-5"
    /// Swap sides or stay, after as many stones as the name says.
    case swap1 = "swap-1"
    case swap2 = "swap-2"
    case swap3 = "swap-3"
    case swap4 = "swap-4"
    case swap5 = "swap-5"
    /// Choose black or white, or place two more stones.
    case side = "choose-side"
    /// Choose black or white after the two more stones.
    case sideAgain = "choose-side-again"
    /// Choose the number of fifth moves that X must offer.
    case count = "choose-count"
    case offer = "offer-fifths"
    case pick = "pick-fifth"
    /// The opening is over and play goes on.
    case done
}

/// A choice in an opening.
public enum OpeningChoice: Hashable, Sendable {
    /// Swap sides, or stay.
    case swap, stay
    /// Play X (black), or O (white).
    case black, white
    /// Place two more stones and leave the choice to the other player.
    case more
    /// Offer ten fifth moves instead of swapping.
    case ten
    /// Let X offer this many fifth moves (1 to 8).
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

/// A step of an opening.
public enum OpeningDecision: Hashable, Sendable {
    /// A stone on the board. Its color follows from its number.
    case place(Point)
    case choose(OpeningChoice)
    /// An alternative for X's fifth move. It is not yet on the board.
    case offer(Point)
    /// The alternative that becomes the fifth move.
    case pick(Point)
}

/// The reason why a step of an opening was refused.
public enum OpeningError: Error, Hashable, Sendable {
    case notUnderRule(Opening, Rule)
    case finished
    /// The phase awaits another kind of step.
    case otherKind(OpeningPhase)
    case notOfferedChoice(OpeningChoice, OpeningPhase)
    case offBoard(Point)
    case occupied(Point)
    /// The phase does not allow this point.
    case outsideArea(Point, OpeningPhase)
    /// The point is equivalent by symmetry to an alternative offered before.
    case symmetric(Point, with: Point)
    /// The point is not one of the offered fifth moves.
    case notOffered(Point)

    /// The stable word on the wire.
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
            "The opening \(opening.rawValue) is not played under the rule \(rule.rawValue). Choose the rule renju."
        case .finished: "The opening is over. Make a normal move."
        case .otherKind(let phase): "The opening expects another step: \(phase.rawValue)."
        case .notOfferedChoice(let choice, let phase):
            "\(choice.rawValue) is not a choice of the phase \(phase.rawValue)."
        case .offBoard: "That point is off the board."
        case .occupied: "There is already a stone on that point."
        case .outsideArea(_, let phase):
            "The opening does not allow that point in the phase \(phase.rawValue). Choose another point."
        case .symmetric: "That move is symmetric to one that was already offered. Offer a different one."
        case .notOffered: "That move was not offered. Choose one of the offered moves."
        }
    }
}
