/// The name of a room: 1 to 64 ASCII letters, digits and `-_.~`, of which the first is a letter or
/// digit; or ``lobby`` or ``puzzles``.
///
/// No character of a name needs escaping in a URL.
public struct RoomName: Hashable, Sendable, CustomStringConvertible {
    public static let lengthLimit = 64
    /// The name that participants see, without the lock.
    public let text: String
    /// The lock of a room with a secret, or `nil` for a room that anyone who knows its name may
    /// enter.
    public let lock: RoomLock?

    /// The room in which the server lists open seeks and games. No other name begins with a
    /// punctuation mark, so no client's room can collide with it.
    public static let lobby = RoomName(unchecked: "~lobby")
    /// The participant's own record of puzzles. Each participant has another room of this name,
    /// with a lock that no secret opens.
    public static let puzzles = RoomName(unchecked: "~puzzles")
    private static let reserved = [lobby, puzzles]

    private init(unchecked text: String, lock: RoomLock? = nil) {
        self.text = text
        self.lock = lock
    }

    public init?(_ text: String) {
        if let reserved = Self.reserved.first(where: { $0.text == text }) {
            self = reserved
            return
        }
        let bytes = text.utf8
        guard let first = bytes.first, bytes.count <= Self.lengthLimit, Self.isAlphanumeric(first),
            Self.isMadeOfAllowed(bytes.span)
        else { return nil }
        self.text = text
        lock = nil
    }

    public var description: String { text }

    /// Whether clients cannot choose the name: ``lobby`` and ``puzzles``.
    public var isReserved: Bool { text.utf8.first == UInt8(ascii: "~") }

    private static func isMadeOfAllowed(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"): break
            case let byte: if !isAlphanumeric(byte) { return false }
            }
        }
        return true
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

// MARK: Rooms with a secret

extension RoomName {
    /// Returns the room of this name that has the given lock.
    ///
    /// The lock is part of a room's identity. Rooms of the same name with another lock, or with
    /// none, are different rooms. A client without the secret therefore cannot tell whether a
    /// locked room exists.
    public func locked(by lock: RoomLock) -> RoomName { RoomName(unchecked: text, lock: lock) }

    /// A text that identifies the room, its lock included. Stores use it as the key.
    public var key: String { lock.map { "\(text)\(Self.separator)\($0.hexadecimal)" } ?? text }

    /// Parses the text that ``key`` returns.
    public init?(key: String) {
        guard let separator = key.firstIndex(of: Self.separator) else {
            self.init(key)
            return
        }
        guard let name = RoomName(String(key[..<separator])),
            let lock = RoomLock(hexadecimal: key[key.index(after: separator)...])
        else { return nil }
        self = name.locked(by: lock)
    }

    /// A character that no room name contains.
    private static let separator: Character = "#"
}

/// The SHA-256 digest of a room's secret. The server does not keep the secret itself. Comparisons
/// take constant time.
public struct RoomLock: Hashable, Sendable {
    public static let length = 32
    private let digest: [UInt8]

    /// Creates a lock, or returns `nil` unless `digest` has the length of a SHA-256 digest.
    public init?(digest: [UInt8]) {
        guard digest.count == Self.length else { return nil }
        self.digest = digest
    }

    public static func == (one: RoomLock, other: RoomLock) -> Bool {
        // Reads every byte, so that the time does not depend on where the digests differ.
        zip(one.digest, other.digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    public var hexadecimal: String { Hexadecimal.text(digest) }

    init?(hexadecimal: some StringProtocol) {
        guard let digest = Hexadecimal.bytes(hexadecimal) else { return nil }
        self.init(digest: digest)
    }
}

/// The secret that admits a participant to a room made for a friend. The room's link contains it.
///
/// A secret has 22 to 128 letters, digits, `-` and `_`. If chosen at random, 22 of them carry 132
/// bits.
public struct RoomSecret: Equatable, Sendable {
    public static let lengths = 22...128
    public let text: String

    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x5F
            })
        else { return nil }
        self.text = text
    }
}
