extension NamedKey {
    /// The key, or nil if the name stands for several keys.
    var key: Key? {
        switch self {
        case .arrows, .upDown: nil
        case .anyKey, .escape: .escape
        case .arrowsEnter, .enter: .enter
        case .left: .left
        case .right: .right
        case .space: .character(" ")
        case .tab: .tab
        case .home: .home
        case .end: .end
        case .pageUp: .pageUp
        case .pageDown: .pageDown
        }
    }
}

extension Words {
    /// The names of the keys that react to a click in a dialog's footer.
    var dialogKeys: [(name: String, key: Key)] { [(keyNames(.enter), .enter), (keyNames(.escape), .escape)] }

    /// Returns the key with this name in a hint, or nil if the name stands for several keys.
    func key(named name: String) -> Key? {
        if let letter = name.first, name.count == 1, letter.isASCII { return .character(letter) }
        return NamedKey.allCases.first { keyNames($0) == name }?.key
    }
}

extension Canvas {
    /// The keys whose hints stay in a row that is too narrow for all.
    private static let lasting: Set<String> = ["?", "q"]

    /// Writes as many key hints as fit into the row, and makes each react to a click. Those for
    /// help and for quitting are the last to leave a narrow row.
    mutating func put(_ hints: [KeyHint], _ column: Int, _ row: Int, _ words: any Words) {
        var column = column
        for hint in fitting(hints, width - column - 1) {
            let start = column
            column = put(hint.key, column, row, .bold)
            column = put(" " + hint.words, column, row, .dim)
            if let key = words.key(named: hint.key) { react(start, row, width: column - start, click: [key]) }
            column += Self.hintGap
        }
    }

    private static let hintGap = 2

    /// Returns the hints that fit into `room` columns, in order.
    private func fitting(_ hints: [KeyHint], _ room: Int) -> [KeyHint] {
        var left = room
        var fits: [Bool] = hints.map { _ in false }
        for isLasting in [true, false] {
            for (place, hint) in hints.enumerated() where Self.lasting.contains(hint.key) == isLasting {
                let columns = SafeText("\(hint.key) \(hint.words)", isUnicode: isUnicode).width
                guard columns <= left else { continue }
                fits[place] = true
                left -= columns + Self.hintGap
            }
        }
        return zip(hints, fits).filter(\.1).map(\.0)
    }
}
