import ArgumentParser
import Foundation
import GameState
import Robot

/// `gomoku-cli analyse`: what the robot thinks of a position, or of every move of a game.
struct AnalyseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Show the score and the best line of a position, or of every move of a game.",
        usage: "gomoku-cli analyse [<game> ...] [<options>]",
        discussion: """
            The game is a psq or SGF file, which may name its rule and size, or moves like h8 i9 g7. Scores are for the side to move: 200 is about 73% to win; \
            "wins in 5" is a five after five more moves of either side.
            """)

    @Argument(help: "A psq or SGF file, or the moves.") var game: [String] = []
    @Option(help: "\(GameTerms.Field.rule.summary).") var rule = Rule.freestyle
    @Option(help: "13, 15, 17, 19 or 20.") var size = 15
    @Option(help: "Milliseconds a position.") var time = 2000
    @Option(help: "Nodes a position instead of time.") var nodes: Int?
    @Option(help: "Threads to search with; more than one may answer differently each time.") var threads = 1
    @Flag(help: "Go through the game and compare every move with the best one.") var every = false

    func validate() throws {
        if BoardSize(size) == nil { throw ValidationError("The size is one of 13, 15, 17, 19 and 20.") }
        if time < 1 || (nodes ?? 1) < 1 { throw ValidationError("Time and nodes are at least 1.") }
        try SearchThreads.check(threads)
    }

    func run() throws {
        guard let wanted = BoardSize(size) else { return }
        let (moves, size, rule) = try AnalyseInput.game(game, size: wanted, rule: rule)
        let searcher = Searcher(size: size, rule: rule, tableMegabytes: 128, threads: threads)
        let limits = SearchLimits(milliseconds: nodes == nil ? time : nil, nodes: nodes)
        if every {
            for number in moves.indices {
                searcher.setPosition(moves: Array(moves[..<number]))
                guard let result = searcher.bestMove(limits: limits) else { break }
                print("\(number + 1). \(size.name(of: moves[number]))  \(AnalyseReport.text(result, size))")
            }
        }
        searcher.setPosition(moves: moves)
        guard let result = searcher.bestMove(limits: limits) else {
            print("The game is over.")
            return
        }
        print(AnalyseReport.text(result, size))
        print("depth \(result.depth), \(result.nodes) nodes, \(result.milliseconds) ms")
    }
}

/// A result in words.
enum AnalyseReport {
    static func text(_ result: SearchResult, _ size: BoardSize) -> String {
        let line = result.principalVariation.map(size.name(of:)).joined(separator: " ")
        return "best \(size.name(of: result.move)), \(score(result)), line \(line)"
    }

    static func score(_ result: SearchResult) -> String {
        guard let plies = result.pliesToFive else { return "score \(result.score > 0 ? "+" : "")\(result.score)" }
        // A win by threats is proven without its length.
        if abs(plies) >= Searcher.unknownPlies { return plies > 0 ? "wins by threats" : "loses to threats" }
        return plies > 0 ? "wins in \(plies)" : "loses in \(-plies)"
    }
}

/// The moves on the command line.
enum AnalyseInput {
    enum Failure: Error, CustomStringConvertible {
        case move(String)
        case record(String, why: String)
        case unplain(String)

        var code: String {
            switch self {
            case .move: "bad-move"
            case .record, .unplain: "bad-record"
            }
        }

        var description: String {
            switch self {
            case .move(let word):
                "\"\(word)\" is no free point of this board: write moves like h8 i9, or give a psq or SGF file."
            case .record(let file, let why): "\(file) is no record that can be read: \(why)"
            case .unplain(let file):
                "\(file) has a setup, a pass or two moves of one side in a row: only plain games can be analysed."
            }
        }
    }

    /// What the words name; a record's own size and rule count, where it has them.
    static func game(_ words: [String], size: BoardSize, rule: Rule) throws -> (
        moves: [Point], size: BoardSize, rule: Rule
    ) {
        guard words.count == 1, FileManager.default.fileExists(atPath: words[0]) else {
            return (try moves(words, size: size), size, rule)
        }
        let data = try Data(contentsOf: URL(filePath: words[0]))
        do {
            let record =
                data.starts(with: Data("Piskvorky".utf8))
                ? try GameRecord(psq: Array(data)) : try GameRecord(sgf: Array(data))
            guard record.isPlain else { throw Failure.unplain(words[0]) }
            return (record.points, record.size, record.rule ?? rule)
        } catch let error as RecordError {
            throw Failure.record(words[0], why: "\(error)")
        }
    }

    static func moves(_ words: [String], size: BoardSize) throws -> [Point] {
        var moves: [Point] = []
        for word in words.flatMap({ $0.split(separator: " ").map(String.init) }) {
            guard let point = size.point(named: word), !moves.contains(point) else { throw Failure.move(word) }
            moves.append(point)
        }
        return moves
    }
}
