/// A text that equals another only if both are the same bytes of UTF-8.
///
/// Swift's own string equality takes a composed and a decomposed `é` for the same; SQLite, JavaScript and every other
/// client of a room take them for two keys. A state in which they were one would differ from its own replay.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    // Of the bytes themselves: the string's own hash looks for composed and decomposed writings of them first.
    func hash(into hasher: inout Hasher) {
        let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
    }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.isSameBytes(as: other.text)
    }
}

extension String {
    /// Whether both are the same bytes of UTF-8, not only canonically equivalent.
    @inline(__always)
    func isSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let bytes = utf8.span
        let others = other.utf8.span
        for index in 0..<bytes.count where bytes[index] != others[index] { return false }
        return true
    }
}
