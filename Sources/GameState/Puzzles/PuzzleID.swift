/// The names of puzzles: 66 bits in base64url.
public enum PuzzleID {
    /// The number of characters.
    public static let length = 11
    /// The number of bytes that the characters come from. The last two bits of the 66 are the first
    /// two of the ninth byte.
    public static let bytes = 9

    /// Whether the text has the form of an ID: 11 characters of base64url.
    public static func isID(_ text: String) -> Bool { bytes(of: text) != nil }

    /// Returns the ID that begins with these bytes.
    public static func text(ofBytes bytes: [UInt8]) -> String { String(ProofText.text(of: bytes).prefix(length)) }

    /// Returns the bytes of an ID, with zero bits at the end, or `nil` if the text is no ID.
    public static func bytes(of id: String) -> [UInt8]? {
        guard id.utf8.count == length else { return nil }
        // The twelfth character holds the last six bits of the ninth byte.
        return ProofText.bytes(of: id + "A")
    }
}
