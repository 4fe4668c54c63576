/// A CRC-32C (Castagnoli) of stored bytes, computed eight bytes at a time.
///
/// SQLite has checksums for its write-ahead log, but not for the database file.
struct Checksum {
    /// Eight tables of 256 entries. Table n has the effect of each byte on the sum if n more bytes
    /// follow.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var sum = UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
            tables[byte] = sum
        }
        for place in 256..<tables.count {
            let before = tables[place - 256]
            tables[place] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    private var state = UInt32.max

    /// The checksum of all bytes added so far.
    var value: UInt32 { ~state }

    mutating func add(_ bytes: [UInt8]) {
        let tables = Self.tables.span
        let bytes = bytes.span
        var sum = state
        var index = 0
        while index + 8 <= bytes.count {
            let low =
                sum ^ UInt32(bytes[index]) ^ UInt32(bytes[index + 1]) << 8 ^ UInt32(bytes[index + 2]) << 16
                ^ UInt32(bytes[index + 3]) << 24
            sum = tables[1_792 + Int(low & 0xFF)] ^ tables[1_536 + Int(low >> 8 & 0xFF)]
            sum ^= tables[1_280 + Int(low >> 16 & 0xFF)] ^ tables[1_024 + Int(low >> 24)]
            sum ^= tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
            sum ^= tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
            index += 8
        }
        while index < bytes.count {
            sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
            index += 1
        }
        state = sum
    }

    /// Adds an integer as eight bytes, lowest byte first.
    mutating func add(_ number: some FixedWidthInteger) {
        let bits = UInt64(truncatingIfNeeded: number)
        add((0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) })
    }

    /// Adds a text after its length, so that the boundary between successive texts counts.
    mutating func add(_ text: String) {
        add(text.utf8.count)
        add(Array(text.utf8))
    }
}
