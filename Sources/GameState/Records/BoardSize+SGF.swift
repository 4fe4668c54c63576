extension BoardSize {
    /// Parses a point of an SGF file: in the form of the format (`hh`) or of players (`h8`).
    func point(written text: String) -> Point? {
        let letters = Array(text.utf8)
        guard letters.count == 2, letters.allSatisfy({ $0 >= UInt8(ascii: "a") }) else {
            return point(named: text.lowercased())
        }
        let first = Int(UInt8(ascii: "a"))
        return point(column: Int(letters[0]) - first, row: Int(letters[1]) - first)
    }

    /// Parses an entry of a list of points in an SGF file: a point, or the upper left and the lower
    /// right point of a rectangle (`aa:cc`).
    func points(written text: String) -> [Point]? {
        let corners = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(corners.count), let first = point(written: String(corners[0])),
            let last = corners.count == 2 ? point(written: String(corners[1])) : first,
            first.column <= last.column, first.row <= last.row
        else { return nil }
        return (first.row...last.row).flatMap { row in
            (first.column...last.column).map { Point(column: $0, row: row) }
        }
    }

    /// Returns whether the value of a move in an SGF file is a pass: an empty one, or `tt` if the
    /// board has no such point.
    func isPass(_ text: String) -> Bool { text.isEmpty || (text == "tt" && side <= 19) }
}
