import GameState

/// An encoder for messages between servers. Each text is written as its length, a colon, and its
/// bytes.
package struct NodeWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func add(_ text: some Collection<UInt8>) {
        bytes += String(text.count).utf8
        bytes.append(UInt8(ascii: ":"))
        bytes += text
    }

    package mutating func add(_ text: String) { add(text.utf8) }
    package mutating func add(_ number: Int) { add(String(number)) }

    package mutating func add(_ message: NodeMessage) {
        var writer = NodeWriter()
        message.write(into: &writer)
        add(writer.bytes)
    }
}

/// A decoder for the form that ``NodeWriter`` writes.
package struct NodeReader {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Returns the bytes of the next text. If the input is invalid, this call and all later calls
    /// return `nil`.
    package mutating func bytes() -> [UInt8]? {
        guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon - rest.startIndex < 10,
            let count = Int(String(decoding: rest[..<colon], as: UTF8.self)), count >= 0, rest.endIndex - colon > count
        else {
            rest = []
            return nil
        }
        let end = colon + 1 + count
        defer { rest = rest[end...] }
        return Array(rest[(colon + 1)..<end])
    }

    package mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }
    package mutating func number() -> Int? { text().flatMap { Int($0) } }
    package mutating func flag() -> Bool? { text().map { $0 == "1" } }
    package mutating func participant() -> ParticipantID? { text().map { ParticipantID($0) } }
    package mutating func room() -> RoomName? { text().flatMap { RoomName(key: $0) } }
    package mutating func message() -> NodeMessage? { bytes().flatMap { NodeMessage($0) } }
}

extension NodeWriter {
    package mutating func add(_ word: String, _ number: Int) {
        add(word)
        add(number)
    }
}
