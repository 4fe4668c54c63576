extension Clock {
    /// The clock as a room's keys: `clock`, `xTime`, `oTime` (milliseconds left when the turn came, periods not
    /// counted), `xPeriods`, `oPeriods` (byo-yomi only), `xLag`, `oLag`, `began` (the sides that have moved), `turn`,
    /// `turnAt` (since when its time runs; absent while nobody's does) and `used` (milliseconds before a suspension;
    /// absent where there was none).
    public var keys: [String: String] {
        var keys = ["clock": setting.description, "turn": turn.rawValue]
        for side in Stone.allCases {
            let account = accounts[side]
            let name = side.rawValue
            keys["\(name)Time"] = String(account.main)
            keys["\(name)Lag"] = String(account.lag)
            if case .byoyomi = setting { keys["\(name)Periods"] = String(account.periods) }
        }
        keys["began"] = Stone.allCases.filter { accounts[$0].hasBegun }.map(\.rawValue).joined()
        if let runningSince { keys["turnAt"] = String(runningSince) }
        if usedBefore > 0 { keys["used"] = String(usedBefore) }
        return keys
    }

    /// The clock that wrote these ``keys``; others are not looked at. Nil where one is missing or out of its range.
    public init?(keys: [String: String]) {
        guard let setting = keys["clock"].flatMap({ ClockSetting($0) }),
            let turn = keys["turn"].flatMap(Stone.init(rawValue:)),
            let began = keys["began"], ["", "x", "o", "xo"].contains(began)
        else { return nil }
        self.init(setting)
        for side in Stone.allCases {
            let name = side.rawValue
            guard let time = Self.number(keys["\(name)Time"]), let lag = Self.number(keys["\(name)Lag"]),
                lag <= Lag.most
            else { return nil }
            accounts[side].main = time
            accounts[side].lag = lag
            accounts[side].hasBegun = began.contains(name)
            if case .byoyomi(_, let most, _) = setting {
                guard let periods = Self.number(keys["\(name)Periods"]), periods <= most else { return nil }
                accounts[side].periods = periods
            }
        }
        self.turn = turn
        if let since = keys["turnAt"] {
            guard let since = Self.number(since) else { return nil }
            runningSince = since
        }
        if let used = keys["used"] {
            guard let used = Self.number(used) else { return nil }
            usedBefore = used
        }
    }

    /// A number of milliseconds or periods that no sum of a few overflows: to the year 5000 and no further.
    private static func number(_ text: String?) -> Int? {
        guard let number = text.flatMap({ Int($0) }), (0...100_000_000_000_000).contains(number) else { return nil }
        return number
    }
}
