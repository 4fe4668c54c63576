/// The lines of an input that arrives in pieces. Pure.
struct TypedLines {
    /// The greatest length of a line, in bytes. The rest of a longer line is dropped.
    private static let lineBytes = 4_096

    private var begun: [UInt8] = []

    /// Takes bytes, and returns the lines that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: begun, as: UTF8.self))
                begun = []
            } else if begun.count < Self.lineBytes {
                begun.append(byte)
            }
        }
        return lines
    }
}
