import GameState
import Storage

@testable import GomokuStore

extension Property {
    /// Stored bytes, possibly damaged. The store's parser agrees with the JSON parser or refuses
    /// the bytes.
    static let rows = Property("rows") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let delta = try? Rows.delta(text) {
            let written = Rows.text(delta)
            try ensure(
                (try? Rows.delta(written)) == delta && (try? Rows.delta(written)).map(Rows.text) == written,
                "\(written) is another delta")
        }
        if let archive = try? Rows.archive(text, rev: 1 << 20) { try ensureArchive(archive) }
        // A column can hold any text, and never contains NUL, which would end SQLite's strings.
        try ensure((try? Rows.text(Rows.column(text))) == text, "a text becomes another")
        try ensure(!Rows.column(text).utf8.contains(0), "a NUL in a column")
        _ = try? Rows.text(text)
        try ensureItems(bytes)
        let ids = Segment.ids(bytes)
        try ensure(
            Segment(first: 1, body: [], ids: ids).idBytes == Array(bytes.prefix(bytes.count / 4 * 4)), "fingerprints")
        let segment = Segment(first: 5, body: bytes, ids: [1, 2, 3])
        if let deltas = try? segment.deltas(from: 1, to: 7) {
            try ensure(
                deltas.enumerated().allSatisfy { $0.element.rev == 5 + $0.offset }, "deltas in another order")
        }
    }

    private static func ensureArchive(_ archive: SharedState.Snapshot) throws {
        let state = SharedState(archive)
        let written = state.snapshot.text
        guard let again = try? Rows.archive(written, rev: archive.rev) else {
            throw Violation(description: "\(written) is not read again")
        }
        try ensure(SharedState(again) == state, "\(written) is another state")
        var next = state
        next.apply(Delta(changes: [.init("k", .string("v")), .init("l", nil)]))
        try ensure(next["k"] == .string("v") && next["l"] == nil && next.rev == state.rev + 1, "a delta on \(written)")
    }

    private static func ensureItems(_ bytes: [UInt8]) throws {
        var scanner = ItemScanner(bytes)
        var covered = 0
        while let range = try? scanner.next() {
            try ensure(range.lowerBound >= covered && range.upperBound <= bytes.count && !range.isEmpty, "\(range)")
            covered = range.upperBound
            if let delta = try? DeltaText.delta(bytes[range]) { try ensureDelta(delta) }
            guard let item = try? JournalItem(range, of: bytes) else { continue }
            try ensure(
                item.changes.lowerBound >= range.lowerBound && item.changes.upperBound < range.upperBound
                    && item.start > range.lowerBound && item.start < item.changes.lowerBound, "\(item)")
            _ = JournalItem.mayMark(bytes, item.changes)
            guard let parts = try? JSONParser.parse(Array(bytes[range])).array else { continue }
            try ensure(
                parts.count == 7 && parts[0].integer == Int(item.room) && parts[1].string == item.owner
                    && parts[2].integer == item.rev && parts[3].string == item.by.text
                    && parts[4].integer == item.at && parts[5].string == item.id,
                "\(String(decoding: bytes[range], as: UTF8.self)) is read as \(item)")
            // A delta in a segment is the journal's item without its room and owner.
            let filed = try? DeltaText.delta(([UInt8(ascii: "[")] + bytes[item.start..<range.upperBound])[...])
            guard let filed else { continue }
            try ensure(
                filed.rev == item.rev && filed.by == item.by && filed.at == item.at && filed.id == item.id,
                "the filed delta is another")
            if filed.delta[.result] != nil || filed.delta["listed"] != nil {
                let plain = bytes[item.changes].contains(UInt8(ascii: "\\"))
                try ensure(plain || JournalItem.mayMark(bytes, item.changes), "a mark is overlooked")
            }
        }
    }

    /// Writes a delta as a journal item, and reads it with both parsers.
    static func ensureDelta(_ delta: AcceptedDelta) throws {
        var writer = JSONWriter()
        let start = DeltaText.write(delta, room: 3, owner: delta.by.text, to: &writer)
        let body = writer.bytes
        let filed = ([UInt8(ascii: "[")] + body[start...])[...]
        try ensure((try? DeltaText.delta(filed)) == delta, "\(String(decoding: body, as: UTF8.self)) as filed")
        var scanner = ItemScanner(body)
        guard let range = try? scanner.next(), range == 0..<body.count, let item = try? JournalItem(range, of: body)
        else {
            // The reader accepts numbers of up to 18 digits, and no time or revision has more.
            return try ensure(abs(delta.rev / 2) > 1 << 58 || abs(delta.at / 2) > 1 << 58, "no item")
        }
        try ensure(
            item.start == start && item.rev == delta.rev && item.at == delta.at && item.by == delta.by
                && item.id == delta.id && item.owner == delta.by.text && item.room == 3, "\(item)")
    }
}
