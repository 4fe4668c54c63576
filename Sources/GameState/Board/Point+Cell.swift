extension Point {
    /// The form in keys and messages: column and row from 0, such as `7,8`.
    public var cell: String { "\(column),\(row)" }

    /// Parses the form of ``cell``. Returns `nil` if the text is not a point of the largest board.
    public init?(cell: some StringProtocol) {
        let pair = cell.split(separator: ",", omittingEmptySubsequences: false)
        guard pair.count == 2, let column = Digits.number(pair[0]), let row = Digits.number(pair[1]),
            let largest = BoardSize.all.last, let point = largest.point(column: column, row: row)
        else { return nil }
        self = point
    }
}
