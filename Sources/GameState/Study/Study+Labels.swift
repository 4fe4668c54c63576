extension Study {
    /// Writes a text on a point. A text that is too long for a mark goes into the comment, too.
    ///
    /// - Parameters:
    ///   - name: The name of the point for the comment.
    ///   - offset: The byte of the file with the text.
    mutating func label(
        _ point: Point, _ text: String, on index: GameTree.Index, named name: String, at offset: Int
    ) {
        let text = text.withoutControls(keepingLines: false)
        var short = String(text.filter { $0 != "\t" }.prefix(AnalysisReferee.Limit.markCharacters))
        while short.utf8.count > AnalysisReferee.Limit.markBytes { short.removeLast() }
        if !short.isSameBytes(as: text) {
            losses.add(.labels, at: offset)
            comment("\(name): \(text)", on: index)
        }
        guard !short.isEmpty, let mark = Mark(label: short) else { return }
        guard !self.mark(point, mark, on: index) else { return }
        // A shape and a text may share a point of an SGF file.
        if let rest = GameRecord.Property("LB", ["\(point.sgf):\(short)"]) { keep(rest, on: index) }
    }
}

extension Mark {
    /// Creates a label, or returns `nil` if the text is empty, too long, or has control characters.
    init?(label: String) { self.init("label:" + label) }
}

extension Chapter {
    /// Returns the stones of a position in turn, or `nil` if they cannot have been placed in turn.
    static func start(_ stones: ByStone<[Point]>) -> [Point]? {
        guard stones.x.count == stones.o.count || stones.x.count == stones.o.count + 1 else { return nil }
        return stones.x.indices.flatMap { index in
            index < stones.o.count ? [stones.x[index], stones.o[index]] : [stones.x[index]]
        }
    }
}
