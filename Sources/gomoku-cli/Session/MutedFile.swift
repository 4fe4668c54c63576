import Foundation
import GameState

/// The list of muted participants, in a file beside the server's token with one ID per line.
struct MutedFile {
    /// The greatest number of participants stored.
    static let limit = 500
    /// The greatest number of bytes read.
    private static let sizeLimit = 65_536

    let path: String

    /// Creates the file's path from the path of `tokens`.
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

    /// Writes the file atomically. Ignores errors.
    func write(_ muted: Set<ParticipantID>) {
        let lines = muted.map(\.text).sorted().prefix(Self.limit).map { $0 + "\n" }
        try? Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
