/// The format of a file with game trees, a game or a position.
public enum StudyFormat: String, CaseIterable, Sendable {
    case sgf
    /// A library of RenLib.
    case lib
    /// A file of Piskvork.
    case psq
    /// The moves of a position.
    case text
    /// The rows of a board.
    case diagram

    /// Recognizes a format by its first bytes.
    public init(of bytes: [UInt8]) {
        if bytes.starts(with: RenLibFormat.signature.prefix(2)) || Self.isOldLibrary(bytes) {
            self = .lib
        } else if bytes.starts(with: "Piskvorky".utf8) {
            self = .psq
        } else if Self.isSGF(bytes) {
            self = .sgf
        } else if bytes.count <= RecordLimits.bytes, (try? DiagramText.board(bytes)) != nil {
            self = .diagram
        } else {
            self = .text
        }
    }

    /// The ending of the names of files in this format.
    public var ending: String {
        switch self {
        case .sgf, .lib, .psq: rawValue
        case .text, .diagram: "txt"
        }
    }

    /// Creates the format in which a file with this ending is written. Returns `nil` for other
    /// endings than `sgf`, `lib`, `psq` and `txt`.
    public init?(ending: some StringProtocol) {
        guard let format = Self.allCases.first(where: { $0.ending == ending }) else { return nil }
        self = format
    }

    /// Creates the format in which a file with this name is written, or returns `nil` if the ending
    /// of the name does not tell.
    public init?(fileName name: String) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(ending: name[name.index(after: dot)...].lowercased())
    }

    /// Recognizes the format of a file that is read, by its name or its first bytes. A file that
    /// ends in `.txt` may be in any format.
    public init(ofFile name: String, _ bytes: [UInt8]) {
        if let format = Self(fileName: name), format != .text { self = format } else { self.init(of: bytes) }
    }

    private static func isSGF(_ bytes: [UInt8]) -> Bool {
        var reader = SGFReader(bytes)
        return reader.skipToTree()
    }

    /// Returns whether the bytes are a library without a header. A text may begin with the same
    /// letter, `x`, but its flags would be printable.
    private static func isOldLibrary(_ bytes: [UInt8]) -> Bool {
        bytes.first == RenLibFormat.center && bytes.count >= 2 && bytes.count % 2 == 0
            && !(0x20...0x7E).contains(bytes[1]) && ![9, 10, 13].contains(bytes[1])
    }
}

extension Study {
    /// Reads a file in any format.
    ///
    /// - Parameters:
    ///   - format: The format, or `nil` to recognize it.
    ///   - rule: The rule if the file has none. The default is renju for libraries, and freestyle
    ///     for other formats.
    ///   - size: The size of the board if the file has none.
    public init(
        _ bytes: [UInt8], format: StudyFormat? = nil, rule: Rule? = nil, size: BoardSize = .standard
    ) throws(StudyError) {
        switch format ?? StudyFormat(of: bytes) {
        case .sgf: try self.init(sgf: bytes)
        case .lib: try self.init(lib: bytes, rule: rule ?? .renju)
        case .psq: try self.init(psq: bytes, rule: rule ?? .freestyle)
        case .text: try self.init(moves: bytes, size: size, rule: rule ?? .freestyle)
        case .diagram: try self.init(diagram: bytes, rule: rule ?? .freestyle)
        }
    }

    /// Returns the study as a file. Formats other than SGF hold one chapter.
    ///
    /// - Parameter chapter: The number of the chapter, or `nil` for all in SGF, and for the only
    ///   one in other formats.
    public func file(_ format: StudyFormat, chapter: Int? = nil) throws(StudyError) -> StudyFile {
        switch format {
        case .sgf: try sgf(chapter: chapter)
        case .lib: try lib(chapter: chapter)
        case .psq: try psq(chapter: chapter)
        case .text: try text(chapter: chapter)
        case .diagram: try diagram(chapter: chapter)
        }
    }
}
