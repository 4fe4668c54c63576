import GameState

extension Property {
    /// Files with game trees in any format. A file is refused with a sentence, or its study
    /// survives SGF, and its chapters survive RenLib's format as far as that format keeps them.
    static let study = Property("study") { bytes in
        let study: Study
        do throws(StudyError) { study = try Study(bytes) } catch {
            try ensure(error.description.hasSuffix(".") && !error.code.isEmpty, "a sentence: \(error)")
            try ensure((error.offset ?? 0) <= bytes.count, "\(error) in a file of \(bytes.count) bytes")
            return
        }
        for sentence in study.losses.sentences { try ensure(sentence.hasSuffix("."), "a sentence: \(sentence)") }
        let written = try sgf(study)
        let again: Study
        do throws(StudyError) { again = try Study(sgf: written) } catch {
            // Escapes can make the text longer than the limit.
            if case .bytes = error.reason { return }
            throw Violation(description: "\(String(decoding: written, as: UTF8.self)) is not read again: \(error)")
        }
        try ensure(again == study, "\(String(decoding: written, as: UTF8.self)) is another study")
        try ensure(try sgf(again) == written, "\(String(decoding: written, as: UTF8.self)) is written differently")
        for number in study.numbers { try ensureLibrary(study, number) }
        var merged = study
        do throws(StudyError) { try merged.merge(study) } catch { throw Violation(description: "not merged: \(error)") }
        try ensure(merged.count <= study.count, "merging a study with itself adds moves")
    }

    private static func sgf(_ study: Study) throws(Violation) -> [UInt8] {
        do throws(StudyError) { return try study.sgf().bytes } catch {
            throw Violation(description: "not written: \(error)")
        }
    }

    /// Checks that a library is read again with all moves, and does not change when it is written
    /// again. A first position becomes moves, so its library is compared after one more reading.
    private static func ensureLibrary(_ study: Study, _ number: Int) throws(Violation) {
        guard let chapter = study.chapters[number], var written = try? study.lib(chapter: number).bytes else { return }
        if !chapter.start.isEmpty { written = try library(written, chapter.rule) }
        let again = try library(written, chapter.rule)
        try ensure(again == written, "\(written) became \(again)")
    }

    /// Returns the library that is written after reading one.
    private static func library(_ bytes: [UInt8], _ rule: Rule) throws(Violation) -> [UInt8] {
        let study: Study
        do throws(StudyError) { study = try Study(lib: bytes, rule: rule) } catch {
            throw Violation(description: "\(bytes) is not read again: \(error)")
        }
        guard let again = try? study.lib().bytes else { throw Violation(description: "\(bytes) is not written again") }
        return again
    }
}
