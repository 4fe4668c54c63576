/// What two names have in common that people would take for the same: only one of them can be claimed.
///
/// Case, spaces and marks, wide forms, and letters that look alike in Latin, Cyrillic and Greek make no difference. The
/// names that come in are cleaned already: visible characters, composed (NFC).
public struct NameKey: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// The key of any name.
    public init(_ name: String) {
        var text = ""
        for scalar in name.unicodeScalars {
            // Fullwidth forms are ASCII, moved.
            let plain =
                (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            guard plain.properties.isAlphabetic || plain.properties.numericType != nil else { continue }
            for small in (Self.capitals[plain] ?? plain).properties.lowercaseMapping.unicodeScalars {
                text.unicodeScalars.append(Self.lookalikes[small] ?? small)
            }
        }
        self.text = text
    }

    public var description: String { text }

    /// Shortest and longest name that can be claimed, in characters.
    public static let lengths = 2...24

    /// Whether `name` can be claimed: letters and digits, and between them single spaces and `-_.'`; not what could be
    /// taken for an id, for a robot, for the server or for a guest.
    public static func isClaimable(_ name: String) -> Bool {
        guard lengths.contains(name.count), name.utf8.count <= 4 * lengths.upperBound, let first = name.first,
            let last = name.last,
            isWord(first), isWord(last)
        else { return false }
        var previous: Character = "a"
        for character in name {
            guard isWord(character) || (marks.contains(character) && isWord(previous)) else { return false }
            previous = character
        }
        let lowercased = name.lowercased()
        guard !lowercased.hasPrefix("p-"), !NameKey(name).text.isEmpty else { return false }
        let firstWord = lowercased.prefix { isWord($0) && !$0.isNumber }
        return !reserved.contains(String(firstWord))
    }

    private static func isWord(_ character: Character) -> Bool {
        // One letter with at most one mark upon it: stacks of marks are no names.
        character.unicodeScalars.count <= 2 && (character.isLetter || ("0"..."9").contains(character))
    }

    private static let marks = Set<Character>(" -_.'")
    private static let reserved: Set<String> = ["robot", "server", "guest", "gast", "admin", "gomoku"]

    /// Greek capitals that look like Latin ones where the small letters do not, or like others.
    private static let capitals: [Unicode.Scalar: Unicode.Scalar] = [
        "Β": "B", "Ζ": "Z", "Η": "H", "Μ": "M", "Ν": "N", "Υ": "Y",
    ]

    /// Cyrillic and Greek small letters that look like Latin ones.
    private static let lookalikes: [Unicode.Scalar: Unicode.Scalar] = [
        "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d",
        "һ": "h",
        "ԛ": "q", "ԝ": "w", "к": "k", "м": "m", "т": "t", "в": "b", "н": "h", "ο": "o", "α": "a", "ν": "v", "ι": "i",
        "κ": "k",
        "η": "n", "ρ": "p", "υ": "u", "χ": "x", "τ": "t", "ı": "i", "ε": "e", "ё": "ë",
    ]
}
