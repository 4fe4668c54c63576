/// A second judgment of a game's stored deltas, in order. Each must be a delta that ``Referee``
/// would produce.
///
/// The store keeps the resulting deltas, but not the requests. The audit therefore reconstructs
/// each request from its delta. The lag that the clock refunded is not stored either, so the audit
/// accepts any lag within the limits that explains the clock's times. It assumes that seated
/// players of a rated game had claimed names, and that the sender of a New Game was allowed to
/// start it.
public struct Audit: Sendable {
    /// A fault in a stored delta.
    public enum Fault: Error, Equatable, Sendable {
        /// No possible request leads to these changes.
        case judgedOtherwise(keys: [String])
        /// The most likely request is not allowed.
        case rejected(Rejection)
        /// The keys do not describe a game after this delta, so later deltas cannot be judged.
        case impossible(ImpossibleGame)
        /// The keys describe a different game than the moves do.
        case otherGame
    }

    private var referee = Referee()
    /// Whether a game could not be read, so that later deltas cannot be judged.
    public private(set) var isLost = false

    public init() {}

    /// Judges the next delta, and returns its fault if it has one.
    ///
    /// - Parameter state: The room's state after the delta.
    public mutating func next(_ stored: AcceptedDelta, state: SharedState) -> Fault? {
        guard !isLost, !stored.delta.isEmpty else { return nil }
        if stored.by == Room.server, follows(by: stored) { return nil }
        if stored.by != Room.server {
            for request in requests(for: stored) where follows(from: request, stored) { return nil }
        } else if isClockAlone(stored.delta), let next = try? Referee(state: state) {
            // The server resumed the clock after a stop. The time at which the server last ran is
            // not stored, so the audit continues from the stored clock.
            referee = next
            return nil
        }
        return fault(stored, state)
    }

    /// Returns a fault unless the keys of `state` describe the game that results from the deltas.
    public func last(_ state: SharedState) -> Fault? {
        guard !isLost else { return nil }
        do {
            return try Referee(state: state).game == referee.game ? nil : .otherGame
        } catch {
            return .impossible(error)
        }
    }

    // MARK: Judging

