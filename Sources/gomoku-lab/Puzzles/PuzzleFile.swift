import Foundation
import GameState
import Puzzles
import Wire

/// A failure of a command for puzzles.
enum PuzzleFailure: ExitStatusError, Equatable, CustomStringConvertible {
    case file(String)
    case line(String, Int, PuzzleFault)
    case otherRun(String)
    /// A process of a run has ended with this status.
    case process(Int32)
    case empty
    case severalRules

    var exitStatus: Int32 {
        switch self {
        case .file: ExitStatus.noInput
        case .line, .otherRun, .empty, .severalRules: ExitStatus.badData
        case .process: ExitStatus.software
        }
    }

    var description: String {
        switch self {
        case .file(let path): "Cannot read \(path). Give a book, a run file, JSON lines, or a game as SGF or psq."
        case .line(let path, let line, let fault): "\(path), line \(line): \(fault)"
        case .otherRun(let path): "\(path) belongs to a run with other options. Give another file to --output."
        case .process(let status):
            "A process of the run has ended with status \(status). Give the same command to go on."
        case .empty: "The files have no puzzles."
        case .severalRules: "The files have puzzles of several rules. Join those of each rule separately."
        }
    }
}

/// Files with puzzles: books, files of runs, and JSON lines.
enum PuzzleFile {
    /// A line of the file of a run.
    struct Game {
        let index: Int
        /// The number of puzzles.
        let puzzles: Int
        let line: String
    }

    /// Returns the puzzles of a file. Leaves out incomplete lines of a run.
    static func read(_ path: String) throws -> [Puzzle] {
        let bytes = [UInt8](try data(path))
        if let book = try book(bytes) { return try (0..<book.count).map { try book.puzzle(at: $0) } }
        var puzzles: [Puzzle] = []
        for (number, line) in lines(bytes).enumerated() where !line.isEmpty {
            do throws(PuzzleFault) {
                guard let json = try? JSONParser.parse(Array(line)) else {
                    if line.starts(with: gameStart) { continue }
                    throw .bytes
                }
                if let items = json["puzzles"]?.array {
                    for item in items { puzzles.append(try Puzzle(item)) }
                } else if json["kind"] != nil {
                    puzzles.append(try Puzzle(json))
                } else if number > 0 {
                    throw .member("kind")
                }
            } catch {
                throw PuzzleFailure.line(path, number + 1, error)
            }
        }
        return puzzles
    }

    /// Returns the first word of every line. Lines that begin with `#` are comments.
    static func ids(_ path: String) throws -> Set<String> {
        let lines = String(decoding: try data(path), as: UTF8.self).split(separator: "\n")
        return Set(lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").first.map(String.init) })
    }

    private static func book(_ bytes: [UInt8]) throws -> PuzzleBook? {
        do throws(PuzzleBook.Fault) {
            return try PuzzleBook(bytes)
        } catch .notABook {
            return nil
        }
    }

    private static let gameStart = Array("{\"game\":".utf8)

    /// Returns the games of the file of a run. Leaves out incomplete lines.
    static func games(_ path: String) throws -> [Game] {
        lines([UInt8](try data(path))).compactMap { line in
            guard line.starts(with: gameStart), let json = try? JSONParser.parse(Array(line)),
                let index = json["game"]?.integer, let puzzles = json["puzzles"]?.array
            else { return nil }
            return Game(index: index, puzzles: puzzles.count, line: String(decoding: line, as: UTF8.self))
        }
    }

    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private static func data(_ path: String) throws -> Data {
        guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw PuzzleFailure.file(path) }
        return data
    }
}
