import Foundation
import GameState
import Robot

/// What came of the games under one rule.
struct SelfPlayTally {
    let rule: Rule
    let milliseconds: Int
    let countsCPU: Bool
    private let seats: ByStone<Searcher>
    private var games = 0
    private var moves = 0
    private var claims = 0
    private var slowest = 0
    private(set) var faults: [SelfPlayFault] = []

    private static let tableMegabytes = 4

    init(rule: Rule, milliseconds: Int, countsCPU: Bool) {
        self.rule = rule
        self.milliseconds = milliseconds
        self.countsCPU = countsCPU
        let make = { Searcher(rule: rule, tableMegabytes: Self.tableMegabytes) }
        seats = ByStone(x: make(), o: make())
    }

    mutating func play(_ opening: [Point]) {
        var game = ClaimedGame(rule: rule, size: .standard, opening: opening, limit: milliseconds)
        seats.x.clear()
        seats.o.clear()
        var goesOn = true
        while goesOn {
            let searcher = seats[game.turn]
            searcher.setPosition(moves: game.moves)
            let start = now()
            let result = searcher.bestMove(limits: SearchLimits(milliseconds: milliseconds))
            let answer = ClaimedGame.Answer(
                point: result?.move, claimsWin: (result?.pliesToFive ?? 0) > 0, milliseconds: now() - start)
            slowest = max(slowest, answer.milliseconds)
            goesOn = game.take(answer)
        }
        games += 1
        moves += game.moves.count - opening.count
        claims += [game.claims.x, game.claims.o].compactMap(\.self).count
        faults += game.faults
        for fault in game.faults {
            let names = game.moves.map(BoardSize.standard.name(of:)).joined(separator: " ")
            print("\(rule.rawValue): \(fault) \(names)")
        }
    }

    private func now() -> Int {
        var time = timespec()
        unsafe clock_gettime(countsCPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }

    var summary: String {
        func count(_ codes: String...) -> Int { faults.count { codes.contains($0.code) } }
        return "\(rule.rawValue): \(games) games, \(moves) moves; \(count("illegal", "nothing")) not legal, "
            + "\(count("late")) late (the slowest took \(slowest) of \(milliseconds) ms), "
            + "\(claims) wins claimed, \(count("unwon")) not won"
    }
}