    /// Returns whether a server event explains the delta. Applies the event if so.
    private mutating func follows(by stored: AcceptedDelta) -> Bool {
        let absence = stored.delta[.gone].map { $0?.string.flatMap { Absence($0) } }
        let events: [(inout Referee) -> Delta?] = [
            { $0.tick(now: stored.at) }, { $0.suspendClock(now: stored.at) },
            { referee in absence.flatMap { referee.setAbsence($0) } },
            { $0.countHint(.x) }, { $0.countHint(.o) },
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
        // Without the refunded lag, the clock's times differ, or the side even loses on time.
        let isTimeUp = plain.delta.text(.reason) == Game.Reason.time.rawValue
        guard isTimeUp || Self.differing(plain.delta, stored.delta).allSatisfy(Self.isClock) else {
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
        guard
            let delta = try? next.judge(
                request, by: stored.by, now: stored.at, lag: lag, isClaimed: true, attendance: nil)
        else {
            return nil
        }
        return (next, delta)
    }

    private mutating func accept(_ outcome: (referee: Referee, delta: Delta), _ stored: AcceptedDelta) -> Bool {
        guard Self.isSame(outcome.delta, stored.delta) else { return false }
        referee = outcome.referee
        return true
    }

    /// Returns the lag refunds that the stored keys suggest, by the extra time of a side and by the
    /// used part of its lag allowance.
    private func likelyLags(_ plain: Delta, _ stored: Delta) -> [Int] {
        let before = referee.game?.clock
        let lags = Stone.allCases.flatMap { side -> [Int] in
            var lags: [Int] = []
            if let without = Self.number(plain, .time(side)),
                let with = Self.number(stored, .time(side))
            {
                lags.append(with - without)
            }
            if let old = before?[.lag(side)].flatMap({ Int($0) }) {
                lags.append(old + Clock.Lag.refill - (Self.number(stored, .lag(side)) ?? old))
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
                let delta = try next.judge(
                    request, by: stored.by, now: stored.at, isClaimed: true, attendance: nil)
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

    // MARK: Comparing

    private static func number(_ delta: Delta, _ key: GameKey) -> Int? { delta.text(key).flatMap { Int($0) } }

    private static func isClock(_ key: String) -> Bool { GameKey(key).map(GameKey.clockKeys.contains) ?? false }

    private func isClockAlone(_ delta: Delta) -> Bool { delta.keys.allSatisfy(Self.isClock) }

    private static func isSame(_ left: Delta, _ right: Delta) -> Bool {
        left.count == right.count && left.changes.allSatisfy { right[$0.key] == .some($0.value) }
    }

    /// Returns the keys that only one of the deltas changes, or that both change differently.
    private static func differing(_ left: Delta, _ right: Delta) -> [String] {
        left.changes.filter { right[$0.key] != .some($0.value) }.map(\.key) + right.keys.filter { left[$0] == nil }
    }
}

// MARK: Possible requests

extension Audit {
    private func requests(for stored: AcceptedDelta) -> [Delta] {
        let delta = stored.delta
        let moves = referee.game?.moves ?? []
        if delta.text(.game) != nil {
            return [changes(of: delta) { $0.isAsked && delta[$0] != .some(nil) }]
        }
        if let step = delta.text(.steps).flatMap({ Game.decisions($0)?.last }) {
            switch step {
            case .choose, .offer: return [Intent.decide(step, after: moves.count).delta]
            case .place, .pick:
                let move = Intent.decide(step, after: moves.count).delta.changes
                return seats(in: delta).map { Delta(changes: $0 + move) }
            }
        }
        if let number = delta.text(.move).flatMap({ Digits.number($0) }) {
            if number > moves.count {
                let move = changes(of: delta) { [.move, .column(number), .row(number)].contains($0) }
                return seats(in: delta).map { Delta(changes: $0 + move.changes) }
            }
            return [Intent.takeBack(to: number, from: moves.count).delta]
        }
        if delta.text(.result) != nil { return [changes(of: delta) { $0 == .result || $0 == .reason }] + lateMove }
        if delta.text(.hints) != nil { return [Intent.allowHints.delta] }
        return [changes(of: delta) { [.offer, .seat(.x), .seat(.o)].contains($0) }]
    }

    /// Returns the changes to keys that satisfy the predicate.
    private func changes(of delta: Delta, _ isWanted: (GameKey) -> Bool) -> Delta {
        Delta(changes: delta.changes.filter { GameKey($0.key).map(isWanted) ?? false })
    }

    /// Returns the combinations of the delta's seat changes that the sender may have requested with
    /// a move. The other changes come from an opening, which can exchange the seats.
    private func seats(in delta: Delta) -> [[Delta.Change]] {
        let changed = changes(of: delta) { $0 == .seat(.x) || $0 == .seat(.o) }.changes
        return changed.isEmpty ? [[]] : [changed] + (changed.count > 1 ? changed.map { [$0] } : []) + [[]]
    }

    /// A request for a legal move, in place of the unknown move that came too late. Any legal move
    /// will do, because the referee does not play a late move.
    private var lateMove: [Delta] {
        guard let game = referee.game, !game.isOver else { return [] }
        for row in 0..<game.size.side {
            for column in 0..<game.size.side {
                let point = Point(column: column, row: row)
                if (try? game.verdict(at: point)) != nil {
                    return [Intent.move(game.moves.count + 1, to: point).delta]
                }
            }
        }
        return []
    }
}

extension GameKey {
    /// Whether a New Game may set the key.
    fileprivate var isAsked: Bool {
        switch self {
        case .game, .term, .seat, .move: true
        default: false
        }
    }
}

extension Audit.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .judgedOtherwise(let keys):
            "the referee would have changed these keys differently: \(keys.joined(separator: ", "))"
        case .rejected(let rejection): "the referee would have rejected it (\(rejection.code.rawValue)): \(rejection)"
        case .impossible(let game): "\(game)"
        case .otherGame: "the keys and the moves describe different games"
        }
    }
}
