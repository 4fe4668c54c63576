/// Words of a command in the wire format, each with its length before it.
public struct RedisWords: Sendable {
    fileprivate(set) var bytes: [UInt8] = []

    /// The maximum number of bytes around a word.
    public static let frameBytes = 24

    init(reserving count: Int) { bytes.reserveCapacity(count) }

    /// Encodes words that many commands share.
    public init(_ words: [[UInt8]]) { for word in words { add(word) } }

    public mutating func add(_ word: [UInt8]) {
        mark(UInt8(ascii: "$"), word.count)
        bytes += word
        end()
    }

    public mutating func add(_ word: String) {
        mark(UInt8(ascii: "$"), word.utf8.count)
        bytes += word.utf8
        end()
    }

    public mutating func add(_ number: Int) { add(String(number)) }

    /// Adds words that are already encoded.
    public mutating func add(_ words: RedisWords) { bytes += words.bytes }

    mutating func mark(_ mark: UInt8, _ count: Int) {
        bytes.append(mark)
        if count < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: count))
        } else if count < 100 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: count / 10))
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: count % 10))
        } else {
            bytes += String(count).utf8
        }
        end()
    }

    private mutating func end() {
        bytes.append(13)
        bytes.append(10)
    }
}
