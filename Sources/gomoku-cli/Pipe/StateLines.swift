import Client
import GameState
import Wire

/// The lines that describe a room's changes to programs. Pure.
enum StateLines {
    /// - Parameter message: the message that caused the change.
    static func of(
        _ change: RoomMirror.Change, by message: Notice, mirror: RoomMirror, form: StatePrinter.Form
    ) -> [String] {
        switch (change, form) {
        case (.restored, .json): [text(message)]
        case (.restored, .text): text(mirror)
        case (.restored, .board): board(mirror)
        case (.continued(let deltas, _), .json): deltas.map { delta($0, mirror) }
        case (.continued(let deltas, _), .text): deltas.map { text($0, mirror) }
        case (.continued(let deltas, _), .board): deltas.isEmpty ? [] : [""] + board(mirror)
        default: []
        }
    }

    // MARK: JSON

    /// Returns the server's whole message in ASCII, without terminal control sequences.
    private static func text(_ message: Notice) -> String {
        ASCIIEscapes.text(String(decoding: message.json, as: UTF8.self))
    }

    private static func delta(_ accepted: AcceptedDelta, _ mirror: RoomMirror) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("type")
        writer.string("delta")
        writer.name("room")
        writer.string(mirror.room.text)
        writer.name("rev")
        writer.integer(accepted.rev)
        writer.name("by")
        writer.string(accepted.by.text)
        writer.name("at")
        writer.integer(accepted.at)
        writer.name("set")
        writer.delta(accepted.delta)
        writer.endObject()
        return ASCIIEscapes.text(String(decoding: writer.bytes, as: UTF8.self))
    }

    // MARK: Text

    private static func text(_ mirror: RoomMirror) -> [String] {
        let people = mirror.participants.map(\.name).joined(separator: ", ")
        let head = ["# \(mirror.room), \(mirror.kind.rawValue), revision \(mirror.rev)", "# here: \(people)"]
        return head.map(safe) + sorted(mirror.state.values).map { "\(safe($0.key))\t\(value($0.value))" }
    }

    private static func text(_ accepted: AcceptedDelta, _ mirror: RoomMirror) -> String {
        let name = mirror.person(accepted.by)?.name ?? accepted.by.text
        let changes = accepted.delta.changes.map { "\(safe($0.key))=\($0.value.map(value) ?? "")" }
        return ([String(accepted.rev), safe(name)] + changes).joined(separator: "\t")
    }

    /// Returns a string without quotes, or any other value as JSON.
    private static func value(_ value: JSON) -> String { safe(value.string ?? value.description) }

    private static func safe(_ text: String) -> String { SafeText(text, isUnicode: TerminalLocale.isUnicode).text }

    private static func board(_ mirror: RoomMirror) -> [String] { board(GameView(state: mirror.state)) }

    /// Returns a picture of the board, row by row.
    static func board(_ game: GameView) -> [String] { board(game.board) }

    /// Returns a picture of a board with the names of rows and columns.
    static func board(_ board: Board) -> [String] {
        let size = board.size
        let columns = size.points.prefix(size.side).map { String(size.name(of: $0).prefix(1)) }.joined(separator: " ")
        let rows = board.description.split(separator: "\n").enumerated().map { row, line in
            let number = "\(size.side - row)"
            return String(repeating: " ", count: 2 - number.count) + number + " "
                + line.map(String.init).joined(separator: " ")
        }
        return rows + ["   " + columns]
    }

    /// Sorts the keys with numbers in numeric order: `col2` before `col10`.
    private static func sorted(_ values: some Sequence<(key: String, value: JSON)>) -> [(key: String, value: JSON)] {
        func parts(_ key: String) -> (name: String, number: Int) {
            let digits = key.reversed().prefix { $0.isASCII && $0.isNumber }.count
            return (String(key.dropLast(digits)), Int(key.suffix(digits)) ?? -1)
        }
        return values.sorted { first, second in
            let (one, other) = (parts(first.key), parts(second.key))
            return one == other ? first.key < second.key : one < other
        }
    }
}
