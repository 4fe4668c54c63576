import Foundation

/// The file with the user's settings: `$XDG_CONFIG_HOME/gomoku/config.toml`, or
/// `~/.config/gomoku/config.toml`.
struct SettingsFile: Equatable {
    /// The greatest size of the file, in bytes.
    static let longest = 65_536

    let path: String

    /// The file of versions before 1.0.0, whose values had no quotes.
    private var formerPath: String { String(path.dropLast(".toml".count)) }

    /// Returns nil if there is no home directory.
    init?(environment: [String: String]) {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            path = "\(folder)/gomoku/config.toml"
        } else if let home = environment["HOME"], !home.isEmpty {
            path = "\(home)/.config/gomoku/config.toml"
        } else {
            return nil
        }
    }

    /// The file that ``read()`` reads.
    var readPath: String {
        let isFormer =
            !FileManager.default.fileExists(atPath: path) && FileManager.default.fileExists(atPath: formerPath)
        return isFormer ? formerPath : path
    }

    /// Returns the file's text, or nil if there is no file. If there is only a file of the former
    /// format, returns its settings in today's format.
    ///
    /// A file that every user can change is refused, because it names the server that gets the
    /// user's password.
    func read() throws(SettingsFailure) -> String? {
        let text = try Self.text(readPath)
        return readPath == path ? text : text.map(Self.fromFormerFormat)
    }

    private static func text(_ path: String) throws(SettingsFailure) -> String? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
        defer { try? file.close() }
        var facts = stat()
        guard unsafe fstat(file.fileDescriptor, &facts) == 0 else { throw .unreadable(path) }
        guard facts.st_mode & S_IWOTH == 0 else { throw .writableByAll(path) }
        guard let data = try? file.read(upToCount: longest + 1) ?? Data() else { throw .unreadable(path) }
        guard data.count <= longest else { throw .tooLong(path) }
        return String(decoding: data, as: UTF8.self)
    }

    /// Puts the values of the former format into quotes. `yes` and `no` become `true` and `false`.
    static func fromFormerFormat(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("#") else {
                return String(line)
            }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            switch value {
            case "yes": return "\(parts[0])= true"
            case "no": return "\(parts[0])= false"
            default: return "\(parts[0])= \(SettingsText.written(value, of: .name))"
            }
        }.joined(separator: "\n")
    }

    /// Replaces the file atomically. A new file is readable for its owner only; an existing file
    /// keeps its permissions. If it is a symbolic link, its target is replaced.
    func write(_ text: String) throws(SettingsWriteFailure) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest else { throw .tooLong(path) }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: target).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .unwritable(path)
        }
        var facts = stat()
        let mode = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        let draft = "\(target).\(getpid())"
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path) }
        let isWritten = fchmod(descriptor, mode) == 0 && Output.write(bytes, to: descriptor) == nil
        close(descriptor)
        guard isWritten, unsafe rename(draft, target) == 0 else {
            unsafe unlink(draft)
            throw .unwritable(path)
        }
    }
}

/// An error of writing the settings.
enum SettingsWriteFailure: Error, Equatable, CustomStringConvertible {
    case unwritable(String)
    case tooLong(String)

    var description: String {
        switch self {
        case .unwritable(let path): "\(SafeText(path).text) cannot be written. Nothing was changed."
        case .tooLong(let path):
            "\(SafeText(path).text) would have more than \(SettingsFile.longest) bytes. Nothing was changed."
        }
    }
}
