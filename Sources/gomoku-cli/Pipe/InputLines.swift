import Glibc

/// The lines of standard input, read one by one. Blocks until a line is there.
final class InputLines {
    /// The greatest length of a line, in bytes. The rest of a longer line is dropped.
    private static let lineBytes = 4_096

    private var buffer = [UInt8](repeating: 0, count: 4_096)
    private var rest: ArraySlice<UInt8> = []

    /// Returns the next line without its end, or nil after the last one.
    func next() -> String? {
        var line: [UInt8] = []
        var isBegun = false
        while true {
            if rest.isEmpty {
                let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return isBegun ? String(decoding: line, as: UTF8.self) : nil }
                rest = buffer[..<count]
            }
            isBegun = true
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            line += rest[..<(end ?? rest.endIndex)].prefix(Self.lineBytes - line.count)
            rest = end.map { rest[($0 + 1)...] } ?? []
            if end != nil { return String(decoding: line, as: UTF8.self) }
        }
    }
}
