import GameState

extension Property {
    /// SGF files. A file is refused, or the record survives being written and read again.
    static let sgf = Property("sgf") { bytes in
        let record: GameRecord
        do throws(RecordError) { record = try GameRecord(sgf: bytes) } catch {
            try ensure(error.description.hasSuffix(".") && !error.code.isEmpty, "a sentence: \(error)")
            return
        }
        let written = record.sgf
        let again: GameRecord
        do throws(RecordError) { again = try GameRecord(sgf: written) } catch {
            // Escapes can make the text longer than the original.
            if case .tooLarge = error { return }
            throw Violation(description: "\(written) is not read again: \(error)")
        }
        try ensure(again == record && again.sgf == written, "\(written) became \(again.sgf)")
        try ensurePlaces(record)
        try ensurePiskvork(record)
    }

    /// Piskvork's `.psq` files. A file is refused, or the record survives being written and read
    /// again.
    static let psq = Property("psq") { bytes in
        let record: GameRecord
        do throws(RecordError) { record = try GameRecord(psq: bytes) } catch {
            try ensure(error.description.hasSuffix(".") && !error.code.isEmpty, "a sentence: \(error)")
            return
        }
        try ensurePlaces(record)
        try ensure(record.isPlain, "moves alternate")
        try ensurePiskvork(record)
        guard let again = try? GameRecord(sgf: record.sgf) else {
            throw Violation(description: "\(record.sgf) is not read")
        }
        try ensure(again == record, "\(record.sgf) became \(again.sgf)")
    }

    /// Checks that a record written for Piskvork can be read, has the same moves, and does not
    /// change when it is written again.
    private static func ensurePiskvork(_ record: GameRecord) throws {
        guard let written = try? record.psq() else {
            return try ensure(!record.isPlain, "a record of alternating moves is not written")
        }
        let again: GameRecord
        do throws(RecordError) { again = try GameRecord(psq: written) } catch {
            throw Violation(description: "\(written.debugDescription) is not read again: \(error)")
        }
        try ensure(
            again.points == record.points && again.size == record.size && again.outcome == record.outcome,
            "\(written.debugDescription): another game")
        try ensure(
            (try? again.psq()).map { Array($0.utf8) } == Array(written.utf8),
            "\(written.debugDescription) became \((try? again.psq()).debugDescription)")
    }

    private static func ensurePlaces(_ record: GameRecord) throws {
        let points = record.setup.x + record.setup.o + record.points
        try ensure(points.allSatisfy { record.size.contains($0) }, "a stone off the board")
        try ensure(Set(points.map(\.cell)).count == points.count, "two stones on one point")
    }
}
