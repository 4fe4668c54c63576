import GameState
import Storage

/// The JSON text of a delta. A segment has `[rev,"by",at,"id",{…}]`, with null for a missing ID.
/// The journal, which has the deltas of all ledgers, has `[room,"owner",rev,"by",at,"id",{…}]`.
///
/// SQLite's own functions can read JSON, and JSON escapes a NUL in a text.
enum DeltaText {
    /// Writes an item of the journal. Returns the index in the writer's bytes at which the delta's
    /// own part begins, that is its `rev`.
    static func write(_ delta: AcceptedDelta, room: Int64, owner: String, to writer: inout JSONWriter) -> Int {
        writer.beginArray()
        writer.integer(Int(room))
        writer.string(owner)
        // Skip the comma, which the writer adds together with the next value.
        let start = writer.bytes.count + 1
        writer.parts(of: delta)
        writer.endArray()
        return start
    }

    /// Parses a delta from the text of one item of a segment, `[rev,"by",at,"id",{…}]`.
    static func delta(_ item: ArraySlice<UInt8>) throws -> AcceptedDelta {
        guard let delta = AcceptedDelta(text: Array(item)) else { throw Rows.Unreadable(what: "delta") }
        return delta
    }
}

/// A scanner that finds the items of `[…],[…],…` without parsing them.
struct ItemScanner {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the range of the next item, including brackets; nil after the last one.
    mutating func next() throws -> Range<Int>? {
        guard index < bytes.count else { return nil }
        let start = index > 0 ? index + 1 : 0
        guard index == 0 || bytes[index] == UInt8(ascii: ","), let end = Self.end(of: bytes.span, from: start) else {
            throw Rows.Unreadable(what: "list of deltas")
        }
        index = end
        return start..<end
    }

    /// Returns the index after the bracket that closes the one at `start`; nil if it is not closed.
    static func end(of bytes: Span<UInt8>, from start: Int, _ bracket: UInt8 = UInt8(ascii: "[")) -> Int? {
        guard start < bytes.count, bytes[start] == bracket else { return nil }
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: "\""):
                index += 1
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
            index += 1
        }
        return nil
    }
}

/// A journal item whose changes are not parsed, because a start of the server seldom needs them.
struct JournalItem {
    let room: Int64
    let owner: String
    let rev: Int
    let by: ParticipantID
    let at: Int
    let id: String?
    /// The index of `rev`, with which the delta's own part begins. A segment has a `[` before it.
    let start: Int
    /// The range of the changes.
    let changes: Range<Int>

    init(_ item: Range<Int>, of bytes: [UInt8]) throws {
        var reader = Reader(bytes: bytes, index: item.lowerBound + 1)
        room = Int64(try reader.integer())
        try reader.comma()
        owner = try reader.string()
        try reader.comma()
        start = reader.index
        rev = try reader.integer()
        try reader.comma()
        by = ParticipantID(try reader.string())
        try reader.comma()
        at = try reader.integer()
        try reader.comma()
        id = try reader.stringOrNull()
        try reader.comma()
        // The changes are one object, which ends the item.
        guard ItemScanner.end(of: bytes.span, from: reader.index, UInt8(ascii: "{")) == item.upperBound - 1 else {
            throw Rows.Unreadable(what: "delta")
        }
        changes = reader.index..<item.upperBound - 1
    }

    /// Whether the changes may contain `result` or `listed`, on which lists of rooms depend. Most
    /// changes do not, and need not be parsed.
    static func mayMark(_ body: [UInt8], _ changes: Range<Int>) -> Bool {
        let bytes = body.span
        var index = changes.lowerBound
        while index + keyBytes <= changes.upperBound {
            if bytes[index] == UInt8(ascii: "\"") {
                let first = bytes[index + 1]
                if first == result[0] || first == listed[0] {
                    let word = (1..<keyBytes).map { bytes[index + $0] }
                    if word == result || word == listed { return true }
                }
            }
            index += 1
        }
        return false
    }

    private static let result = Array("result\"".utf8)
    private static let listed = Array("listed\"".utf8)
    /// The length of either key, including its two quotation marks.
    private static let keyBytes = 8

    private struct Reader {
        let bytes: [UInt8]
        var index: Int

        mutating func comma() throws {
            guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { throw Rows.Unreadable(what: "delta") }
            index += 1
        }

        mutating func integer() throws -> Int {
            let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
            if isNegative { index += 1 }
            var (number, digits) = (0, 0)
            while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]), digits < 18 {
                number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
                index += 1
                digits += 1
            }
            guard digits > 0 else { throw Rows.Unreadable(what: "delta") }
            return isNegative ? -number : number
        }

        mutating func stringOrNull() throws -> String? {
            guard index + 4 <= bytes.count, bytes[index] == UInt8(ascii: "n") else { return try string() }
            index += 4
            return nil
        }

        mutating func string() throws -> String {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw Rows.Unreadable(what: "delta") }
            let start = index + 1
            var (end, isPlain) = (start, true)
            while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                if bytes[end] == UInt8(ascii: "\\") {
                    isPlain = false
                    end += 1
                }
                end += 1
            }
            guard end < bytes.count else { throw Rows.Unreadable(what: "delta") }
            index = end + 1
            if isPlain { return String(decoding: bytes[start..<end], as: UTF8.self) }
            guard let text = try? JSONParser.parse(Array(bytes[start - 1...end])).string else {
                throw Rows.Unreadable(what: "delta")
            }
            return text
        }
    }
}
