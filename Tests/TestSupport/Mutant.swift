/// A mutator of bytes, like a fuzzer, but reproducible by its seed.
public struct Mutant {
    private var random: SeededRandom
    /// Bytes that are significant to parsers, or likely to break them.
    private static let spice: [[UInt8]] =
        [
            "{", "}", "[", "]", "\"", "\\", "\\u", "\\ud800", ",", ":", "-", "1e999", "9223372036854775808", "null",
            "true",
            "\u{0}", "\n", "\u{202E}", "𝄞", ";", "(", ")", "B[", "W[jj]", "SZ[", "\\]",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

    public init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Returns `bytes` with a few parts changed, removed, doubled or inserted.
    public mutating func bend(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...8, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.insert(contentsOf: Self.spice.randomElement(using: &random) ?? [], at: place)
            default: bytes.replaceSubrange(place..<end, with: Self.spice.randomElement(using: &random) ?? [])
            }
        }
        return bytes
    }
}
