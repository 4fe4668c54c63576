import TestSupport
import Testing

@testable import GameState

/// A position with points in the notation of players.
struct Scene {
    let position: Proof.Position
    var size: BoardSize { position.board.size }

    /// Places the stones of X and O, given as names separated by spaces.
    init(_ rule: Rule, x: String, o: String, turn: Stone = .x, side: Int = 15) throws {
        let size = try #require(BoardSize(engine: side))
        var board = Board(size: size)
        for (stone, names) in [(Stone.x, x), (.o, o)] {
            for name in names.split(separator: " ") {
                board[try #require(size.point(named: String(name)))] = stone
            }
        }
        position = Proof.Position(rule: rule, board: board, turn: turn)
    }

    func point(_ name: String) throws -> Point { try #require(size.point(named: name)) }

    /// Returns the proof whose winner plays the moves in turn, each a four, and whose loser blocks
    /// at the point after each. The last move leaves no block.
    func fours(_ line: String, claim: Proof.Claim = .wins) throws -> Proof {
        var builder = ProofBuilder()
        let points = try line.split(separator: " ").map { try point(String($0)) }
        var answer = Proof.Answer.five
        for index in stride(from: points.count - 1, through: 0, by: -2) {
            let named = index + 1 < points.count ? [Proof.Reply(points[index + 1], answer)] : []
            answer = builder.play(points[index], then: Proof.Replies(named: named, rest: .five))
        }
        return try builder.proof(of: claim, in: position, root: Proof.Replies(rest: answer))
    }
}

/// Returns the fault of the proof, or nil if it holds. The quick and the literal check must agree.
func fault(of proof: Proof, _ comment: Comment = "") -> ProofFault.Reason? {
    func reason(_ isLiteral: Bool) -> ProofFault.Reason? {
        do {
            try ProofChecker.check(proof, isLiteral: isLiteral)
            return nil
        } catch {
            return error.reason
        }
    }
    let quick = reason(false)
    #expect((quick == nil) == (reason(true) == nil), comment)
    return quick
}

/// A search through every line of play, for positions with few empty points. It uses
/// ``Rule/verdict(on:at:of:)`` alone.
struct Exhaustion {
    let rule: Rule
    /// Whether the side to move wins, by position.
    private var wins: [Proof.Position: Bool] = [:]
    /// Whether ``answer(in:_:_:)`` has built a turn at which the loser would not lose by a pass.
    private(set) var needsMove = false

    init(_ rule: Rule) { self.rule = rule }

    /// Whether the side to move can win against every reply.
    mutating func isWon(_ position: Proof.Position) -> Bool {
        if let known = wins[position] { return known }
        let isWon = position.board.size.points.contains { point in
            switch rule.verdict(on: position.turn, at: point, of: position.board) {
            case .five: true
            case .forbidden, .occupied: false
            case .legal: isLost(position.after(point))
            }
        }
        wins[position] = isWon
        return isWon
    }

    /// Whether every legal move of the side to move loses. A full board is a draw.
    mutating func isLost(_ position: Proof.Position) -> Bool {
        if position.board.isFull { return false }
        return position.board.size.points.allSatisfy { point in
            switch rule.verdict(on: position.turn, at: point, of: position.board) {
            case .five: false
            case .forbidden, .occupied: true
            case .legal: isWon(position.after(point))
            }
        }
    }

    /// Whether the claim of the proof is true.
    mutating func isTrue(_ proof: Proof) -> Bool {
        let position = proof.position
        switch proof.claim {
        case .wins: return isWon(position)
        case .loses(let point): return isWon(position.after(point))
        case .onlyHold(let points):
            return position.board.size.points.allSatisfy { point in
                if points.contains(point) { return true }
                switch rule.verdict(on: position.turn, at: point, of: position.board) {
                case .five: return false
                case .forbidden, .occupied: return true
                case .legal: return isWon(position.after(point))
                }
            }
        }
    }

    /// Returns an answer that wins, with every reply named; nil if there is none. Builds the tree
    /// of a win from the results of the search.
    mutating func answer(
        in position: Proof.Position, _ builder: inout ProofBuilder, _ random: inout SeededRandom
    ) -> Proof.Answer? {
        guard isWon(position) else { return nil }
        let moves = position.board.size.points.shuffled(using: &random)
        if moves.contains(where: { isFive(position, $0) }) { return .five }
        for move in moves where rule.verdict(on: position.turn, at: move, of: position.board) == .legal {
            let next = position.after(move)
            guard isLost(next) else { continue }
            var named: [Proof.Reply] = []
            for point in position.board.size.points
            where rule.verdict(on: next.turn, at: point, of: next.board) == .legal {
                guard let answer = answer(in: next.after(point), &builder, &random) else { return nil }
                named.append(Proof.Reply(point, answer))
            }
            let rest = named.map(\.answer).first { $0 != .five } ?? .five
            if rest != .five { needsMove = needsMove || !wins(rest, builder.nodes, in: next.passed) }
            return builder.play(move, then: Proof.Replies(named: named, rest: rest))
        }
        return nil
    }

    /// Whether the winner's answer wins in the position.
    private mutating func wins(_ answer: Proof.Answer, _ nodes: [Proof.Node], in position: Proof.Position) -> Bool {
        guard case .node(let index) = answer else {
            return position.board.size.points.contains { isFive(position, $0) }
        }
        switch rule.verdict(on: position.turn, at: nodes[index].move, of: position.board) {
        case .five: return true
        case .forbidden, .occupied: return false
        case .legal: break
        }
        let next = position.after(nodes[index].move)
        let replies = nodes[index].replies
        guard !next.board.isFull else { return false }
        return next.board.size.points.allSatisfy { point in
            switch rule.verdict(on: next.turn, at: point, of: next.board) {
            case .five: return false
            case .forbidden, .occupied: return true
            case .legal:
                let named = replies.named.first { $0.point == point }
                return wins(named?.answer ?? replies.rest, nodes, in: next.after(point))
            }
        }
    }

    private func isFive(_ position: Proof.Position, _ point: Point) -> Bool {
        if case .five = rule.verdict(on: position.turn, at: point, of: position.board) { true } else { false }
    }
}

extension Proof.Position {
    /// The position after the side to move has played the point.
    func after(_ point: Point) -> Proof.Position {
        var board = board
        board[point] = turn
        return Proof.Position(rule: rule, board: board, turn: turn.opponent)
    }

    /// The position after the side to move has passed.
    var passed: Proof.Position { Proof.Position(rule: rule, board: board, turn: turn.opponent) }
}

/// Returns a position without a winner, with `empty` empty points, and stones of both sides placed
/// at random.
func crowdedPosition(_ rule: Rule, side: Int, empty: Int, _ random: inout SeededRandom) -> Proof.Position? {
    guard let size = BoardSize(engine: side) else { return nil }
    var board = Board(size: size)
    var turn = Stone.x
    for point in size.points.shuffled(using: &random).dropLast(empty) {
        guard rule.verdict(on: turn, at: point, of: board) == .legal else { return nil }
        board[point] = turn
        turn = turn.opponent
    }
    return Proof.Position(rule: rule, board: board, turn: turn)
}
