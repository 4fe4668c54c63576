import Foundation

/// The file with the secret token that proves a participant's identity to a server.
struct TokenFile {
    /// The allowed lengths of a token in bytes. Servers reject longer ones.
    private static let tokenLengths = 16...128

    let path: String
    /// Whether the user named the file. In that case, other content in it is never overwritten.
    private let isNamed: Bool

    init(path: String) {
        self.path = path
        isNamed = true
    }

    /// Creates the path of the usual file for the address's server; nil if there is no home
    /// directory.
    init?(usualFor address: Address) {
        self.init(server: address.server, environment: ProcessInfo.processInfo.environment)
    }

    /// Creates the path for `server` in `$XDG_STATE_HOME/gomoku` or `~/.local/state/gomoku`. Nil if
    /// there is no home directory.
    init?(server: String, environment: [String: String]) {
        guard let folder = StateFolder.path(environment: environment) else { return nil }
        // Turns any host, such as `[::1]:8080`, into a plain file name.
        let name = String(server.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) ? $0 : "_" })
        path = "\(folder)/\(name).token"
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
        // One more byte for the line end, and another to detect a longer file.
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

    /// Returns the token. Nil if the file does not exist, is empty, or contains anything else.
    func read() -> String? {
        if case .token(let token) = content { token } else { nil }
    }

    /// A sentence for the user if the file they named contains anything but a token; otherwise nil.
    var objection: String? {
        guard isNamed, case .somethingElse = content else { return nil }
        return "\(path) contains something other than a token, and was not changed. Name another file."
    }

    /// Deletes the token, if there is one.
    func remove() { unsafe unlink(path) }

    /// Throws the errors that ``write(_:)`` would throw, without storing anything.
    func checkWritable() throws(TokenFileError) {
        var isFolder: ObjCBool = false
        guard !(unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)) || !isFolder.boolValue
        else { throw .unwritable(path) }
        let draft = try makeDraft()
        close(draft.descriptor)
        unsafe unlink(draft.path)
    }

    /// Writes the token atomically, readable for its owner only.
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

    /// Creates an empty temporary file beside the token file, which it will replace.
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

/// An error of storing a token.
enum TokenFileError: Error, Equatable, CustomStringConvertible {
    case unwritable(String)

    var description: String { sentence(in: EnglishWords()) }

    func sentence(in words: any Words) -> String {
        switch self {
        case .unwritable(let path): words.identityNotKept(path)
        }
    }
}
