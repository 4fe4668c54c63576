/// A command as it goes over the line.
public struct RedisCommand: Sendable {
    let bytes: [UInt8]

    /// - Parameter words: the command's name and what belongs to it, in any bytes.
    public init(_ words: [[UInt8]]) {
        self.init(count: words.count, bytes: words.reduce(16) { $0 + $1.count + RedisWords.frameBytes }) { written in
            for word in words { written.add(word) }
        }
    }

    public init(_ words: String...) { self.init(words.map { Array($0.utf8) }) }

    /// Written at once, without a list of its words: for what is asked most often.
    ///
    /// - Parameters:
    ///   - count: how many words `write` adds.
    ///   - bytes: how many they are with their frames, more or less.
    public init(count: Int, bytes: Int, _ write: (inout RedisWords) -> Void) {
        var words = RedisWords(reserving: bytes + 16)
        words.mark(UInt8(ascii: "*"), count)
        write(&words)
        self.bytes = words.bytes
    }
}
