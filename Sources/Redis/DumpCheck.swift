/// A check of a copy that Redis has sent: its beginning, its end, and the checksum at its end.
struct DumpCheck {
    private static let beginning = Array("REDIS".utf8)
    /// The least size: `REDIS`, the format in four digits, the end mark and the checksum.
    private static let leastBytes = 18
    private static let sumBytes = 8
    private static let endMark: UInt8 = 0xFF

    private var begun: [UInt8] = []
    /// The last bytes, which may be the checksum.
    private var tail: [UInt8] = []
    private var sum: UInt64 = 0
    private var last: UInt8 = 0
    private var count = 0

    mutating func add(_ bytes: ArraySlice<UInt8>) throws(RedisFailure) {
        count += bytes.count
        if begun.count < Self.beginning.count {
            begun += bytes.prefix(Self.beginning.count - begun.count)
            guard Self.beginning.starts(with: begun) else { throw .invalidDump("its beginning is wrong") }
        }
        let all = tail + bytes
        let summed = all.dropLast(Self.sumBytes)
        sum = Self.sum(summed, sum)
        last = summed.last ?? last
        tail = Array(all.suffix(Self.sumBytes))
    }

    func finish() throws(RedisFailure) {
        guard count >= Self.leastBytes, last == Self.endMark else { throw .invalidDump("it is incomplete") }
        let told = tail.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // Redis writes 0 if its checksums are turned off.
        guard told == 0 || told == sum else { throw .invalidDump("its checksum is wrong") }
    }

    /// Returns Jones' 64-bit CRC, which Redis uses.
    static func sum(_ bytes: ArraySlice<UInt8>, _ before: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            table.withUnsafeBufferPointer { table in
                bytes.reduce(before) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
            }
        }
    }

    private static let table: [UInt64] = (0..<256).map { byte in
        (0..<8).reduce(UInt64(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x95AC_9329_AC4B_C9B5 : sum >> 1 }
    }
}
