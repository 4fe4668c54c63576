import Foundation
import GameState
import Puzzles

/// The file with the person's record of puzzles, for all servers. Several programs may use it at
/// once.
final class PuzzleProgressFile {
    /// The greatest size of the file, in bytes. A full record has about 130 kB.
    static let sizeLimit = 1_048_576

    /// The path, or nil to keep the record in memory only.
    let path: String?
    private(set) var progress: PuzzleProgress
    /// Whether the last change was not stored.
    private(set) var hasFailed = false
    private let seed: UInt32

    /// Reads the record, if there is one.
    ///
    /// - Parameters:
    ///   - folder: the directory of the file; nil to keep the record in memory.
    ///   - seed: the number that orders the puzzles for a new record.
    init(folder: String?, seed: UInt32, today: PuzzleDay) {
        self.path = folder.map { $0 + "/puzzles.json" }
        self.seed = seed
        progress = PuzzleProgress(seed: seed)
        if let stored = stored(today) { progress = stored }
    }

    /// Changes the record and stores it before it returns. Changes that another program has stored
    /// meanwhile stay.
    func change(_ today: PuzzleDay, _ body: (inout PuzzleProgress) -> Void) {
        StateFile.locked(path) {
            if let stored = stored(today) { progress = stored }
            body(&progress)
            hasFailed = path.map { !StateFile.write(progress.text, to: $0) } ?? false
        }
    }

    /// Returns the stored record, or nil if there is none. A damaged file is set aside.
    private func stored(_ today: PuzzleDay) -> PuzzleProgress? {
        guard !hasFailed, let path, let bytes = StateFile.bytes(path, limit: Self.sizeLimit) else { return nil }
        if let stored = PuzzleProgress(bytes, seed: seed, today: today) { return stored }
        unsafe rename(path, path + ".damaged")
        return nil
    }
}
