/// An opening in progress, with the awaited step and the resulting position.
///
/// Two participants take part: ``Seat/first``, who begins as X, and ``Seat/second``. A swap
/// exchanges their sides. ``holder(of:)`` returns the participant who plays a side now. A pure
/// value: the same decisions produce an equal state.
public struct OpeningState: Equatable, Sendable {
    /// A participant, independent of the current side.
    public enum Seat: String, CaseIterable, Sendable {
        case first, second
        public var other: Seat { self == .first ? .second : .first }
    }

    /// The kind of step that the opening awaits.
    public enum Awaited: Equatable, Sendable {
        /// A stone of this color on one of ``OpeningState/allowedPoints``.
        case place(Stone)
        case choose([OpeningChoice])
        /// An alternative for X's fifth move on one of ``OpeningState/allowedPoints``. `remaining`
        /// alternatives are still missing.
        case offer(remaining: Int)
        case pick([Point])
    }

    public let opening: Opening
    public let rule: Rule
    public let size: BoardSize
    public private(set) var phase: OpeningPhase
    public private(set) var decisions: [OpeningDecision] = []
    /// The stones on the board, in the order of placement. X's stone is the first.
    public private(set) var stones: [Point] = []
    public private(set) var board: Board
    /// X's alternatives for the fifth move, until O picks one.
    public private(set) var offered: [Point] = []
    /// The number of alternatives that X must offer.
    public private(set) var fifths = 0
    private var holderOfX = Seat.first

    public init(_ opening: Opening, rule: Rule, size: BoardSize = .standard) throws(OpeningError) {
        guard opening.isPlayed(under: rule) else { throw .notUnderRule(opening, rule) }
        self.opening = opening
        self.rule = rule
        self.size = size
        board = Board(size: size)
        phase = opening == .none ? .done : .place1
    }

    /// Creates the state after a list of decisions.
    public init(
        _ opening: Opening, rule: Rule, size: BoardSize = .standard, decisions: [OpeningDecision]
    ) throws(OpeningError) {
        try self.init(opening, rule: rule, size: size)
        for decision in decisions { try apply(decision) }
    }

    public var isFinished: Bool { phase == .done }

    /// Returns the participant who plays a side now.
    public func holder(of stone: Stone) -> Seat { stone == .x ? holderOfX : holderOfX.other }

    /// The color of the next stone on the board.
    public var nextStone: Stone { .ofMove(stones.count + 1) }

    /// The participant whose step is awaited. After the opening, the one who places the next stone.
    public var awaitedSeat: Seat {
        switch phase {
        case .place1, .place2, .place3:
            // In these openings the first participant places all three stones, including O's.
            switch opening {
            case .swap, .swap2, .rif, .soosorv8: .first
            case .none, .pro, .longPro, .taraguchi10: holder(of: nextStone)
            }
        case .place4, .place5: opening == .swap2 ? .second : holder(of: nextStone)
        case .side: .second
        case .sideAgain: .first
        // The participant who did not place the stones chooses.
        case .swap3 where opening == .rif || opening == .soosorv8: .second
        case .swap1, .swap2, .swap3, .swap4, .swap5: holder(of: nextStone)
        case .count, .pick: holder(of: .o)
        case .offer: holder(of: .x)
        case .done: holder(of: nextStone)
        }
    }

    /// The possible steps, or `nil` after the opening.
    public var awaited: Awaited? {
        switch phase {
        case .place1, .place2, .place3, .place4, .place5: .place(nextStone)
        case .swap4 where opening == .taraguchi10: .choose([.swap, .stay, .ten])
        case .swap1, .swap2, .swap3, .swap4, .swap5: .choose([.swap, .stay])
        case .side: .choose(opening == .swap2 ? [.black, .white, .more] : [.black, .white])
        case .sideAgain: .choose([.black, .white])
        case .count: .choose((1...8).map(OpeningChoice.fifths))
        case .offer: .offer(remaining: fifths - offered.count)
        case .pick: .pick(offered)
        case .done: nil
        }
    }

    /// Applies the next step. Throws an error, without a change, if the step is not possible.
    public mutating func apply(_ decision: OpeningDecision) throws(OpeningError) {
        guard let awaited else { throw .finished }
        switch (decision, awaited) {
        case (.place(let point), .place):
            try checkPoint(point)
            place(point)
        case (.choose(let choice), .choose(let choices)):
            guard choices.contains(choice) else { throw .notOfferedChoice(choice, phase) }
            choose(choice)
        case (.offer(let point), .offer(let remaining)):
            try checkPoint(point)
            offered.append(point)
            if remaining == 1 { phase = .pick }
        case (.pick(let point), .pick(let points)):
            guard points.contains(point) else { throw .notOffered(point) }
            offered = []
            place(point)
        default: throw .otherKind(phase)
        }
        decisions.append(decision)
    }

    private mutating func place(_ point: Point) {
        board[point] = nextStone
        stones.append(point)
        phase = phaseAfterStone
    }

    /// The phase after the stone just placed.
    private var phaseAfterStone: OpeningPhase {
        switch (opening, stones.count) {
        case (.taraguchi10, 1): .swap1
        case (_, 1): .place2
        case (.taraguchi10, 2): .swap2
        case (_, 2): .place3
        case (.swap, 3), (.swap2, 3): .side
        case (.rif, 3), (.soosorv8, 3), (.taraguchi10, 3): .swap3
        case (.swap2, 4): .place5
        case (.swap2, 5): .sideAgain
        case (.rif, 4): .offer
        case (.soosorv8, 4): .count
        case (.taraguchi10, 4): .swap4
        // A swap is possible after a placed fifth move, but not after a picked one.
        case (.taraguchi10, 5) where phase == .place5: .swap5
        default: .done
        }
    }

    private mutating func choose(_ choice: OpeningChoice) {
        switch choice {
        case .swap: holderOfX = holderOfX.other
        case .stay, .more: break
        case .black: holderOfX = awaitedSeat
        case .white: holderOfX = awaitedSeat.other
        case .ten: fifths = 10
        case .fifths(let count): fifths = count
        }
        phase =
            switch (phase, choice) {
            case (.swap1, _): .place2
            case (.swap2, _): .place3
            case (.swap3, _): .place4
            case (.swap4, .ten): .offer
            case (.swap4, _): opening == .taraguchi10 ? .place5 : .offer
            case (.side, .more): .place4
            case (.count, _): .swap4
            default: .done
            }
        if opening == .rif { fifths = 2 }
    }
}
