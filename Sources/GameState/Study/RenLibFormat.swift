/// The format of RenLib's libraries (`.lib`), which only RenLib's source defines
/// (<https://github.com/gomoku/RenLib>, version 3.6).
///
/// A library is a tree of nodes, each before its children. It has 15×15 points and alternating
/// moves.
///
/// - Header (`LibraryFile.cpp`, `WriteHeader` and `CheckVersion`): 20 bytes, `FF RenLib FF`, the
///   major and the minor version, and `FF` up to the end. Version 3.4 begins with a root, whose
///   position is 0. Version 3.0 has no root: its first node is the first move. The oldest files
///   have no header either, and begin with the center, `78`.
/// - Node (`MoveNode.cpp`, `setPosInfo`; `LibraryFile.cpp`, `Get`): the position, the flags and,
///   with ``Flags/hasExtension``, two more bytes.
/// - Position (`Utils.cpp`, `PosToPoint`): 16·(y − 1) + x, both from 1. Row 1 is the top row, which
///   RenLib names 15 (`TextBoard.cpp`). Position 0 is the root or a pass (`isPassMove`).
/// - Order of nodes (`RenLibDoc.cpp`, `WriteNode` and `AddLibrary`): the names of the first two
///   flags mislead. `DOWN` is set if the node has a *next sibling*, and `RIGHT` if it has *no
///   child*, in which case the sibling of the newest open `DOWN` follows. The root has neither.
/// - Saved branches (`WriteMove`): the moves before the branch are written with `DOWN` if they have
///   siblings, which the file lacks, and without `RIGHT` even if no move follows.
/// - Comment (`WriteComment`, `ReadNewComment`): a line, then, after a byte 8, further lines. The
///   bytes end with a 0, and with a second one if their number is odd.
/// - Old comment (`ReadOldComment`, `Utils::AsciiToWinChar`): 7-bit bytes. The last one has the
///   highest bit. `}{|][\` are å, ä, ö, Å, Ä and Ö.
/// - Board text (`UpdateBoard`, `BoardTextCommand`): a text that the position *before* the node
///   shows at the node's point. A text on a point that has no move belongs to a node that is not
///   a move (`NO_MOVE`).
/// - Mark (`MarkCommand`): a flag of a position, without a point.
/// - Start (`FindStartPositionCommand`): the position that RenLib shows first.
enum RenLibFormat {
    /// The flags of a node (`MoveNode.cpp`).
    struct Flags: OptionSet {
        let rawValue: UInt8
        /// `DOWN`
        static let hasSibling = Flags(rawValue: 0x80)
        /// `RIGHT`
        static let hasNoChild = Flags(rawValue: 0x40)
        /// `OLD_COMMENT`
        static let hasOldComment = Flags(rawValue: 0x20)
        /// `MARK`
        static let isMarked = Flags(rawValue: 0x10)
        /// `COMMENT`
        static let hasComment = Flags(rawValue: 0x08)
        /// `START`
        static let isStart = Flags(rawValue: 0x04)
        /// `NO_MOVE`
        static let isNoMove = Flags(rawValue: 0x02)
        /// `EXTENSION`
        static let hasExtension = Flags(rawValue: 0x01)
    }

    static let signature: [UInt8] = [0xFF] + Array("RenLib".utf8) + [0xFF]
    static let headerSize = 20
    static let version: (major: UInt8, minor: UInt8) = (3, 4)
    static let side = 15
    /// The first byte of files without a header.
    static let center: UInt8 = 0x78
    /// The byte between the first line of a comment and the others.
    static let separator: UInt8 = 8
    /// `BOARD_TEXT`, in the second byte of the extension.
    static let boardText: UInt8 = 0x01

    static func position(_ point: Point) -> UInt8 { UInt8(16 * point.row + point.column + 1) }

    /// Returns the point of a position, or `nil` if it is off the board or 0.
    static func point(_ position: UInt8) -> Point? {
        BoardSize.standard.point(column: Int(position % 16) - 1, row: Int(position / 16))
    }

    // MARK: Marks

    // RenLib has no shapes. A shape is written as a board text of one character that resembles it,
    // and its number is in the first byte of the extension, whose bits RenLib keeps but does not
    // use. RenLib's own mark is a circle on the move itself.

    private static let shapes: [(shape: Mark.Shape, text: String)] = [
        (.triangle, "^"), (.square, "#"), (.circle, "o"), (.cross, "x"), (.selected, "*"),
    ]

    /// The mark that the flag ``Flags/isMarked`` stands for.
    static let ownMark = Mark.shape(.circle)

    /// Returns the board text of a mark and the first byte of the extension.
    static func text(_ mark: Mark) -> (text: String, shape: UInt8) {
        switch mark {
        case .label(let text): return (text, 0)
        case .shape(let shape):
            let place = shapes.firstIndex { $0.shape == shape } ?? 0
            return (shapes[place].text, UInt8(place + 1))
        }
    }

    /// Returns the shape that a board text stands for.
    static func shape(_ text: String, _ number: UInt8) -> Mark? {
        guard number > 0, Int(number) <= shapes.count, shapes[Int(number) - 1].text.isSameBytes(as: text) else {
            return nil
        }
        return .shape(shapes[Int(number) - 1].shape)
    }
}
