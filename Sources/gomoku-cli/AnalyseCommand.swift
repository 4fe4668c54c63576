import ArgumentParser
import Foundation
import GameState
import Robot

/// `gomoku-cli analyse`: what the robot thinks of a position, or of every move of a game.
struct AnalyseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse",
        abstract: "Show the score and the best line of a position, or of every move of a game.",
        discussion: """
            The game is a psq file, or moves like h8 i9 g7. Scores are for the side to move: 200 is about 73% to win; \
            "wins in 5" is a five after five more moves of either side.
            """)

    @Argument(help: "A psq file, or the moves.") var game: [String] = []
    @Option(help: "freestyle, standard, renju or caro.") var rule = Rule.freestyle
    @Option(help: "13, 15, 17, 19 or 20.") var size = 15
    @Option(help: "Milliseconds a position.") var time = 2000
    @Option(help: "Nodes a position instead of time.") var nodes: Int?
    @Flag(help: "Go through the game and compare every move with the best one.") var every = false

    func validate() throws {
        if BoardSize(size) == nil { throw ValidationError("The size is one of 13, 15, 17, 19 and 20.") }
        if time < 1 || (nodes ?? 1) < 1 { throw ValidationError("Time and nodes are at least 1.") }
    }

    func run() throws {
        guard let size = BoardSize(size) else { return }
        let moves = try AnalyseInput.moves(game, size: size)
        let searcher = Searcher(size: size, rule: rule, tableMegabytes: 128)
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
        if plies >= Searcher.unknownPlies { return "wins by threats" }
        return plies > 0 ? "wins in \(plies)" : "loses in \(-plies)"
    }
}

/// The moves on the command line.
enum AnalyseInput {
    enum Failure: Error, CustomStringConvertible {
        case move(String)
        case record(String, line: Int)

        var code: String {
            switch self {
            case .move: "bad-move"
            case .record: "bad-record"
            }
        }

        var description: String {
            switch self {
            case .move(let word): "\"\(word)\" is no free point of this board: write moves like h8 i9, or give a psq file."
            case .record(let file, let line): "Line \(line) of \(file) is no move of a psq record for this board."
            }
        }
    }

    static func moves(_ words: [String], size: BoardSize) throws -> [Point] {
        if words.count == 1, FileManager.default.fileExists(atPath: words[0]) {
            return try psq(String(contentsOfFile: words[0], encoding: .utf8), file: words[0], size: size)
        }
        var moves: [Point] = []
        for word in words.flatMap({ $0.split(separator: " ").map(String.init) }) {
            guard let point = size.point(named: word), !moves.contains(point) else { throw Failure.move(word) }
            moves.append(point)
        }
        return moves
    }

    /// The moves of a psq record: 1-based `x,y,milliseconds` lines after the header, until a line is none.
    static func psq(_ text: String, file: String, size: BoardSize) throws -> [Point] {
        var moves: [Point] = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated().dropFirst() {
            let numbers = EngineSession.numbers(String(line))
            if numbers.count < 3 { break }
            guard let point = size.point(column: numbers[0] - 1, row: numbers[1] - 1), !moves.contains(point) else {
                throw Failure.record(file, line: index + 1)
            }
            moves.append(point)
        }
        return moves
    }
}
