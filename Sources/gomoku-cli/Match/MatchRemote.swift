import Dispatch
import Engines
import Foundation
import GameState
import Robot
import Synchronization
import WebSockets
import Wire

/// A reason why a remote player cannot go on.
enum MatchRemoteFailure: ExitStatusError, Equatable, CustomStringConvertible {
    var exitStatus: Int32 { ExitStatus.unavailable }

    case seatNotTaken(seconds: Int)
    case silent(milliseconds: Int)
    /// The game ended without a move.
    case over(result: String, reason: String)
    case refused(String)
    case lost(String)

    var code: String {
        switch self {
        case .seatNotTaken: "nobody"
        case .silent: "silent"
        case .over: "over"
        case .refused: "refused"
        case .lost: "lost"
        }
    }

    var description: String {
        switch self {
        case .seatNotTaken(let seconds):
            "no player took the seat in the room within \(seconds) s; start the bot that is to play there"
        case .silent(let milliseconds): "the remote player did not move within \(milliseconds) ms"
        case .over(let result, let reason): "the game in the room ended: \(result) by \(reason)"
        case .refused(let why): "the server rejected the request: \(why)"
        case .lost(let why): "the room is unavailable: \(why)"
        }
    }
}

/// A room of a server in which the other player of the match sits. The match's thread uses it.
///
/// The connection has its own thread and event loop, which replace the whole view on every change.
final class MatchRemote: Sendable {
    /// The known state of the room.
    struct View: Sendable {
        var me: ParticipantID?
        /// The game derived from the room's keys, or nil if there is no game.
        var game: Game?
        var isKnown = false
        var failure: MatchRemoteFailure?
    }

    /// The time limits in seconds for a participant to sit down, and for the server to answer.
    static let sittingSeconds = 120
    static let answerSeconds = 30
    /// The time in milliseconds by which a remote player may exceed the limit of a move.
    static let graceMilliseconds = 10_000

    private let view = Mutex(View())
    private let changed = DispatchSemaphore(value: 0)
    private let orders = Mailbox<MatchRemoteConnection.Order>()

    init(_ address: Address, _ room: RoomName) {
        Thread.detachNewThread { [self] in
            do {
                try MatchRemoteConnection(address, room, orders: orders) { [self] next in
                    view.withLock { $0 = next }
                    changed.signal()
                }.run()
            } catch {
                view.withLock { $0.failure = .lost("\(error)") }
                changed.signal()
            }
        }
    }

    /// Starts a game in which the remote player is to take `stone`, and waits until a participant
    /// has taken it.
    func begin(rule: Rule, size: BoardSize, as stone: Stone) throws(MatchRemoteFailure) {
        let here = try wait(seconds: Self.answerSeconds, .lost("the server does not answer")) { $0.isKnown }
        guard let me = here.me else { throw .lost("the server sent no identity") }
        try takeOpenSeat(of: here.game, as: me)
        let number = (here.game?.number ?? 0) + 1
        var seats = ByStone<ParticipantID?>(both: nil)
        seats[stone.opponent] = me
        let terms = GameTerms(rule: rule, size: size, allowsTakebacks: false)
        try send(Intent.newGame(.init(number: number, terms: terms, seats: seats)).delta)
        _ = try wait(seconds: Self.sittingSeconds, .seatNotTaken(seconds: Self.sittingSeconds)) {
            $0.game?.number == number && $0.game?.seats[stone] != nil
        }
    }

    /// Takes the open seat of a game in which a player waits alone, because only players of a
    /// running game may start another.
    private func takeOpenSeat(of game: Game?, as me: ParticipantID) throws(MatchRemoteFailure) {
        guard let game, !game.isOver, !game.sits(me),
            let open = Stone.allCases.first(where: { game.seats[$0] == nil })
        else { return }
        try send(Intent.seat(open, me).delta)
        _ = try wait(seconds: Self.answerSeconds, .lost("the server does not answer")) { $0.game?.sits(me) == true }
    }

    /// Sends the last of `moves` to the room if necessary, and returns the remote player's next
    /// move.
    func move(after moves: [Point], milliseconds: Int) throws(MatchRemoteFailure) -> Point {
        try sendMove(moves)
        let allowed = milliseconds + Self.graceMilliseconds
        let found = try wait(milliseconds: allowed, .silent(milliseconds: allowed)) {
            ($0.game?.moves.count ?? 0) > moves.count || $0.game?.isOver == true
        }
        guard let game = found.game, game.moves.count > moves.count else {
            throw .over(result: found.game?.ending?.result ?? "?", reason: found.game?.ending?.reason.rawValue ?? "?")
        }
        return game.moves[moves.count]
    }

    /// Ends the match's game in the room, by sending the last move or by resigning.
    func finish(_ game: MatchGame) {
        try? sendMove(game.moves)
        let now = view.withLock { $0 }
        guard let running = now.game, !running.isOver, let me = now.me,
            let mine = Stone.allCases.first(where: { running.seats[$0] == me })
        else { return }
        try? send(Intent.resign(mine).delta)
        _ = try? wait(seconds: Self.answerSeconds, .lost("the server does not answer")) { $0.game?.isOver != false }
    }

    func leave() { orders.post(.leave) }

    /// Sends the last of `moves` unless the room already has it.
    private func sendMove(_ moves: [Point]) throws(MatchRemoteFailure) {
        let known = view.withLock { $0.game?.moves.count ?? 0 }
        guard moves.count == known + 1, let last = moves.last else { return }
        let number = moves.count
        try send(Intent.move(number, to: last).delta)
        _ = try wait(seconds: Self.answerSeconds, .lost("the server does not answer")) {
            ($0.game?.moves.count ?? 0) >= number
        }
    }

    private func send(_ delta: Delta) throws(MatchRemoteFailure) {
        if let failure = view.withLock({ $0.failure }) { throw failure }
        orders.post(.send(delta))
    }

    private func wait(
        seconds: Int, _ failure: MatchRemoteFailure, _ isSo: (View) -> Bool
    ) throws(MatchRemoteFailure) -> View { try wait(milliseconds: seconds * 1_000, failure, isSo) }

    private func wait(
        milliseconds: Int, _ failure: MatchRemoteFailure, _ isSo: (View) -> Bool
    ) throws(MatchRemoteFailure) -> View {
        let deadline = DispatchTime.now() + .milliseconds(milliseconds)
        while true {
            let now = view.withLock { $0 }
            if let failure = now.failure { throw failure }
            if isSo(now) { return now }
            if changed.wait(timeout: deadline) == .timedOut { throw failure }
        }
    }
}
