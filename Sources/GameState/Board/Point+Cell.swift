extension Point {
    /// The form in keys and messages: column and row from 0, such as `7,8`.
    public var cell: String { "\(column),\(row)" }

    /// Parses the form of ``cell``. Returns `nil` if the text is not a point of the largest board.
    public init?(cell: some StringProtocol) { self.init(cell: Substring(cell).utf8.span) }

    init?(cell: Span<UInt8>) {
        guard let comma = cell.firstIndex(of: UInt8(ascii: ",")),
            let column = Digits.number(cell.extracting(0..<comma)), let row = Digits.number(cell, from: comma + 1),
            let point = Self.largest.point(column: column, row: row)
        else { return nil }
        self = point
    }

    private static let largest = BoardSize.all.last ?? .standard
}

extension Span<UInt8> {
    /// Returns the offset of the first such byte at `start` or later, or `nil` if there is none.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        var index = start
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
