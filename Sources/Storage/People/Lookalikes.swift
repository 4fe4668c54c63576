import GameState

/// Which letters look like which, and what script a letter is of: Unicode's data for security (UTS #39).
struct Lookalikes {
    /// Made once, in some milliseconds.
    static let shared = Lookalikes()

    private let folds: [Unicode.Scalar: String]
    /// In order.
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
        data.split(whereSeparator: \.isWhitespace).compactMap { entry in
            let parts = entry.split(separator: ":")
            return parts.count == 2 ? (parts[0], parts[1].split(separator: ",")) : nil
        }
    }

    private static func scalar(_ text: Substring) -> [Unicode.Scalar] {
        UInt32(text, radix: 16).flatMap { Unicode.Scalar($0) }.map { [$0] } ?? []
    }

    /// What it looks like, in small letters; itself, made small, when it looks like no other.
    func fold(_ scalar: Unicode.Scalar) -> String {
        if let fold = folds[scalar] { return fold }
        let small = scalar.properties.lowercaseMapping
        return small.unicodeScalars.reduce(into: "") { text, one in text += folds[one] ?? String(one) }
    }

    /// The script of a letter that people use for names today; nil for all else.
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

    /// Scripts that are written together, as UTS #39 has it for its level "highly restrictive".
    private static let together: [Set<Substring>] = [
        ["Latn", "Hani", "Hira", "Kana"], ["Latn", "Hani", "Bopo"], ["Latn", "Hani", "Hang"],
    ]

    /// Whether all letters are of one script, or of some that are written together.
    func isOfOneScript(_ letters: some Sequence<Unicode.Scalar>) -> Bool {
        var found: Set<Substring> = []
        for letter in letters {
            guard let script = script(of: letter) else { return false }
            found.insert(script)
        }
        return found.count <= 1 || Self.together.contains { found.isSubset(of: $0) }
    }
}
