import GRDB
import GameState

/// A keyed 32-bit hash of a delta's author and ID: SipHash-1-3 with a random key from the file, so
/// that clients cannot choose IDs that collide.
///
/// Fingerprints are stored, so the function must never change.
struct Fingerprint: Equatable, Sendable {
    /// The fingerprint of a delta without an ID.
    static let none: UInt32 = 0

    let key: (UInt64, UInt64)

    static func == (one: Fingerprint, other: Fingerprint) -> Bool { one.key == other.key }

    func of(_ id: String?, by: ParticipantID) -> UInt32 {
        guard let id else { return Self.none }
        var hash = SipHash(key.0, key.1)
        hash.add(by.text.utf8.span)
        // A separator. The byte 0xFF never occurs in UTF-8.
        hash.add(0xFF as UInt8)
        hash.add(id.utf8.span)
        let value = UInt32(truncatingIfNeeded: hash.finish())
        return value == Self.none ? 1 : value
    }

    // MARK: the file's key

    private static let names = ("idKey0", "idKey1")

    static func makeKey(_ db: Database) throws {
        for name in [names.0, names.1] {
            try db.execute(sql: "INSERT INTO meta (key, value) VALUES (?, random())", arguments: [name])
        }
    }

    init(_ key: (UInt64, UInt64)) { self.key = key }

    /// Reads the key of this file.
    init(_ db: Database) throws {
        guard let first = try MetaTable.value(Self.names.0, db), let second = try MetaTable.value(Self.names.1, db)
        else { throw Rows.Unreadable(what: "key of ids") }
        key = (UInt64(bitPattern: Int64(first)), UInt64(bitPattern: Int64(second)))
    }
}

/// SipHash with one round per word and three final rounds.
/// (https://www.aumasson.jp/siphash/siphash.pdf)
struct SipHash {
    private var v: (UInt64, UInt64, UInt64, UInt64)
    private var tail: UInt64 = 0
    private var count = 0

    init(_ key0: UInt64, _ key1: UInt64) {
        v = (
            key0 ^ 0x736f_6d65_7073_6575, key1 ^ 0x646f_7261_6e64_6f6d, key0 ^ 0x6c79_6765_6e65_7261,
            key1 ^ 0x7465_6462_7974_6573
        )
    }

    mutating func add(_ bytes: Span<UInt8>) { for index in 0..<bytes.count { add(bytes[index]) } }

    mutating func add(_ byte: UInt8) {
        tail |= UInt64(byte) << (8 * UInt64(count & 7))
        count += 1
        if count & 7 == 0 { take() }
    }

    /// Returns the hash. No bytes may be added afterwards.
    mutating func finish() -> UInt64 {
        tail |= UInt64(truncatingIfNeeded: count & 0xFF) << 56
        take()
        v.2 ^= 0xFF
        for _ in 0..<3 { round() }
        return v.0 ^ v.1 ^ v.2 ^ v.3
    }

    private mutating func take() {
        v.3 ^= tail
        round()
        v.0 ^= tail
        tail = 0
    }

    private mutating func round() {
        func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 { word << bits | word >> (64 - bits) }
        v.0 &+= v.1
        v.1 = rotated(v.1, 13) ^ v.0
        v.0 = rotated(v.0, 32)
        v.2 &+= v.3
        v.3 = rotated(v.3, 16) ^ v.2
        v.0 &+= v.3
        v.3 = rotated(v.3, 21) ^ v.0
        v.2 &+= v.1
        v.1 = rotated(v.1, 17) ^ v.2
        v.2 = rotated(v.2, 32)
    }
}
