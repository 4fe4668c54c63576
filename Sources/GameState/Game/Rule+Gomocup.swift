extension Rule {
    /// The number by which Gomocup's engines, managers and files call the rule.
    public var gomocupNumber: Int {
        switch self {
        case .freestyle: 0
        case .standard: 1
        case .renju: 4
        case .caro: 9
        }
    }

    /// The rule of an engine's `INFO rule`, whose bits are 1 exact five, 2 continuous games (no rule of their own), 4
    /// renju and 8 caro.
    public init(gomocupBits bits: Int) {
        self = bits & 8 != 0 ? .caro : bits & 4 != 0 ? .renju : bits & 1 != 0 ? .standard : .freestyle
    }
}
