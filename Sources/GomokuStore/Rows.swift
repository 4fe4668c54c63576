import GRDB
import GameState
import Storage

/// Conversions between columns and the values that stores keep.
enum Rows {
    /// An error for a stored value that cannot be read, which only damage can cause.
    struct Unreadable: Error, CustomStringConvertible {
        let what: String
        var description: String { "the stored \(what) cannot be read" }
    }

    /// Returns the owner of the ledger that a delta belongs to. `''` stands for the shared state.
    static func owner(_ scope: DeltaRequest.Scope, _ delta: AcceptedDelta) -> String {
        scope == .shared ? "" : delta.by.text
    }

    // MARK: texts from clients

    /// Returns the column value of a text. SQLite's texts end at a NUL, so a text with a NUL is
    /// written as a JSON string. So is a text that begins with a quotation mark, because it would
    /// be read as JSON.
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

    /// Returns the header in a row of `room`.
    ///
    /// - Parameter generation: the store's generation, which becomes part of the epoch, as clients
    ///   see it. If nil, the header has the epoch without a generation, as in exports.
    static func header(_ row: Row, in generation: Generation? = nil) throws -> RoomHeader {
        guard let name = RoomName(key: try row.sound("name")), let kind = RoomKind(rawValue: try row.sound("kind"))
        else { throw Unreadable(what: "room") }
        let epoch: String = try row.sound("epoch")
        return RoomHeader(
            name: name, kind: kind, epoch: generation?.shown(epoch) ?? Generation.plain(epoch),
            host: ParticipantID(try row.sound("host")), created: try row.sound("created"))
    }

    static func archive(_ text: String, rev: Int) throws -> SharedState.Snapshot {
        guard let archive = SharedState.Snapshot(text: text, rev: rev) else { throw Unreadable(what: "snapshot") }
        return archive
    }
}

/// Access to columns that may be damaged. A value of the wrong type throws an error, whereas a
/// subscript would trap.
extension Row {
    func sound<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else { throw Rows.Unreadable(what: column) }
        return value
    }

    /// Returns the stored bytes of a text or blob.
    func bytes(_ column: String) throws -> [UInt8] {
        try withUnsafeData(named: column) { data in
            guard let data else { throw Rows.Unreadable(what: column) }
            return Array(data)
        }
    }
}
