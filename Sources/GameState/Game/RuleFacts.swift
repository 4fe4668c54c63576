/// The properties in which rules differ. The referee, the robot, the file formats and the page use
/// these properties and do not test for a particular rule.
public struct RuleFacts: Sendable {
    /// The number of the rule in Gomocup's engines, managers and files.
    public let gomocupNumber: Int
    /// Whether a side needs exactly five, so that six or more (an overline) have no effect.
    public let exactFive: ByStone<Bool>
    /// Whether a five has no effect if opposing stones close both ends. The edge does not close an
    /// end.
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

    /// Returns whether a row of `length` stones wins.
    ///
    /// - Parameter isClosed: Whether opposing stones lie at both ends.
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

    /// Creates the rule of an engine's `INFO rule` command, which is a bit mask: 1 is exact five, 2
    /// continuous games (not a rule), 4 renju and 8 caro. The highest bit decides.
    public init(gomocupBits bits: Int) {
        func highestBit(_ rule: Rule) -> Int {
            let number = rule.facts.gomocupNumber
            return number == 0 ? 0 : 1 << (Int.bitWidth - 1 - number.leadingZeroBitCount)
        }
        let named = Self.allCases.filter { bits & highestBit($0) != 0 }
        self = named.max { highestBit($0) < highestBit($1) } ?? .freestyle
    }
}
