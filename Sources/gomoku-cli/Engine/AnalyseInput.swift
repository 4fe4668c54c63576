import Engines
import Foundation
import GameState
import Wire

/// The game to analyse, from a record or from moves on the command line.
struct AnalyseInput: Equatable {
    let moves: [Point]
    let size: BoardSize
    let rule: Rule
    /// The number of stones that belong to an opening.
    let openingStones: Int

    enum Failure: Error, Equatable, CustomStringConvertible {
        case move(String)
        case unreadable(String)
        case record(String, RecordError)
        case unplain(String)

        var code: String {
            switch self {
            case .move: "bad-move"
            case .unreadable: "unreadable"
            case .record, .unplain: "bad-record"
            }
        }

        var status: Int32 {
            switch self {
            case .move: ExitStatus.usage
            case .unreadable: ExitStatus.noInput
            case .record, .unplain: ExitStatus.badData
            }
        }

        var description: String {
            switch self {
            case .move(let word): MoveNameError(word).description
            case .unreadable(let file): EnglishWords().unreadable(file)
            case .record(let file, let error): EnglishWords().badRecord(file, error)
            case .unplain(let file):
                "\(file) has setup stones, a pass or two moves in a row by one side. Give a game with alternating moves."
            }
        }
    }

    /// - Parameters:
    ///   - words: a file, moves, or `-` for standard input.
    ///   - size: the size if the record does not name one; likewise `rule`.
    init(_ words: [String], size: BoardSize, rule: Rule) throws(Failure) {
        guard words.count == 1 else {
            try self.init(moves: words, size: size, rule: rule)
            return
        }
        if words[0] == "-" {
            let data = try? FileHandle.standardInput.read(upToCount: RecordLimits.bytes + 1)
            try self.init(Array(data ?? Data()), called: "Standard input", size: size, rule: rule)
        } else if words[0].contains(where: { "./".contains($0) }) || FileManager.default.fileExists(atPath: words[0]) {
            guard let file = FileHandle(forReadingAtPath: words[0]),
                let data = try? file.read(upToCount: RecordLimits.bytes + 1) ?? Data()
            else { throw .unreadable(words[0]) }
            try self.init(record: Array(data), called: words[0], rule: rule)
        } else {
            try self.init(moves: words, size: size, rule: rule)
        }
    }

    /// Reads a record, or moves as written on the command line.
    init(_ bytes: [UInt8], called name: String, size: BoardSize, rule: Rule) throws(Failure) {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("(") || text.hasPrefix(Self.psq) {
            try self.init(record: bytes, called: name, rule: rule)
        } else {
            try self.init(moves: [text], size: size, rule: rule)
        }
    }

    /// Reads a record. Its own size and rule take precedence.
    init(record bytes: [UInt8], called name: String, rule: Rule) throws(Failure) {
        let record: GameRecord
        do throws(RecordError) {
            record = bytes.starts(with: Self.psq.utf8) ? try GameRecord(psq: bytes) : try GameRecord(sgf: bytes)
        } catch { throw .record(name, error) }
        guard record.isPlain else { throw .unplain(name) }
        moves = record.points
        size = record.size
        self.rule = record.rule ?? rule
        openingStones = record.openingStones
    }

    /// The first word of a psq file.
    private static let psq = "Piskvorky"

    init(moves words: [String], size: BoardSize, rule: Rule) throws(Failure) {
        do throws(MoveNameError) { moves = try size.moves(named: words) } catch { throw .move(error.word) }
        self.size = size
        self.rule = rule
        openingStones = 0
    }
}
