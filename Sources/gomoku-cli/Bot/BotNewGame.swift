import Client
import GameState

/// A game that a bot starts: a room's first game, or a game with the previous terms and sides
/// changed. Pure.
struct BotNewGame {
    let number: Int
    let terms: GameTerms
    let delta: Delta

    /// - Parameters:
    ///   - old: the room's last game. Its terms are kept if `me` played in it.
    ///   - side: the side to take, or nil to alternate.
    ///   - isRematch: whether the opponent offered this game as a rematch, so that both seats are
    ///     known.
    init(after old: Game?, by me: ParticipantID, side wanted: Stone?, rule: Rule, isRematch: Bool = false) {
        let terms = old.flatMap { $0.sits(me) ? $0.terms : nil } ?? GameTerms(rule: rule)
        number = (old?.number ?? 0) + 1
        self.terms = terms
        let side = wanted ?? (old?.seats.x == me ? .o : .x)
        var seats = ByStone<ParticipantID?>(both: nil)
        seats[side] = me
        if let old, isRematch {
            seats = ByStone(x: old.seats.o, o: old.seats.x)
        } else if let old,
            let robot = Stone.allCases.compactMap({ old.seats[$0] }).first(where: { $0.robotLevel != nil })
        {
            // The opponent was the server's robot, so it plays again.
            seats[side.opponent] = robot
        }
        delta = Intent.newGame(.init(number: number, terms: terms, seats: seats)).delta
    }
}

extension Game {
    /// Returns a sentence about the reason why the next stone cannot be placed on `point`, or nil
    /// if it can.
    func fault(of point: Point) -> String? {
        guard size.contains(point) else { return "The point is off the board." }
        return switch rule.verdict(on: .ofMove(moves.count + 1), at: point, of: board) {
        case .occupied: "There is a stone on \(size.name(of: point)) already."
        case .forbidden(let prohibition): "\(size.name(of: point)) is forbidden: \(prohibition.rawValue)."
        case .five, .legal: nil
        }
    }
}
