/// A command in the wire format.
public struct RedisCommand: Sendable {
    let bytes: [UInt8]

    /// Encodes a command.
    ///
    /// - Parameter words: The command's name and its arguments, as any bytes.
    public init(_ words: [[UInt8]]) {
        self.init(count: words.count, bytes: words.reduce(16) { $0 + $1.count + RedisWords.frameBytes }) { written in
            for word in words { written.add(word) }
        }
    }

    public init(_ words: String...) { self.init(words.map { Array($0.utf8) }) }

    /// Encodes a command directly, without a list of its words, for the most frequent commands.
    ///
    /// - Parameters:
    ///   - count: The number of words that `write` adds.
    ///   - bytes: The approximate length of the words with their framing.
    public init(count: Int, bytes: Int, _ write: (inout RedisWords) -> Void) {
        var words = RedisWords(reserving: bytes + 16)
        words.mark(UInt8(ascii: "*"), count)
        write(&words)
        self.bytes = words.bytes
    }
}
