/// A text that equals another only if both are the same bytes of UTF-8.
///
/// Swift's own string equality takes a composed and a decomposed `é` for the same; SQLite, JavaScript and every other
/// client of a room take them for two keys. A state in which they were one would differ from its own replay.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    // The hash may stay the string's: equal bytes have equal hashes.
    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.isSameBytes(as: other.text)
    }
}

extension String {
    /// Whether both are the same bytes of UTF-8, not only canonically equivalent.
    @inline(__always)
    func isSameBytes(as other: String) -> Bool {
        // Texts that are not even equivalent, nearly all of those compared, are told apart by their first words.
        self == other && utf8.elementsEqual(other.utf8)
    }
}
