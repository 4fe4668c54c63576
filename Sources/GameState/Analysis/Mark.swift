/// A mark on a cell of a position.
public enum Mark: Equatable, Sendable {
    /// A mark of SGF FF[4]: TR, SQ, CR, MA, SL.
    case shape(Shape)
    /// A short text on the cell, such as a letter (LB in SGF, board text in RenLib).
    case label(String)

    public enum Shape: String, CaseIterable, Sendable {
        case triangle, square, circle, cross, selected
    }

    private static let labelPrefix = "label:"
    static let expected =
        "\(Shape.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")), "
        + "\"label:\" and 1 to \(AnalysisReferee.Limit.markCharacters) characters, or null"

    /// Parses the form of ``text``. A label has 1 to 5 characters, none of them a control
    /// character.
    public init?(_ text: String) {
        if let shape = Shape(rawValue: text) {
            self = .shape(shape)
            return
        }
        guard text.hasPrefix(Self.labelPrefix) else { return nil }
        let label = String(text.dropFirst(Self.labelPrefix.count))
        guard (1...AnalysisReferee.Limit.markCharacters).contains(label.count),
            label.utf8.count <= AnalysisReferee.Limit.markBytes,
            !label.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self = .label(label)
    }

    /// The form in the state: `triangle`, `label:A`.
    public var text: String {
        switch self {
        case .shape(let shape): shape.rawValue
        case .label(let label): Self.labelPrefix + label
        }
    }
}
