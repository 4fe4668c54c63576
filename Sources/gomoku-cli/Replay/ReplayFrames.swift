import Client
import GameState

/// The states of a table in order, one frame each. Pure.
struct ReplayFrames {
    struct Frame: Equatable {
        var board = Board()
        var moves = 0
        var last: Point?
        var line: [Point] = []
        /// A sentence about the latest change.
        var caption: String
        /// The move that the latest change made, or nil if it made none.
        var made: MoveList.Move?
        /// The number of the game in its room, or nil in a record and before the first game.
        var game: Int?
        /// The side to move, or nil if no game is running.
        var turn: Stone?
        var players = ByStone<ParticipantID?>(both: nil)
        /// The time left on each side's clock, or nil without clocks.
        var clocks: ByStone<ClockFace>?
        /// A short description of the game: its number, rule, opening, board and clock.
        var heading = ""
    }

    /// The greatest number of deltas. Of a longer history, only the last deltas become frames.
    static let limit = 100_000

    private(set) var frames: [Frame]
    /// The names of the players: those of the room's participants, or of a record's sides.
    let names: [ParticipantID: String]
    let sideNames: ByStone<String?>

    /// Creates frames from a room's deltas, beginning with the first.
    init(_ deltas: [AcceptedDelta], _ words: any Words, names: [ParticipantID: String] = [:]) {
        self.names = names
        sideNames = ByStone(both: nil)
        frames = [Frame(caption: words.emptyTable)]
        var state = SharedState()
        var game = GameView()
        var turnBegan = 0
        for accepted in deltas.suffix(Self.limit) {
            state.apply(accepted.delta, rev: accepted.rev)
            let old = game
            game.apply(accepted.delta, state: state)
            var frame = Frame(
                board: game.board, moves: game.moves.count, last: game.lastMove, line: game.line,
                caption: Self.caption(old, game, accepted, words, names))
            (frame.game, frame.turn, frame.players) = (game.number, game.turn, game.seats)
            if game.number != nil { frame.heading = words.heading(game) }
            frame.clocks = game.clock.map { clock in
                func face(_ side: Stone) -> ClockFace {
                    ClockFace(clock, side: side, now: accepted.at, isOver: game.isOver)
                }
                return ByStone(x: face(.x), o: face(.o))
            }
            if game.moves.count == old.moves.count + 1, let point = game.lastMove {
                let time = ClockFace.spent(max(0, accepted.at - turnBegan))
                frame.made = MoveList.Move(name: game.size.name(of: point), time: time)
            }
            if Self.begins(aTurnIn: game, after: old) { turnBegan = accepted.at }
            frames.append(frame)
        }
    }

    /// Whether a side begins to think with this change: after a move, a takeback, a choice in an
    /// opening or a new game, and when a player takes a seat before the first move.
    private static func begins(aTurnIn game: GameView, after old: GameView) -> Bool {
        game.number != old.number || game.moves.count != old.moves.count
            || game.openingSteps.count != old.openingSteps.count || game.moves.isEmpty && game.seats != old.seats
    }

    /// Creates frames from a record's moves.
    init(_ record: GameRecord, _ words: any Words) {
        names = [:]
        sideNames = record.names
        var frame = Frame(board: Board(size: record.size), caption: words.emptyBoard)
        for stone in Stone.allCases { for point in record.setup[stone] { frame.board[point] = stone } }
        frame.heading = words.heading(record)
        frame.turn = record.moves.first?.stone
        var left = Self.timesAtStart(record)
        frame.clocks = Self.clocks(left)
        frames = [frame]
        for (index, move) in record.moves.enumerated() {
            let side = move.stone.rawValue.uppercased()
            if let point = move.point {
                frame.board[point] = move.stone
                frame.caption = "\(index + 1). \(side) \(record.size.name(of: point))"
            } else {
                frame.caption = "\(index + 1). \(words.passes(side))"
            }
            frame.made = MoveList.Move(
                name: move.point.map { record.size.name(of: $0) } ?? "–", time: move.milliseconds.map(ClockFace.spent))
            frame.last = move.point
            if let time = move.left { left[move.stone] = time }
            frame.clocks = Self.clocks(left)
            frame.moves = index + 1
            frame.turn = index + 1 < record.moves.count ? record.moves[index + 1].stone : nil
            frames.append(frame)
        }
        frame.made = nil
        if let outcome = record.outcome {
            frame.caption = outcome == .draw ? words.drawn("") : words.hasWon(outcome.rawValue.uppercased())
            frames.append(frame)
        }
    }

    /// Returns each side's time before the first move, in milliseconds; nil if the record does not
    /// contain the time left after moves.
    private static func timesAtStart(_ record: GameRecord) -> ByStone<Int?> {
        let hasClocks = record.moves.contains { $0.left != nil }
        return ByStone(both: hasClocks ? record.clock.flatMap { ClockSetting($0) }.map { $0.main * 1_000 } : nil)
    }

    private static func clocks(_ left: ByStone<Int?>) -> ByStone<ClockFace>? {
        guard let x = left.x, let o = left.o else { return nil }
        return ByStone(x: ClockFace(left: x), o: ClockFace(left: o))
    }

    private static func caption(
        _ old: GameView, _ new: GameView, _ accepted: AcceptedDelta, _ words: any Words,
        _ names: [ParticipantID: String]
    ) -> String {
        if new.number != old.number {
            return words.gameBegins(number: new.number ?? 0, rule: words.ruleWords(new.rule))
        }
        let outcome = new.isOver && !old.isOver ? " " + words.outcome(new, mine: []) : ""
        if new.moves.count > old.moves.count, let point = new.lastMove {
            let stone = words.side(.ofMove(new.moves.count))
            return words.stoneAt(move: new.moves.count, point: new.size.name(of: point), side: stone) + outcome
        }
        if new.moves.count < old.moves.count { return words.backTo(new.moves.count) }
        if !outcome.isEmpty { return String(outcome.dropFirst()) }
        let sentence = Narration.sentence(from: old, to: new, by: accepted.by, me: nil, words: words) {
            words.playerName($0, known: names[$0])
        }
        if let sentence { return sentence }
        return words.replayChanged(accepted.delta.keys.sorted().prefix(8).joined(separator: ", "))
    }
}
