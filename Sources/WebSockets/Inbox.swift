/// A buffer that reassembles a message from the pieces that libwebsockets delivers.
struct Inbox {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

    /// Returns the complete message; nil if it is not UTF-8. libwebsockets validates incrementally,
    /// but does not notice that a message ends within a character if its last fragment is empty.
    mutating func finish(with piece: UnsafeRawBufferPointer) -> [UInt8]? {
        var message: [UInt8]
        if bytes.isEmpty {
            message = Array(piece)
        } else {
            message = bytes
            bytes = []
            message.append(contentsOf: piece)
        }
        return Inbox.isText(message) ? message : nil
    }

    private static func isText(_ message: [UInt8]) -> Bool {
        var high: UInt8 = 0
        for byte in message { high |= byte }
        if high < 0x80 { return true }
        return String(validating: message, as: UTF8.self) != nil
    }
}
