/// A command as it goes over the line.
public struct RedisCommand: Sendable {
    private(set) var bytes: [UInt8]

    /// - Parameter words: the command's name and what belongs to it, in any bytes.
    public init(_ words: [[UInt8]]) {
        bytes = []
        bytes.reserveCapacity(words.reduce(16) { $0 + $1.count + 16 })
        Self.append(UInt8(ascii: "*"), words.count, to: &bytes)
        for word in words {
            Self.append(UInt8(ascii: "$"), word.count, to: &bytes)
            bytes += word
            bytes += Self.end
        }
    }

    public init(_ words: String...) { self.init(words.map { Array($0.utf8) }) }

    private static let end: [UInt8] = [13, 10]

    private static func append(_ mark: UInt8, _ number: Int, to bytes: inout [UInt8]) {
        bytes.append(mark)
        bytes += String(number).utf8
        bytes += end
    }
}
