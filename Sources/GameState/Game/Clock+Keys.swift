extension Clock {
    /// The clock's value for a key of the room, or `nil` for keys that are not the clock's.
    ///
    /// - `clock`: The setting.
    /// - `xTime`, `oTime`: The main time left when the turn began, in milliseconds.
    /// - `xPeriods`, `oPeriods`: The byo-yomi periods left. Absent without byo-yomi.
    /// - `xLag`, `oLag`: The lag that can still be refunded, in milliseconds.
    /// - `began`: The sides that have moved.
    /// - `turn`: The side to move.
    /// - `turnAt`: The server time since which the time of `turn` runs. Absent while no time runs.
    /// - `used`: The milliseconds that the side to move used before a suspension. Absent if there
    ///   was none.
    public subscript(key: GameKey) -> String? {
        switch key {
        case .term(.clock): return setting.description
        case .time(let side): return String(accounts[side].main)
        case .lag(let side): return String(accounts[side].lag)
        case .periods(let side):
            guard case .byoyomi = setting else { return nil }
            return String(accounts[side].periods)
        case .began: return Stone.allCases.filter { accounts[$0].hasBegun }.map(\.rawValue).joined()
        case .turn: return turn.rawValue
        case .turnAt: return runningSince.map { String($0) }
        case .used: return usedBefore > 0 ? String(usedBefore) : nil
        default: return nil
        }
    }

    /// Restores the clock from its keys. Returns `nil` if a key is missing or out of range.
    public init?(reading text: (GameKey) -> String?) {
        func number(_ key: GameKey) -> Int? { Self.number(text(key)) }
        guard let setting = text(.term(.clock)).flatMap({ ClockSetting($0) }),
            let turn = text(.turn).flatMap(Stone.init(rawValue:)), let began = text(.began),
            ["", "x", "o", "xo"].contains(began)
        else { return nil }
        self.init(setting)
        for side in Stone.allCases {
            guard let time = number(.time(side)), let lag = number(.lag(side)), lag <= Lag.most else { return nil }
            accounts[side].main = time
            accounts[side].lag = lag
            accounts[side].hasBegun = began.contains(side.rawValue)
            if case .byoyomi(_, let most, _) = setting {
                guard let periods = number(.periods(side)), periods <= most else { return nil }
                accounts[side].periods = periods
            }
        }
        self.turn = turn
        if let since = text(.turnAt) {
            guard let since = Self.number(since) else { return nil }
            runningSince = since
        }
        if let used = text(.used) {
            guard let used = Self.number(used) else { return nil }
            usedBefore = used
        }
    }

    /// Parses milliseconds or a number of periods. The limit (the year 5138) keeps sums of a few
    /// such numbers from overflowing.
    private static func number(_ text: String?) -> Int? {
        guard let number = text.flatMap({ Int($0) }), (0...100_000_000_000_000).contains(number) else { return nil }
        return number
    }
}
