import ArgumentParser
import Engines
import Foundation
import GameState
import Robot
import Wire

/// `gomoku-lab bench-threats`: measures how many wins by threats the robot finds in time, and
/// checks its claims.
struct ThreatBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-threats",
        abstract: "Search a file's positions for wins by threats, or make such a file.",
        usage: """
            gomoku-lab bench-threats FILE [--by S] [--milliseconds N] [--nodes N]
                                          [--unchecked]
            gomoku-lab bench-threats --make N [--seed N] [--rule R] [--nodes N]
            """,
        discussion: """
            Each line has a rule, the proof's length and the moves. --by selects who looks for the win: "threats", the \
            threat solver alone; "proof", the solvers with the time for a proof that the checker accepts; "move", the \
            robot with the time for a move. Exit status 1 if a claim does not hold.
            """)

    @Argument(help: "The file, or - for standard input.") var file: String?
    @Option(help: "Milliseconds per position.") var milliseconds = 1_000
    @Option(help: "Who looks for the win: threats, proof or move.") var by = ThreatCount.Seeker.threats
    @Option(help: "The size of the transposition table in MB.") var megabytes = 8
    @Flag(help: "Do not check the claims.") var unchecked = false
    @Option(help: "Write this many positions to standard output instead.") var make: Int?
    @Option(help: "Seed for the games that the positions come from.") var seed: UInt64 = 1
    @Option(help: "The rule of these games.") var rule = Rule.freestyle
    @Option(help: "Moves that the solver may make per position, instead of a time.") var nodes: Int?

    /// The moves of the solver per position that is made.
    private static let nodesToMake = 200_000

    func validate() throws {
        if (file == nil) == (make == nil) { throw ValidationError("Give either a file or --make with a number.") }
    }

    func run() throws {
        if let make {
            var source = ThreatPositions(rule: rule, seed: seed, nodes: nodes ?? Self.nodesToMake)
            var left = make
            while left > 0 {
                for line in source.next().prefix(left) {
                    print(line)
                    left -= 1
                }
            }
            return
        }
        let limits = SearchLimits(milliseconds: nodes == nil ? milliseconds : nil, nodes: nodes)
        var count = ThreatCount(by: by, limits: limits, megabytes: megabytes, isChecked: !unchecked)
        let text =
            file == "-" ? Data(FileHandle.standardInput.availableData) : try Data(contentsOf: URL(filePath: file ?? ""))
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let rule = Rule(rawValue: fields[0]) else { continue }
            count.solve(rule, try BoardSize.standard.moves(named: [fields[2]]))
        }
        print(
            "\(count.found) of \(count.all) found within \(nodes.map { "\($0) moves" } ?? "\(milliseconds) ms"), \(count.refuted) claims refuted; median \(count.median) ms; \(count.moves) moves of the solver in \(count.spent) ms; \(count.work) stones and points checked"
        )
        if count.refuted > 0 { throw ExitCode(ExitStatus.software) }
    }
}

/// The statistics of the positions so far.
struct ThreatCount {
    /// The searcher that looks for the win.
    enum Seeker: String, CaseIterable, ExpressibleByArgument {
        case threats, proof, move
    }

    let by: Seeker
    let limits: SearchLimits
    let megabytes: Int
    let isChecked: Bool
    private(set) var all = 0
    private(set) var found = 0
    private(set) var refuted = 0
    /// The moves that the threat solver made in its last search of each position.
    private(set) var moves = 0
    /// The milliseconds of all searches.
    private(set) var spent = 0
    /// The work of the checks of all proofs (``ProofChecker/Receipt/work``).
    private(set) var work = 0
    private var times: [Int] = []

    init(by: Seeker, limits: SearchLimits, megabytes: Int, isChecked: Bool) {
        self.by = by
        self.limits = limits
        self.megabytes = megabytes
        self.isChecked = isChecked
    }

    var median: Int { times.isEmpty ? 0 : times.sorted()[times.count / 2] }

    mutating func solve(_ rule: Rule, _ moves: [Point]) {
        let searcher = Searcher(rule: rule, tableMegabytes: megabytes)
        searcher.setPosition(moves: moves)
        let clock = ContinuousClock()
        let start = clock.now
        all += 1
        let line = "\(rule.rawValue) \(moves.map(BoardSize.standard.name(of:)).joined(separator: " "))"
        let isFound = finds(searcher)
        let took = Self.milliseconds(clock.now - start)
        spent += took
        self.moves += searcher.threatMoves
        guard isFound else {
            Self.printLine("\(all): not found in \(took) ms, \(searcher.threatMoves) moves: \(line)")
            return
        }
        times.append(took)
        found += 1
        guard isChecked else {
            Self.printLine("\(all): \(took) ms, \(searcher.threatMoves) moves")
            return
        }
        guard let proof = searcher.proofByThreats(nodes: 1_000_000),
            let receipt = try? ProofChecker.check(proof, limit: .max)
        else {
            refuted += 1
            Self.printLine("\(all): refuted: \(line)")
            return
        }
        work += receipt.work
        let checked = Self.milliseconds(clock.now - start)
        Self.printLine(
            "\(all): \(took) ms; \(receipt.work) stones and points, \(proof.moves) moves, checked by \(checked) ms")
    }

    private func finds(_ searcher: Searcher) -> Bool {
        switch by {
        case .threats: return searcher.findsThreats(limits)
        case .proof:
            let clock = ContinuousClock()
            let end = limits.milliseconds.map { clock.now + .milliseconds($0) }
            if let proof = searcher.proofByFours(milliseconds: limits.milliseconds) {
                return (try? ProofChecker.check(proof)) != nil
            }
            let left = end.map { max(1, Self.milliseconds($0 - clock.now)) }
            guard
                let proof = searcher.proofByThreats(
                    nodes: limits.nodes ?? .max, remembers: left != nil, milliseconds: left)
            else { return false }
            return (try? ProofChecker.check(proof)) != nil
        case .move: return searcher.bestMove(limits: limits)?.claim == .won
        }
    }

    /// Writes a line without buffering, because the next proof may take long.
    private static func printLine(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    private static func milliseconds(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
