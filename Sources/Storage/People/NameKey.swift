import GameState

/// A key that names have in common if people could confuse them. Only one of these names can be
/// claimed.
///
/// Keys ignore case, spaces and punctuation, and treat letters of any script that look alike as
/// equal (``Lookalikes``). Names must be normalized already: visible characters in composed form
/// (NFC).
public struct NameKey: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Computes the key of a name.
    public init(_ name: String) {
        var text = ""
        for scalar in name.unicodeScalars { text += Self.folded(scalar) }
        self.text = text
    }

    /// Restores a key from a store.
    public init(stored text: String) { self.text = text }

    public var description: String { text }

    /// Creates the tables for keys in advance, so that no request has to wait for them.
    public static func prepare() { _ = NameKey("a") }

    private static func folded(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII { return ascii[Int(scalar.value)] }
        return counts(scalar) ? Lookalikes.shared.fold(scalar) : ""
    }

    /// The folded forms of ASCII characters, which make up nearly all names.
    private static let ascii = (0..<128 as Range<UInt8>).map { byte in
        let scalar = Unicode.Scalar(byte)
        return counts(scalar) ? Lookalikes.shared.fold(scalar) : ""
    }

    private static func counts(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            && !scalar.properties.isDefaultIgnorableCodePoint
    }

    // MARK: Available names

    /// The lengths of names that can be claimed, in characters.
    public static let lengths = 2...24

    /// Returns whether `name` can be claimed.
    ///
    /// A valid name has letters of one script and digits, with single spaces or `-_.'` between
    /// them. It must not resemble an ID, a robot, the server or a guest.
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
        let letters = name.unicodeScalars.lazy.filter { $0.properties.isAlphabetic }
        guard Lookalikes.shared.isOfOneScript(letters) else { return false }
        return !NameKey(name).text.isEmpty && !isReserved(name)
    }

    /// Returns whether `name` is reserved because people could take it for an ID, a robot, the
    /// server or a guest.
    public static func isReserved(_ name: String) -> Bool {
        name.lowercased().hasPrefix("p-") || isOfficial(name) || begins(name, withOneOf: guests)
    }

    /// Returns whether people could take a guest of that name for an official or for the robot.
    public static func isOfficial(_ name: String) -> Bool {
        begins(name, withOneOf: official) || robots.contains(NameKey(name).text)
    }

    /// Returns whether the first word of `name`, or all its letters together, look like one of
    /// `words`. Digits at the end make no difference.
    private static func begins(_ name: String, withOneOf words: Set<String>) -> Bool {
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return beginsInASCII(name.utf8, withOneOf: words) }
        let first = name.split { !$0.isLetter && !$0.isNumber }.first ?? ""
        return (first.endIndex == name.endIndex ? [first] : [first, name[...]]).contains { text in
            var letters = text
            while let last = letters.last, !last.isLetter { letters.removeLast() }
            return words.contains(NameKey(String(letters)).text)
        }
    }

    /// Returns the same as ``begins(_:withOneOf:)`` for a name in ASCII, but without Unicode
    /// lookups. Nearly all names are in ASCII.
    private static func beginsInASCII(_ name: String.UTF8View, withOneOf words: Set<String>) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        func isPart(_ byte: UInt8) -> Bool { isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        func isOne(_ text: Substring.UTF8View) -> Bool {
            guard let last = text.lastIndex(where: isLetter) else { return false }
            return words.contains(NameKey(String(Substring(text[...last]))).text)
        }
        guard let start = name.firstIndex(where: isPart) else { return false }
        let end = name[start...].firstIndex { !isPart($0) } ?? name.endIndex
        return isOne(name[start..<end]) || end != name.endIndex && isOne(name[...])
    }

    private static func isWord(_ character: Character) -> Bool {
        guard character.isLetter || ("0"..."9").contains(character) else { return false }
        let scalars = character.unicodeScalars
        guard !scalars.contains(where: \.properties.isDefaultIgnorableCodePoint) else { return false }
        // A letter may have one combining mark, because stacks of marks do not occur in names. A
        // character of an Indic script may combine more letters, vowel signs and viramas.
        return scalars.count <= 2
            || scalars.count <= 6
                && scalars.allSatisfy {
                    Lookalikes.shared.script(of: $0) != nil || $0.properties.canonicalCombiningClass == .virama
                }
    }

    private static let marks = Set<Character>(" -_.'")
    private static let official = keys(["robot", "server", "admin", "gomoku", "moderator", "system"])
    private static let guests = keys(["guest", "gast"])
    /// The names of the robot's levels. Longer names may contain these words, as in "Ash Lee".
    private static let robots = keys(ParticipantID.robotNames)

    private static func keys(_ words: [String]) -> Set<String> { Set(words.map { NameKey($0).text }) }
}
