import Foundation
import GameState
import Robot

/// The statistics and faults of the games under one rule.
struct SelfPlayTally {
    let rule: Rule
    let milliseconds: Int
    let countsCPU: Bool
    private let seats: ByStone<Searcher>
    private var games = 0
    private var moves = 0
    private var claims = 0
    /// The time of the slowest move, by the clock and in CPU time.
    private var slowest = Elapsed()
    /// The number of idle loops that took longer than a move may. After each move, an idle loop
    /// runs for about the same time, to show delays caused by the machine.
    private var stalls = 0
    private(set) var faults: [SelfPlayFailure] = []

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
            let start = Elapsed.now
            let result = searcher.bestMove(limits: SearchLimits(milliseconds: milliseconds))
            let took = Elapsed.now - start
            slowest = slowest.longer(took)
            if isStalled(for: min(time(took), milliseconds * 1_000_000)) { stalls += 1 }
            let answer = ClaimedGame.Answer(
                point: result?.move, claimsWin: (result?.pliesToFive ?? 0) > 0,
                milliseconds: time(took).milliseconds)
            goesOn = game.judge(answer)
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

    private func time(_ took: Elapsed) -> Int { countsCPU ? took.cpu : took.clock }

    /// Loops idly for `wanted` nanoseconds, and returns whether that took longer than a move may.
    private func isStalled(for wanted: Int) -> Bool {
        let clock = countsCPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
        let start = Elapsed.reading(clock)
        var took = 0
        while took < wanted { took = Elapsed.reading(clock) - start }
        return took.milliseconds > milliseconds + ClaimedGame.grace
    }

    var summary: String {
        func count(_ codes: String...) -> Int { faults.count { codes.contains($0.code) } }
        return "\(rule.rawValue): \(games) games, \(moves) moves; \(count("illegal", "nothing")) illegal or missing, "
            + "\(count("late")) late (limit \(milliseconds) ms; slowest move \(slowest.clock.milliseconds) ms by the clock, "
            + "\(slowest.cpu.milliseconds) ms of CPU; idle loops that were late: \(stalls)), "
            + "\(claims) wins claimed, \(count("unwon")) not won"
    }
}

/// A time in nanoseconds, by the clock and by this thread's CPU time.
private struct Elapsed {
    var clock = 0
    var cpu = 0

    static var now: Elapsed {
        Elapsed(clock: reading(CLOCK_MONOTONIC), cpu: reading(CLOCK_THREAD_CPUTIME_ID))
    }

    static func reading(_ clock: clockid_t) -> Int {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    static func - (end: Elapsed, start: Elapsed) -> Elapsed {
        Elapsed(clock: end.clock - start.clock, cpu: end.cpu - start.cpu)
    }

    func longer(_ other: Elapsed) -> Elapsed {
        Elapsed(clock: max(clock, other.clock), cpu: max(cpu, other.cpu))
    }
}

extension Int {
    /// The number of whole milliseconds in this number of nanoseconds.
    fileprivate var milliseconds: Int { self / 1_000_000 }
}
