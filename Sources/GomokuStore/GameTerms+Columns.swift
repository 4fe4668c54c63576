import GRDB
import GameState

/// Columns for the terms of a finished game. Each column has the name of its term.
extension GameTerms.Field {
    static let columns = carried(by: .record)

    /// Returns the column's value for `text`: a number, a truth value, or the text itself.
    fileprivate func column(_ text: String?) -> (any DatabaseValueConvertible)? {
        switch form {
        case .number: text.flatMap { Int($0) }
        case .flag: text == "yes"
        case .choice, .clock: text
        }
    }

    fileprivate func text(_ row: Row) -> String? {
        switch form {
        case .number: (row[rawValue] as Int?).map(String.init)
        case .flag: (row[rawValue] as Bool?).map { $0 ? "yes" : "no" }
        case .choice, .clock: row[rawValue]
        }
    }
}

extension GameTerms {
    /// The values of ``Field/columns``, in that order.
    var columns: [(any DatabaseValueConvertible)?] { Field.columns.map { $0.column(self[$0]) } }

    init(_ row: Row) throws {
        self.init()
        for field in Field.columns {
            guard let text = field.text(row) ?? field.standard else { continue }
            guard set(field, to: text) else { throw Rows.Unreadable(what: "game") }
        }
    }
}
