import Foundation
import GameState

/// Whose lines are not shown, kept beside the token of each server: an id a line.
struct MutedFile {
    /// Participants that are kept.
    static let limit = 500
    /// Longest file that is read, in bytes.
    private static let sizeLimit = 65_536

    let path: String

    /// Beside `tokens`.
    init(beside tokens: TokenFile) {
        path =
            tokens.path.hasSuffix(".token") ? "\(tokens.path.dropLast(".token".count)).muted" : tokens.path + ".muted"
    }

    func read() -> Set<ParticipantID> {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.sizeLimit) else { return [] }
        return Set(
            String(decoding: data, as: UTF8.self).split(separator: "\n").prefix(Self.limit).map {
                ParticipantID(String($0))
            })
    }

    /// Whole or not at all; what cannot be kept is not kept.
    func write(_ muted: Set<ParticipantID>) {
        let lines = muted.map(\.text).sorted().prefix(Self.limit).map { $0 + "\n" }
        try? Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
