/// Judges a game's stored deltas again, one after the other: each must be what the referee makes of what was asked.
///
/// What was asked is not stored, only what came of it; it is found again from that. The lag that a move was
/// given back is not stored either: it is whatever makes the clock agree, within what the clock allows. Nor is who had
/// claimed a name: who sat in a rated game had.
public struct Audit: Sendable {
    /// What is wrong with a stored delta.
    public enum Fault: Error, Equatable, Sendable {
        /// Nothing that could have been asked leads to these changes.
        case judgedOtherwise(keys: [String])
        /// What may have been asked is not allowed.
        case rejected(Rejection)
        /// After it the keys are no game: nothing that follows can be judged.
        case impossible(ImpossibleGame)
        /// The keys tell another game than the moves do.
        case otherGame
    }

    private var referee = Referee()
    /// A game could not be read: what follows has no ground to be judged on.
    public private(set) var isLost = false

    public init() {}

    /// Judges the next delta; `state` is the room's state after it.
    public mutating func next(_ stored: AcceptedDelta, state: SharedState) -> Fault? {
        guard !isLost, !stored.delta.isEmpty else { return nil }
        if stored.by == Room.server, follows(by: stored) { return nil }
        if stored.by != Room.server {
            for request in requests(for: stored) where follows(from: request, stored) { return nil }
        } else if isClockAlone(stored.delta), let next = try? Referee(state: state) {
            // Back after a stop: when the server was last alive is not stored.
            referee = next
            return nil
        }
        return fault(stored, state)
    }

    /// Whether the keys of `state` tell the game that the deltas told.
    public func last(_ state: SharedState) -> Fault? {
        guard !isLost else { return nil }
        do {
            return try Referee(state: state).game == referee.game ? nil : .otherGame
        } catch {
            return .impossible(error)
        }
    }

    // MARK: judging

    /// What happened by itself.
    private mutating func follows(by stored: AcceptedDelta) -> Bool {
        let absence = stored.delta[GameKey.gone].map { $0?.string.flatMap { Absence($0) } }
        let events: [(inout Referee) -> Delta?] = [
            { $0.tick(now: stored.at) }, { $0.suspendClock(now: stored.at) },
            { referee in absence.flatMap { referee.setAbsence($0) } },
            { [started = requests(for: stored).first] referee in started.flatMap { referee.start($0) } },
        ]
        for event in events {
            var next = referee
            guard let delta = event(&next), Self.isSame(delta, stored.delta) else { continue }
            referee = next
            return true
        }
        return false
    }

    private mutating func follows(from request: Delta, _ stored: AcceptedDelta) -> Bool {
        guard let plain = judge(request, stored, lag: 0) else { return false }
        if accept(plain, stored) { return true }
        // Without the lag that was given back, the time is another, or even up.
        let isTimeUp = plain.delta.text(GameKey.reason) == Game.Reason.time.rawValue
        guard isTimeUp || Self.differing(plain.delta, stored.delta).allSatisfy(GameKey.clockKeys.contains) else {
            return false
        }
        for lag in likelyLags(plain.delta, stored.delta) {
            if let other = judge(request, stored, lag: lag), accept(other, stored) { return true }
        }
        for lag in 1...Clock.Lag.most {
            if let other = judge(request, stored, lag: lag), accept(other, stored) { return true }
        }
        return false
    }

    private func judge(_ request: Delta, _ stored: AcceptedDelta, lag: Int) -> (referee: Referee, delta: Delta)? {
        var next = referee
        guard let delta = try? next.judge(request, by: stored.by, now: stored.at, lag: lag, isClaimed: true) else {
            return nil
        }
        return (next, delta)
    }

    private mutating func accept(_ outcome: (referee: Referee, delta: Delta), _ stored: AcceptedDelta) -> Bool {
        guard Self.isSame(outcome.delta, stored.delta) else { return false }
        referee = outcome.referee
        return true
    }

    /// What was given back as two keys tell it: time that a side has more than without lag, and its allowance that is
    /// used up.
    private func likelyLags(_ plain: Delta, _ stored: Delta) -> [Int] {
        let before = referee.game?.clock?.keys ?? [:]
        let lags = Stone.allCases.flatMap { side -> [Int] in
            var lags: [Int] = []
            if let without = Self.number(plain, "\(side.rawValue)Time"),
                let with = Self.number(stored, "\(side.rawValue)Time")
            {
                lags.append(with - without)
            }
            if let old = before["\(side.rawValue)Lag"].flatMap({ Int($0) }) {
                lags.append(old + Clock.Lag.refill - (Self.number(stored, "\(side.rawValue)Lag") ?? old))
            }
            return lags
        }
        return lags.filter { (1...Clock.Lag.most).contains($0) }
    }

