import GameState

/// Tables of letters that look alike and of the scripts of letters, from Unicode's security data
/// (UTS #39).
struct Lookalikes {
    /// The shared tables. Creating them takes some milliseconds.
    static let shared = Lookalikes()

    private let folds: [Unicode.Scalar: String]
    /// The ranges of letters with their scripts, in order.
    private let ranges: [(letters: ClosedRange<UInt32>, script: Substring)]

    private init() {
        var folds: [Unicode.Scalar: String] = [:]
        for (target, sources) in Self.entries(of: LookalikeData.folds) {
            var text = ""
            for part in target.split(separator: ".") { text.unicodeScalars.append(contentsOf: Self.scalar(part)) }
            for source in sources {
                for scalar in Self.scalar(source) { folds[scalar] = text }
            }
        }
        var ranges: [(letters: ClosedRange<UInt32>, script: Substring)] = []
        for (script, letters) in Self.entries(of: LookalikeData.scripts) {
            for range in letters {
                let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                if let first = ends.first, let last = ends.last { ranges.append((first...last, script)) }
            }
        }
        self.folds = folds
        self.ranges = ranges.sorted { $0.letters.lowerBound < $1.letters.lowerBound }
    }

    private static func entries(of data: String) -> [(head: Substring, rest: [Substring])] {
        // Bytes are compared faster than characters.
        data.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.compactMap { entry in
            let parts = entry.split(separator: UInt8(ascii: ":"))
            guard parts.count == 2 else { return nil }
            return (Substring(parts[0]), parts[1].split(separator: UInt8(ascii: ",")).map(Substring.init))
        }
    }

    private static func scalar(_ text: Substring) -> [Unicode.Scalar] {
        UInt32(text, radix: 16).flatMap { Unicode.Scalar($0) }.map { [$0] } ?? []
    }

    /// Returns the lowercase text that the scalar looks like. A scalar that looks like no other
    /// maps to its own lowercase form.
    func fold(_ scalar: Unicode.Scalar) -> String {
        if let fold = folds[scalar] { return fold }
        let small = scalar.properties.lowercaseMapping
        return small.unicodeScalars.reduce(into: "") { text, one in text += folds[one] ?? String(one) }
    }

    /// Returns the script of a letter if names are written in that script today, or `nil` for any
    /// other scalar.
    func script(of scalar: Unicode.Scalar) -> Substring? {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].letters.upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count, ranges[low].letters.contains(scalar.value) else { return nil }
        return ranges[low].script
    }

    /// The scripts that may be combined, according to UTS #39 at the level "highly restrictive".
    private static let together: [Set<Substring>] = [
        ["Latn", "Hani", "Hira", "Kana"], ["Latn", "Hani", "Bopo"], ["Latn", "Hani", "Hang"],
    ]

    /// Returns whether all letters belong to one script, or to scripts that may be combined.
    func isOfOneScript(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
        var found: Set<Substring> = []
        for letter in letters {
            guard let script = script(of: letter) else { return false }
            found.insert(script)
        }
        return found.count <= 1 || Self.together.contains { found.isSubset(of: $0) }
    }
}
