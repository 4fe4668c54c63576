import Engines
import Foundation
import GameState

extension MatchGame {
    /// The game as a file keeps it.
    func record(names: ByStone<String>, size: BoardSize, rule: Rule, at date: Date) -> GameRecord {
        var record = GameRecord(size: size, rule: rule, moves: moves)
        for (index, spent) in milliseconds.enumerated() where record.moves.indices.contains(index) {
            record.moves[index].milliseconds = spent
        }
        record.names = ByStone(x: names.x, o: names.o)
        record.outcome = winner.map { $0 == .x ? .x : .o } ?? .draw
        // Of the words of a room's `reason`; a fault of a program is told in a comment.
        record.reason = Game.Reason(rawValue: reason)?.rawValue ?? "abandoned"
        record.event = "gomoku-cli match"
        record.date = date.formatted(.iso8601.year().month().day())
        if Game.Reason(rawValue: reason) == nil, let comment = GameRecord.Property("GC", [reason]) {
            record.extras.append(comment)
        }
        return record
    }
}

/// Keeps the games of a match in a folder: `0001.psq` and `0001.sgf`, and so on.
struct MatchRecords {
    let folder: String

    /// Why a game was not kept.
    struct Failure: Error, CustomStringConvertible {
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
        // A move that was refused, on a stone or off the board, is in no record; the game without it is.
        guard let psq = try? record.psq() else { return }
        do { try Data(psq.utf8).write(to: URL(filePath: name + ".psq")) } catch {
            throw Failure(description: "The records cannot be written to \(folder): \(error.localizedDescription)")
        }
    }
}
