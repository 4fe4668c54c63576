/// Puts a message together from the pieces in which libwebsockets hands it over.
struct Inbox {
    private var bytes: [UInt8] = []

    var count: Int { bytes.count }

    mutating func append(_ piece: UnsafeRawBufferPointer) { bytes.append(contentsOf: piece) }

    /// The message; nil when it is not UTF-8. libwebsockets checks while it arrives, but misses a character that is
    /// cut off by the end of the message when the last fragment is empty.
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
