import Engines
import Foundation
import GameState
import Wire

extension MatchGame {
    /// Returns the game as a record for a file.
    func record(names: ByStone<String>, size: BoardSize, rule: Rule, at date: Date) -> GameRecord {
        var record = GameRecord(size: size, rule: rule, moves: moves)
        for (index, spent) in milliseconds.enumerated() where record.moves.indices.contains(index) {
            record.moves[index].milliseconds = spent
        }
        record.names = ByStone(x: names.x, o: names.o)
        record.outcome = winner.map { $0 == .x ? .x : .o } ?? .draw
        // The record's reason is one of a room's reasons. A program's fault is written as a
        // comment.
        record.reason = Game.Reason(rawValue: reason)?.rawValue ?? "abandoned"
        record.event = "gomoku-cli match"
        record.date = date.formatted(.iso8601.year().month().day())
        if Game.Reason(rawValue: reason) == nil, let comment = GameRecord.Property("GC", [reason]) {
            record.extras.append(comment)
        }
        return record
    }
}

/// A folder for the records of a match: `0001.psq`, `0001.sgf`, and so on.
struct MatchRecords {
    let folder: String

    /// An error of writing a record.
    struct Failure: ExitStatusError, CustomStringConvertible {
        var exitStatus: Int32 { ExitStatus.unwritable }
        let code = "not-kept"
        let description: String
    }

    func keep(_ record: GameRecord, number: Int) throws(Failure) {
        let name = folder + "/" + String(format: "%04d", number)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(record.sgf.utf8).write(to: URL(filePath: name + ".sgf"))
        } catch {
            throw Failure(description: "The records cannot be written to \(folder): \(error.localizedDescription)")
        }
        // A psq file exists only for a plain game. The record never contains a refused move.
        guard let psq = try? record.psq() else { return }
        do { try Data(psq.utf8).write(to: URL(filePath: name + ".psq")) } catch {
            throw Failure(description: "The records cannot be written to \(folder): \(error.localizedDescription)")
        }
    }
}
