import ArgumentParser
import Foundation
import GameState
import PuzzleMaking
import Puzzles
import Wire

/// `gomoku-lab puzzles`: makes, joins, checks and exports collections of puzzles.
struct PuzzleCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "puzzles", abstract: "Make and check collections of puzzles (docs/PUZZLES.md).",
        subcommands: [
            PuzzlesMake.self, PuzzlesJoin.self, PuzzlesVerify.self, PuzzlesExport.self, PuzzlesLevels.self,
            PuzzlesLost.self, PuzzlesSimulate.self,
        ])
}

extension Puzzle.Kind: ExpressibleByArgument {}

/// `gomoku-lab puzzles make`: makes puzzles from games.
struct PuzzlesMake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make puzzles from games of the robot against itself, or from given games.",
        usage: "gomoku-lab puzzles make --rule R --output FILE [<options>] [GAME …]",
        discussion: """
            The file gets one line per game. If it exists, the run goes on where it stopped. A run with the same rule, \
            seed, kinds and games gives the same lines, whatever the number of processes.
            """)

    @Argument(help: "Games as SGF or psq files, instead of self-play.") var games: [String] = []
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "Seed for the games.") var seed: UInt64 = 1
    @Option(help: "Kinds of puzzles: fours, threats, defence and drill, or balance alone.") var kinds: [Puzzle.Kind] = [
        .fours, .threats, .defence, .drill,
    ]
    @Option(help: "Puzzles to make.") var count = 100
    @Option(help: "Processes that work at the same time.") var processes = 1
    @Option(help: "The file to write.") var output: String
    @Option(help: .hidden) var worker: Int?

    func validate() throws {
        if count < 1 || !(1...64).contains(processes) {
            throw ValidationError("--count takes 1 or more, and --processes 1 to 64.")
        }
        if kinds.contains(.balance), kinds != [.balance] || !games.isEmpty {
            throw ValidationError("--kinds balance is made from openings. Give no other kind and no games.")
        }
    }

    func run() throws {
        let plan = PuzzlePlan(rule: rule, seed: seed, kinds: Set(kinds), games: try games.map(PuzzlePlan.record))
        let run = PuzzleRun(plan, path: output)
        if let worker {
            try run.work(worker, of: processes)
        } else {
            try run.supervise(count: count, processes: processes)
        }
    }
}

/// `gomoku-lab puzzles join`: makes a book of the puzzles in files.
struct PuzzlesJoin: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Make a book of the puzzles in run files, JSON lines or books.",
        usage: "gomoku-lab puzzles join --output BOOK [--count N] [--without LIST] FILE …",
        discussion: """
            Leaves out duplicates. If there are more than --count puzzles, a quarter are defences, a tenth drills and \
            a hundredth of the kind balance, as far as possible. Each kind is spread evenly over the ratings. \
            Computes the themes and ratings of defences and the answers of drills again.
            """)

    @Argument(help: "The files.") var files: [String]
    @Option(help: "The book to write.") var output: String
    @Option(help: "The greatest number of puzzles.") var count = 10_000
    @Option(help: "A file with the IDs of puzzles to leave out, each followed by the reason.") var without: String?

    func run() throws {
        let removed = try without.map(PuzzleFile.ids) ?? []
        var puzzles: [Puzzle] = []
        for file in files { puzzles += try PuzzleFile.read(file).compactMap(PuzzleFeatures.renewed) }
        puzzles.removeAll { removed.contains($0.id) }
        guard let rule = puzzles.first?.position.rule else { throw PuzzleFailure.empty }
        guard puzzles.allSatisfy({ $0.position.rule == rule }) else { throw PuzzleFailure.severalRules }
        let mix = PuzzleMix(puzzles)
        let chosen = mix.chosen(count)
        let bytes = try PuzzleBook.bytes(of: chosen, under: rule)
        try Data(bytes).write(to: URL(filePath: output))
        print("\(chosen.count) of \(puzzles.count) puzzles, \(mix.duplicates) duplicates, \(bytes.count) bytes")
    }
}

/// `gomoku-lab puzzles verify`: checks every puzzle by the rules alone.
struct PuzzlesVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check every puzzle of files by the rules alone.",
        usage: "gomoku-lab puzzles verify FILE …",
        discussion: "Prints the numbers by rule, kind and rating. Exit status 70 if a puzzle is wrong or a duplicate.")

    @Argument(help: "Books, run files or JSON lines.") var files: [String]

    func run() throws {
        var count = PuzzleCount()
        for file in files {
            for puzzle in try PuzzleFile.read(file) { count.add(puzzle) }
        }
        print(count.summary)
        for fault in count.faults.prefix(20) { print(fault) }
        if !count.faults.isEmpty { throw ExitCode(ExitStatus.software) }
    }
}

/// `gomoku-lab puzzles export`: prints puzzles as JSON lines.
struct PuzzlesExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Print the puzzles of files as JSON lines, or as pictures for people.",
        usage: "gomoku-lab puzzles export FILE … [--pictures] [--kind K]",
        discussion: "The first line of JSON has the licence: CC0 1.0, which puts the puzzles into the public domain.")

    @Argument(help: "Books, run files or JSON lines.") var files: [String]
    @Flag(help: "Print boards as text, with the answers.") var pictures = false
    @Option(help: "Only this kind.") var kind: Puzzle.Kind?

    func run() throws {
        if !pictures { print(#"{"licence":"CC0-1.0","made-by":"gomoku-lab puzzles","format":"docs/PUZZLES.md"}"#) }
        for file in files {
            for puzzle in try PuzzleFile.read(file) where kind == nil || puzzle.kind == kind {
                print(pictures ? PuzzlePicture.text(of: puzzle) : puzzle.json)
            }
        }
    }
}

/// `gomoku-lab puzzles simulate`: lets simulated people solve puzzles near their ratings.
struct PuzzlesSimulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Let simulated people solve puzzles near their ratings.",
        usage: "gomoku-lab puzzles simulate [BOOK] [--people N] [--attempts N]",
        discussion: """
            Prints how far the puzzles were from the people's ratings, the time per selection and per rating, and the \
            memory.
            """)

    @Argument(help: "A book of puzzles. Without it, the ratings are spread evenly.") var book: String?
    @Option(help: "Puzzles, without a book.") var puzzles = 10_000
    @Option(help: "People.") var people = 10_000
    @Option(help: "Attempts per person.") var attempts = 100
    @Option(help: "Seed of the first person.") var seed: UInt32 = 1

    func validate() throws {
        if puzzles < 1 || people < 1 || attempts < 1 {
            throw ValidationError("--puzzles, --people and --attempts take 1 or more.")
        }
    }

    func run() throws {
        let simulation =
            if let book {
                PuzzleSimulation(try PuzzleBook(Array(Data(contentsOf: URL(fileURLWithPath: book)))))
            } else {
                PuzzleSimulation(count: puzzles)
            }
        var summary = PuzzleSimulationSummary()
        for number in 0..<UInt32(people) {
            summary.add(simulation.person(seed: seed &+ number, attempts: attempts))
        }
        for line in summary.lines { print(line) }
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM") {
            print("memory: \(line.dropFirst(6))")
        }
    }
}
