/// The name of a room: 1 to 64 ASCII letters, digits and `-_.~`, the first a letter or a digit; or ``lobby``.
///
/// It stands in addresses as it is, so that it needs no escape anywhere.
public struct RoomName: Hashable, Sendable, CustomStringConvertible {
    public static let lengthLimit = 64
    /// As everybody in the room calls it.
    public let text: String
    /// Nil: a room that whoever knows its name may enter.
    public let lock: RoomLock?

    /// The server's own list of open seeks and games: the one name that begins with a mark, so that nobody's room is in
    /// its way.
    public static let lobby = RoomName(unchecked: "~lobby")

    private init(unchecked text: String, lock: RoomLock? = nil) {
        self.text = text
        self.lock = lock
    }

    public init?(_ text: String) {
        if text == Self.lobby.text {
            self = .lobby
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

// MARK: rooms with a secret

extension RoomName {
    /// The room of this name that this lock is on: another room than the one of the same name without, and than those
    /// with other locks. So who does not have the secret cannot tell it from one that does not exist.
    public func locked(by lock: RoomLock) -> RoomName { RoomName(unchecked: text, lock: lock) }

    /// What tells all rooms apart, those with locks too: as a store keeps it.
    public var key: String { lock.map { "\(text)\(Self.separator)\($0.hexadecimal)" } ?? text }

    /// Reads what ``key`` writes.
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

    /// Stands in no name.
    private static let separator: Character = "#"
}

/// The SHA-256 of a room's secret: what is kept of it. Two are compared in a time that does not tell where they differ.
public struct RoomLock: Hashable, Sendable {
    public static let length = 32
    private let digest: [UInt8]

    /// Nil unless it is as long as a SHA-256.
    public init?(digest: [UInt8]) {
        guard digest.count == Self.length else { return nil }
        self.digest = digest
    }

    public static func == (one: RoomLock, other: RoomLock) -> Bool {
        // Every byte is looked at, wherever the first difference is.
        zip(one.digest, other.digest).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    public var hexadecimal: String { Hexadecimal.text(digest) }

    init?(hexadecimal: some StringProtocol) {
        guard let digest = Hexadecimal.bytes(hexadecimal) else { return nil }
        self.init(digest: digest)
    }
}

/// What lets somebody into a room that was made for a friend; its link carries it. 22 to 128 letters, digits, `-` and
/// `_`: at random, 22 of them are 132 bits.
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
