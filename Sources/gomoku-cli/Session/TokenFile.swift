import Foundation

/// Where the secret is kept that proves to a server that one is the same participant as last time.
struct TokenFile {
    /// Longest file that is read, in bytes.
    private static let sizeLimit = 1_024

    let path: String

    init(path: String) { self.path = path }

    /// The file for `server` under `$XDG_STATE_HOME/gomoku`, or `~/.local/state/gomoku`. Nil where there is no home.
    init?(server: String, environment: [String: String]) {
        let folder: String
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            folder = state
        } else if let home = environment["HOME"], !home.isEmpty {
            folder = home + "/.local/state"
        } else {
            return nil
        }
        // `[::1]:8080` and whatever else a host may be becomes one plain file name.
        let name = String(server.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) ? $0 : "_" })
        path = "\(folder)/gomoku/\(name).token"
    }

    /// The token, nil when there is none.
    func read() -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.sizeLimit) else { return nil }
        let token = String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
        return token.isEmpty ? nil : token
    }

    /// Forgets the token, where there is one.
    func remove() { unsafe unlink(path) }

    /// Keeps the token, readable for its owner alone; whole or not at all.
    func write(_ token: String) throws(TokenFileError) {
        guard token != read() else { return }
        let url = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path)
        }
        let draft = "\(path).\(getpid())"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path) }
        let isWritten = Output.write(Array((token + "\n").utf8), to: descriptor) == nil
        close(descriptor)
        guard isWritten, unsafe rename(draft, path) == 0 else {
            unsafe unlink(draft)
            throw .unwritable(path)
        }
    }
}

/// Why a token could not be kept.
enum TokenFileError: Error, Equatable, CustomStringConvertible {
    case unwritable(String)

    var description: String { sentence(in: EnglishWords()) }

    func sentence(in words: any Words) -> String {
        switch self {
        case .unwritable(let path): words.identityNotKept(path)
        }
    }
}
