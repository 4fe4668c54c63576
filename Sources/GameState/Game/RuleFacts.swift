/// All in which one rule differs from another. Referee, robot, files and page ask these, never which rule it is.
public struct RuleFacts: Sendable {
    /// The number by which Gomocup's engines, managers and files call the rule.
    public let gomocupNumber: Int
    /// Whose five is exactly five: six and more (an overline) do nothing for that side.
    public let exactFive: ByStone<Bool>
    /// Whether a five does nothing that opposing stones close at both ends; the edge closes nothing.
    public let needsOpenEnd: Bool
    /// Whether overline, double four and double three are forbidden to X.
    public let forbidsX: Bool

    init(
        gomocupNumber: Int, exactFive: ByStone<Bool> = ByStone(both: false), needsOpenEnd: Bool = false,
        forbidsX: Bool = false
    ) {
        self.gomocupNumber = gomocupNumber
        self.exactFive = exactFive
        self.needsOpenEnd = needsOpenEnd
        self.forbidsX = forbidsX
    }

    /// Whether a row of so many of `stone` wins, `isClosed` when opposing stones lie at both its ends.
    @inlinable public func wins(_ length: Int, of stone: Stone, isClosed: @autoclosure () -> Bool) -> Bool {
        guard length >= 5, length == 5 || !exactFive[stone] else { return false }
        return !needsOpenEnd || !isClosed()
    }
}

extension Rule {
    public var facts: RuleFacts {
        switch self {
        case .freestyle: RuleFacts(gomocupNumber: 0)
        case .standard: RuleFacts(gomocupNumber: 1, exactFive: ByStone(both: true))
        case .renju: RuleFacts(gomocupNumber: 4, exactFive: ByStone(x: true, o: false), forbidsX: true)
        case .caro: RuleFacts(gomocupNumber: 9, exactFive: ByStone(both: true), needsOpenEnd: true)
        }
    }

    /// The rule of an engine's `INFO rule`, whose bits are 1 exact five, 2 continuous games (no rule of their own), 4
    /// renju and 8 caro: that with the highest bit that is set.
    public init(gomocupBits bits: Int) {
        func highestBit(_ rule: Rule) -> Int {
            let number = rule.facts.gomocupNumber
            return number == 0 ? 0 : 1 << (Int.bitWidth - 1 - number.leadingZeroBitCount)
        }
        let named = Self.allCases.filter { bits & highestBit($0) != 0 }
        self = named.max { highestBit($0) < highestBit($1) } ?? .freestyle
    }
}
