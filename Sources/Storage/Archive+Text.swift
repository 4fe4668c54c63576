import GameState

/// The stored form of a snapshot: `[forgottenBefore, [key, rev], [key, rev, value], …]`. An entry
/// without a value is a tombstone.
extension SharedState.Snapshot {
    public var text: String {
        var writer = JSONWriter(reserving: 64 * entries.count)
        writer.beginArray()
        writer.integer(forgottenBefore)
        for entry in entries {
            writer.beginArray()
            writer.string(entry.key)
            writer.integer(entry.rev)
            if let value = entry.value { writer.value(value) }
            writer.endArray()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Parses the form of ``text``. Returns `nil` for any other text.
    public init?(text: String, rev: Int) {
        guard let parts = try? JSONParser.parse(text).array, let forgotten = parts.first?.integer else { return nil }
        var entries: [(key: String, value: JSON?, rev: Int)] = []
        for part in parts.dropFirst() {
            guard let entry = part.array, entry.count == 2 || entry.count == 3, let key = entry[0].string,
                let rev = entry[1].integer
            else { return nil }
            entries.append((key, entry.count == 3 ? entry[2] : nil, rev))
        }
        self.init(rev: rev, forgottenBefore: forgotten, entries: entries)
    }
}
