import TestSupport
import Testing

@testable import GameState

/// Counts of the move sequences that the referee accepts, by depth ("perft").
///
/// Every move takes the path of a room's move: a delta that
/// ``Referee/judge(_:by:now:lag:isClaimed:attendance:)`` accepts or rejects. After a deliberate
/// change of the rules, `make generate` rewrites the counts.
@Suite struct PerftTests {
    private static let player: ParticipantID = "ann"

    /// The referee's verdicts on all moves at one depth.
    private struct Count {
        var legal = 0
        var wins = 0
        var draws = 0
        var forbidden: [Prohibition: Int] = [:]

        var text: String {
            let refused: [Int] = Prohibition.allCases.map { forbidden[$0, default: 0] }
            let all: [Int] = [legal, wins, draws] + refused
            return all.map { "\($0)" }.joined(separator: " ")
        }
    }

    /// A position, and the points on which moves are tried.
    private struct Position {
        let name: String
        let rule: Rule
        let size: BoardSize
        /// The points on which moves are tried at every depth, in board order.
        let area: [Point]
        let depth: Int
        let moves: [Point]

        init(_ inputs: [String]) throws {
            try #require(inputs.count == 6)
            name = inputs[0]
            rule = try #require(Rule(rawValue: inputs[1]))
            let size = try #require(Int(inputs[2]).flatMap { BoardSize($0) })
            self.size = size
            let corners = try inputs[3].split(separator: ":").map { try #require(size.point(named: String($0))) }
            let (left, right) = (corners[0], corners[1])
            area = size.points.filter {
                (left.column...right.column).contains($0.column) && (right.row...left.row).contains($0.row)
            }
            depth = try #require(Int(inputs[4]))
            moves = try inputs[5].split(separator: " ").map { try #require(size.point(named: String($0))) }
        }

        /// Returns a referee with a game in which `moves` were played.
        func referee() throws -> Referee {
            var referee = Referee()
            var terms = GameTerms()
            terms.rule = rule
            terms.size = size
            let new = Intent.NewGame(number: 1, terms: terms, seats: .init(both: player))
            _ = try referee.judge(Intent.newGame(new).delta, by: player, now: 0)
            for (index, point) in moves.enumerated() {
                _ = try referee.judge(Intent.move(index + 1, to: point).delta, by: player, now: 0)
            }
            return referee
        }

        /// Returns the counts by depth, starting with the first move.
        func counts(depth: Int) throws -> [Count] {
            var counts = [Count](repeating: Count(), count: depth)
            try walk(try referee(), into: &counts)
            return counts
        }

        /// Plays the next move on `point`. Returns the referee's reason for a refusal, or nil.
        private func refusal(of point: Point, by referee: inout Referee) -> Rejection? {
            let number = (referee.game?.moves.count ?? 0) + 1
            do throws(Rejection) {
                _ = try referee.judge(Intent.move(number, to: point).delta, by: player, now: 0)
                return nil
            } catch {
                return error
            }
        }

        private func walk(_ referee: Referee, depth: Int = 0, into counts: inout [Count]) throws {
            let game = try #require(referee.game)
            for point in area {
                var next = referee
                if let rejection = refusal(of: point, by: &next) {
                    switch rejection {
                    case .forbidden(let prohibition, _): counts[depth].forbidden[prohibition, default: 0] += 1
                    case .occupied: #expect(game.board[point] != nil)
                    case .gameOver: #expect(game.isOver)
                    default: Issue.record("\(size.name(of: point)) was refused: \(rejection)")
                    }
                    continue
                }
                counts[depth].legal += 1
                switch next.game?.ending?.reason {
                case .five: counts[depth].wins += 1
                case .full: counts[depth].draws += 1
                default: break
                }
                // Finished games are walked, too, because the referee itself must refuse every
                // further move.
                if depth + 1 < counts.count { try walk(next, depth: depth + 1, into: &counts) }
            }
        }
    }

    @Test("The referee accepts the committed number of move sequences") func theReferee() throws {
        let table = try ResultTable("Tests/GameStateTests/Fixtures/perft.tsv", inputs: 6)
        let positions = try table.rows.map { try Position($0.inputs) }
        #expect(Set(positions.map(\.rule)) == Set(Rule.allCases))
        let found = try positions.map { try $0.counts(depth: $0.depth).map(\.text) }
        for ((position, found), expected) in zip(zip(positions, found), try table.commit(found)) {
            #expect(
                found == expected,
                "\(position.name): the rules have changed. If that is deliberate, run `make generate` and commit.")
        }
    }

    /// Counts the results of X's next moves by definition, either of its first moves or of those
    /// after each move of O.
    private func definedCount(_ position: Position) throws -> Count {
        let game = try #require(try position.referee().game)
        let replies = game.turn == .x ? [nil] : position.area.filter { game.board[$0] == nil }.map(Optional.some)
        var count = Count()
        for reply in replies {
            var board = game.board
            if let reply {
                board[reply] = .o
                // O wins with five or more, which ends the game.
                if Direction.allCases.contains(where: { board.run(of: .o, through: reply, along: $0).count >= 5 }) {
                    continue
                }
            }
            for point in position.area where board[point] == nil {
                let word = RenjuByDefinition().word(at: point, of: board)
                if let prohibition = Prohibition(rawValue: word) {
                    count.forbidden[prohibition, default: 0] += 1
                } else {
                    count.legal += 1
                    if word == "five" { count.wins += 1 }
                }
            }
        }
        return count
    }

    /// Compares the referee with a second one that shares no reasoning with it.
    ///
    /// Deeper counts would take minutes: ``RenjuByDefinition`` is written to be obvious, not fast.
    @Test("The counts of X's next move agree with the definition of renju") func theDefinition() throws {
        let table = try ResultTable("Tests/GameStateTests/Fixtures/perft.tsv", inputs: 6)
        for row in table.rows where row.inputs[1] == Rule.renju.rawValue {
            let position = try Position(row.inputs)
            let found = try position.counts(depth: position.moves.count % 2 + 1).last?.text
            #expect(try found == definedCount(position).text, "\(position.name)")
        }
    }
}
