/// The framing of a copy that Redis sends. Redis sends empty lines while it prepares the copy, then
/// `$` and the length. If it does not know the length yet, it sends `$EOF:` and 40 bytes that mark
/// the end.
struct DumpFraming {
    private enum Part {
        case head
        case counted(left: Int)
        case marked
        case over
    }

    private var part = Part.head
    /// An incomplete line; or the last bytes, which may be the mark.
    private var held: [UInt8] = []
    private var mark: [UInt8] = []

    private static let lineBytes = 1_024
    private static let markBytes = 40
    private static let beforeMark = Array("$EOF:".utf8)

    var isWhole: Bool { if case .over = part { true } else { false } }

    /// Takes received bytes, and passes the bytes of the copy on.
    mutating func receive(_ bytes: ArraySlice<UInt8>, _ give: (ArraySlice<UInt8>) throws -> Void) throws {
        var rest = bytes
        while case .head = part, let byte = rest.popFirst() { try head(byte) }
        switch part {
        case .head: break
        case .counted(let left):
            let own = rest.prefix(left)
            if !own.isEmpty { try give(own) }
            part = own.count == left ? .over : .counted(left: left - own.count)
        case .marked:
            held += rest
            // Redis sends nothing after the mark before a replica reports that it is ready.
            let isEnd = held.count >= Self.markBytes && held.suffix(Self.markBytes).elementsEqual(mark)
            let own = held.dropLast(Self.markBytes)
            if !own.isEmpty { try give(own) }
            held.removeFirst(own.count)
            if isEnd { part = .over }
        case .over: break
        }
    }

    private mutating func head(_ byte: UInt8) throws(RedisFailure) {
        guard byte == UInt8(ascii: "\n") else {
            guard held.count < Self.lineBytes else { throw .invalidDump("its first line is too long") }
            return held.append(byte)
        }
        var line = held
        held = []
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard let first = line.first else { return }
        let text = String(decoding: line.dropFirst(), as: UTF8.self)
        if first == UInt8(ascii: "-") { throw .refused(Self.printable(text)) }
        if line.starts(with: Self.beforeMark), line.count == Self.beforeMark.count + Self.markBytes {
            mark = Array(line.suffix(Self.markBytes))
            part = .marked
        } else if first == UInt8(ascii: "$"), let count = Int(text), count > 0 {
            part = .counted(left: count)
        } else {
            throw .invalidDump("its first line has neither a length nor an end mark")
        }
    }

    /// Replaces characters that are unsafe in a terminal.
    private static func printable(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.isASCII && $0.value >= 32 && $0.value != 127 ? Character($0) : "?" })
    }
}