    private mutating func fault(_ stored: AcceptedDelta, _ state: SharedState) -> Fault {
        var fault = Fault.judgedOtherwise(keys: stored.delta.changes.map(\.key))
        if let request = requests(for: stored).first {
            var next = referee
            do {
                let delta = try next.judge(request, by: stored.by, now: stored.at, isClaimed: true)
                fault = .judgedOtherwise(keys: Self.differing(delta, stored.delta))
            } catch {
                fault = .rejected(error)
            }
        }
        do {
            referee = try Referee(state: state)
        } catch {
            isLost = true
            return .impossible(error)
        }
        return fault
    }

    // MARK: comparing

    private static func number(_ delta: Delta, _ key: String) -> Int? {
        (delta[key] ?? nil)?.string.flatMap { Int($0) }
    }

    private func isClockAlone(_ delta: Delta) -> Bool { delta.keys.allSatisfy(GameKey.clockKeys.contains) }

    private static func isSame(_ left: Delta, _ right: Delta) -> Bool {
        left.count == right.count && left.changes.allSatisfy { right[$0.key] == .some($0.value) }
    }

    /// Keys that one has and the other has not, or not so.
    private static func differing(_ left: Delta, _ right: Delta) -> [String] {
        left.changes.filter { right[$0.key] != .some($0.value) }.map(\.key) + right.keys.filter { left[$0] == nil }
    }
}

// MARK: what may have been asked

extension Audit {
    private func requests(for stored: AcceptedDelta) -> [Delta] {
        let delta = stored.delta
        let moves = referee.game?.moves ?? []
        if delta.text(GameKey.game) != nil {
            let asked =
                [GameKey.game, GameKey.x, GameKey.o, GameKey.move] + GameTerms.Field.allCases.map(GameKey.term)
            return [Delta(changes: delta.changes.filter { $0.value != nil && asked.contains($0.key) })]
        }
        if let step = delta.text(GameKey.steps).flatMap({ Game.decisions($0)?.last }) {
            switch step {
            case .choose(let choice): return [Delta(changes: [.init(GameKey.choice, .string(choice.rawValue))])]
            case .offer(let point): return [Delta(changes: [.init(GameKey.fifth, .string(Game.text(of: [point])))])]
            case .place(let point), .pick(let point):
                let move = Self.move(moves.count + 1, point)
                return seats(in: delta).map { Delta(changes: $0 + move) }
            }
        }
        if let number = delta.text(GameKey.move).flatMap({ Digits.number($0) }) {
            let cells = [GameKey.column(number), GameKey.row(number)]
            if number > moves.count {
                let move = delta.changes.filter { $0.key == GameKey.move || cells.contains($0.key) }
                return seats(in: delta).map { Delta(changes: $0 + move) }
            }
            let gone = delta.changes.filter { $0.value == nil && GameKey.moveNumber(of: $0.key) != nil }
            return [Delta(changes: [.init(GameKey.move, .string(String(number)))] + gone)]
        }
        if delta.text(GameKey.result) != nil {
            let claim = delta.changes.filter { $0.key == GameKey.result || $0.key == GameKey.reason }
            return [Delta(changes: claim)] + lateMove
        }
        let rest = [GameKey.offer, GameKey.x, GameKey.o]
        return [Delta(changes: delta.changes.filter { rest.contains($0.key) })]
    }

    /// The seats that may have been taken or left together with a move: all that changed, or none (where the opening
    /// exchanged them).
    private func seats(in delta: Delta) -> [[Delta.Change]] {
        let changed = delta.changes.filter { $0.key == GameKey.x || $0.key == GameKey.o }
        return changed.isEmpty ? [[]] : [changed] + (changed.count > 1 ? changed.map { [$0] } : []) + [[]]
    }

    /// A move that came too late was not played: any that is allowed will do.
    private var lateMove: [Delta] {
        guard let game = referee.game, !game.isOver else { return [] }
        for row in 0..<game.size.side {
            for column in 0..<game.size.side {
                let point = Point(column: column, row: row)
                if (try? game.verdict(at: point)) != nil {
                    return [Delta(changes: Self.move(game.moves.count + 1, point))]
                }
            }
        }
        return []
    }

    private static func move(_ number: Int, _ point: Point) -> [Delta.Change] {
        [
            .init(GameKey.move, .string(String(number))), .init(GameKey.column(number), .string(String(point.column))),
            .init(GameKey.row(number), .string(String(point.row))),
        ]
    }
}

extension Delta {
    /// The text that `key` is set to.
    fileprivate func text(_ key: String) -> String? { (self[key] ?? nil)?.string }
}

extension Audit.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .judgedOtherwise(let keys): "the referee would have changed \(keys.joined(separator: ", ")) otherwise"
        case .rejected(let rejection): "the referee would have refused it (\(rejection.code.rawValue)): \(rejection)"
        case .impossible(let game): "\(game)"
        case .otherGame: "the keys tell another game than the moves do"
        }
    }
}
