import Foundation

/// Where the secret is kept that proves to a server that one is the same participant as last time.
struct TokenFile {
    /// The lengths that tokens have, in bytes; servers accept no longer ones.
    private static let tokenLengths = 16...128

    let path: String
    /// Whether the user named the file. Another program's content is never replaced there.
    private let isNamed: Bool

    init(path: String) {
        self.path = path
        isNamed = true
    }

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
        isNamed = false
    }

    private enum Content {
        case nothing
        case token(String)
        case somethingElse
    }

    private var content: Content {
        guard let file = FileHandle(forReadingAtPath: path) else {
            return FileManager.default.fileExists(atPath: path) ? .somethingElse : .nothing
        }
        defer { try? file.close() }
        // One byte for the line's end, and one more that shows that the file is longer.
        let most = Self.tokenLengths.upperBound + 2
        guard let data = try? file.read(upToCount: most) ?? Data() else { return .somethingElse }
        let bytes = data.last == UInt8(ascii: "\n") ? data.dropLast() : data
        if bytes.isEmpty { return .nothing }
        let isToken = Self.tokenLengths.contains(bytes.count) && bytes.allSatisfy(Self.isOfToken)
        return isToken ? .token(String(decoding: bytes, as: UTF8.self)) : .somethingElse
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// The token in the file; nil if the file does not exist, is empty or has something else in it.
    func read() -> String? {
        if case .token(let token) = content { token } else { nil }
    }

    /// A sentence for the user if the file that they named has something else in it than a token.
    var objection: String? {
        guard isNamed, case .somethingElse = content else { return nil }
        return "\(path) is not a token that this program has written, and was left as it is. Name another file."
    }

    /// Forgets the token, where there is one.
    func remove() { unsafe unlink(path) }

    /// Throws where ``write(_:)`` would; keeps nothing.
    func checkWritable() throws(TokenFileError) {
        var isFolder: ObjCBool = false
        guard !(unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)) || !isFolder.boolValue
        else { throw .unwritable(path) }
        let draft = try makeDraft()
        close(draft.descriptor)
        unsafe unlink(draft.path)
    }

    /// Keeps the token, readable for its owner alone; whole or not at all.
    func write(_ token: String) throws(TokenFileError) {
        guard token != read() else { return }
        let draft = try makeDraft()
        let isWritten = Output.write(Array((token + "\n").utf8), to: draft.descriptor) == nil
        close(draft.descriptor)
        guard isWritten, unsafe rename(draft.path, path) == 0 else {
            unsafe unlink(draft.path)
            throw .unwritable(path)
        }
    }

    /// An empty file beside the one that it will take the place of.
    private func makeDraft() throws(TokenFileError) -> (path: String, descriptor: Int32) {
        guard objection == nil else { throw .unwritable(path) }
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
        return (draft, descriptor)
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
