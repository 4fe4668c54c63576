/// The reason why a file cannot be read as a study, or a study cannot be written in a format.
public struct StudyError: Error, Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        /// The file has this number of bytes, and files of its format have a limit.
        case bytes(Int, limit: Int)
        case nodes(limit: Int)
        case chapters
        /// Rectangles of marks or setup stones contain more points than ``StudyLimits/points``.
        case points
        /// The file does not begin like a file of any known format.
        case notThisFormat
        case syntax
        /// The file ends too early.
        case unfinished
        /// The SGF file contains another game, with this `GM` number.
        case otherGame(String)
        /// The board size is not supported.
        case size(String)
        /// The version of a RenLib library is not supported.
        case version(Int, Int)
        /// A text that is not a point of the board.
        case badPoint(String)
        /// A move off the board, by its number.
        case offBoard(move: Int)
        /// A stone on a point that has one, by the point's name.
        case occupied(String)
        /// The stones of the first position cannot have been placed in turn.
        case unbalanced
        /// The file contains no tree that can be kept.
        case empty
        /// RenLib libraries have 15×15 points.
        case libraryOfSize(Int)
        /// The format holds a single chapter.
        case severalChapters(Int)
        /// No chapter has this number. There are so many.
        case noChapter(Int, of: Int)
        /// A room holds at most this number of these parts.
        case room(String, Int)
        /// The format holds only alternating moves from an empty board.
        case unwritable
    }

    public let reason: Reason
    /// The byte of the file at which reading stopped. `nil` for errors of writing and merging.
    public let offset: Int?

    init(_ reason: Reason, at offset: Int? = nil) {
        self.reason = reason
        self.offset = offset
    }

    /// Translates an error of a record.
    ///
    /// - Parameters:
    ///   - offset: The byte at which reading stopped, unless the error knows it.
    ///   - count: The number of bytes of the file.
    ///   - size: The size of the board, for the names of points.
    init(_ error: RecordError, at offset: Int, of count: Int, on size: BoardSize = .standard) {
        switch error {
        case .tooLarge(let bytes): self.init(.bytes(bytes, limit: RecordLimits.bytes), at: RecordLimits.bytes)
        case .tooManyMoves: self.init(.nodes(limit: RecordLimits.moves), at: offset)
        case .notThisFormat: self.init(.notThisFormat, at: 0)
        case .syntax(let offset): self.init(.syntax, at: offset)
        case .unfinished: self.init(.unfinished, at: count)
        case .otherGame(let number): self.init(.otherGame(number), at: offset)
        case .size(let text): self.init(.size(text), at: offset)
        case .badPoint(let text, _): self.init(.badPoint(text), at: offset)
        case .offBoard(let move): self.init(.offBoard(move: move), at: offset)
        case .occupied(let point, _): self.init(.occupied(size.name(of: point)), at: offset)
        case .line, .setup: self.init(.syntax, at: offset)
        case .unwritable: self.init(.unwritable)
        }
    }

    /// The stable word, as in ``RecordError/code``.
    public var code: String {
        switch reason {
        case .bytes, .nodes, .chapters, .points, .room: "too-large"
        case .notThisFormat, .syntax, .unfinished, .version, .empty: "bad-record"
        case .otherGame: "other-game"
        case .size: "bad-size"
        case .badPoint, .offBoard: "off-board"
        case .occupied: "occupied"
        case .unbalanced: "bad-setup"
        case .libraryOfSize, .severalChapters, .noChapter, .unwritable: "unwritable"
        }
    }
}

extension StudyError: CustomStringConvertible {
    public var description: String {
        let place = offset.map { " at byte \($0)" } ?? ""
        return switch reason {
        case .bytes(let count, let limit): "The file has \(count) bytes. The limit is \(limit)."
        case .nodes(let limit): "There are more than \(limit) moves\(place). Split the file."
        case .chapters: "There are more than \(StudyLimits.chapters) games\(place). Split the file."
        case .points: "There are more than \(StudyLimits.points) marks and setup stones\(place). Split the file."
        case .notThisFormat: "The file is not in a known format\(place). Give SGF, RenLib, psq, moves or a diagram."
        case .syntax: "The file has a syntax error\(place). Correct it there."
        case .unfinished: "The file ends too early\(place). Copy the complete file."
        case .otherGame(let number):
            "The file contains another game\(place) (GM[\(Self.short(number))]). Gomoku and renju are GM[4]."
        case .size(let text):
            "The board size \(Self.short(text))\(place) is not supported. Use 13, 15, 17, 19 or 20."
        case .version(let major, let minor):
            "The library has version \(major).\(minor)\(place). Save it as version 3.4 or older."
        case .badPoint(let text): "\(Self.short(text).debugDescription)\(place) is not a point of the board."
        case .offBoard(let move): "Move \(move)\(place) is off the board."
        case .occupied(let point): "The move\(place) is on \(point), which already has a stone."
        case .unbalanced:
            "The position\(place) has too many stones of one side. X has as many stones as O, or one more."
        case .empty: "The file contains no game that can be kept."
        case .libraryOfSize(let side):
            "RenLib libraries have 15×15 points, and this chapter has \(side)×\(side). Use SGF instead."
        case .severalChapters(let count):
            "The file has \(count) games, and the format holds one. Choose it with --chapter."
        case .noChapter(let number, let count): "There is no chapter \(number). The file has \(count)."
        case .room(let parts, let limit):
            "The analysis would have more than \(limit) \(parts). Import it into a new one, or import less."
        case .unwritable: "The format supports only alternating moves from an empty board. Use SGF instead."
        }
    }

    /// A quotation from a file, without control characters.
    private static func short(_ text: String) -> String {
        // A single character may have any number of scalars.
        String(String.UnicodeScalarView(text.withoutControls(keepingLines: false).unicodeScalars.prefix(16)))
    }
}
