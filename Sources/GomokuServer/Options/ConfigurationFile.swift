import Foundation

/// A file of lines `name = value`, in which the names are those of the options. Empty lines and
/// lines that start with `#` are ignored.
struct ConfigurationFile {
    /// The maximum size of the file, in bytes.
    static let longest = 65_536

    /// A reason why the file cannot be used.
    enum Failure: Error, Equatable, CustomStringConvertible {
        case unreadable(String)
        case tooLong(String)
        /// The line has no `=`.
        case noValue(String, line: Int)
        case unknown(String, in: String)
        /// The value of a flag is neither yes nor no.
        case notYesOrNo(name: String, in: String)

        var code: String {
            switch self {
            case .unreadable: "unreadable"
            case .tooLong: "too-long"
            case .noValue: "no-value"
            case .unknown: "unknown-option"
            case .notYesOrNo: "not-yes-or-no"
            }
        }

        var description: String {
            switch self {
            case .unreadable(let path):
                "The configuration file \(path) cannot be read. Give a file that this user may read with --config."
            case .tooLong(let path):
                "The configuration file \(path) has more than \(ConfigurationFile.longest) bytes. Shorten it."
            case .noValue(let path, let line): "\(path), line \(line): write \"name = value\"."
            case .unknown(let name, let place):
                "\(place): there is no option \"\(name.prefix(64))\". `gomoku-server --help` lists all options; write them without the dashes."
            case .notYesOrNo(let name, let place): "\(place): \(name) must be yes or no."
            }
        }
    }

    /// A setting and its line number.
    struct Entry: Equatable {
        let name: String
        let value: String
        let line: Int
    }

    let path: String
    let entries: [Entry]

    init(path: String) throws(Failure) {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.longest + 1)
        else { throw .unreadable(path) }
        guard data.count <= Self.longest else { throw .tooLong(path) }
        try self.init(String(decoding: data, as: UTF8.self), path: path)
    }

    init(_ text: String, path: String) throws(Failure) {
        var entries: [Entry] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw .noValue(path, line: number + 1) }
            entries.append(
                Entry(
                    name: parts[0].trimmingCharacters(in: .whitespaces),
                    value: parts[1].trimmingCharacters(in: .whitespaces), line: number + 1))
        }
        self.path = path
        self.entries = entries
    }
}
