/// A string whose equality compares UTF-8 bytes.
///
/// Swift's string equality applies Unicode normalization, so a composed and a decomposed `é` are
/// equal. SQLite, JavaScript and other clients treat them as two keys. If the server treated them
/// as one, its state would differ from a replay of its own deltas.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    // Hashes the bytes directly, because `String` normalizes its text before hashing.
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
    /// Returns whether both strings consist of the same UTF-8 bytes, not only of canonically
    /// equivalent characters.
    @inline(__always)
    func isSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let bytes = utf8.span
        let others = other.utf8.span
        for index in 0..<bytes.count where bytes[index] != others[index] { return false }
        return true
    }
}
