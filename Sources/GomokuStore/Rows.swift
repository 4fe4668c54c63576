import GRDB
import GameState
import Storage

/// How values of the core are written into columns and read back.
enum Rows {
    /// A stored value that cannot be read: only damage makes this.
    struct Unreadable: Error, CustomStringConvertible {
        let what: String
        var description: String { "the stored \(what) cannot be read" }
    }

    /// `''` stands for the shared state.
    static func owner(_ scope: DeltaRequest.Scope, _ delta: AcceptedDelta) -> String {
        scope == .shared ? "" : delta.by.text
    }

    // MARK: texts that clients choose

    /// A text as a column holds it. SQLite's texts end at a NUL, so one that has a NUL (or looks as if it had been
    /// written this way) is written as a JSON string.
    static func column(_ text: String) -> String {
        guard text.utf8.first == UInt8(ascii: "\"") || text.utf8.contains(0) else { return text }
        return JSON.string(text).description
    }

    static func text(_ column: String) throws -> String {
        guard column.utf8.first == UInt8(ascii: "\"") else { return column }
        guard let text = try? JSONParser.parse(column).string else { throw Unreadable(what: "text") }
        return text
    }

    // MARK: deltas

    static func text(_ delta: Delta) -> String {
        var writer = JSONWriter(reserving: 128)
        writer.delta(delta)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func delta(_ text: String) throws -> Delta {
        guard let members = try? JSONParser.parse(text).members else { throw Unreadable(what: "delta") }
        return Delta(members)
    }

    /// - Parameter generation: the store's, for the epoch that clients see; nil: the plain one, as stores exchange it.
    static func header(_ row: Row, in generation: Generation? = nil) throws -> RoomHeader {
        guard let name = RoomName(key: try row.sound("name")), let kind = RoomKind(rawValue: try row.sound("kind"))
        else { throw Unreadable(what: "room") }
        let epoch: String = try row.sound("epoch")
        return RoomHeader(
            name: name, kind: kind, epoch: generation?.shown(epoch) ?? Generation.plain(epoch),
            host: ParticipantID(try row.sound("host")), created: try row.sound("created"))
    }

    static func archive(_ text: String, rev: Int) throws -> SharedState.Archive {
        guard let archive = SharedState.Archive(text: text, rev: rev) else { throw Unreadable(what: "snapshot") }
        return archive
    }
}

/// Columns of a row that may have been damaged: what is of another type than it was written as is told, where a
/// subscript would end the program.
extension Row {
    func sound<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else { throw Rows.Unreadable(what: column) }
        return value
    }

    /// A text's or a blob's bytes as they are stored.
    func bytes(_ column: String) throws -> [UInt8] {
        try withUnsafeData(named: column) { data in
            guard let data else { throw Rows.Unreadable(what: column) }
            return Array(data)
        }
    }
}
