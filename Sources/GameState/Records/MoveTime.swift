/// The time that a move took, and the time that its player had left after it.
public struct MoveTime: Hashable, Sendable {
    /// The milliseconds from the move before it, or from the New Game before the first move. If the
    /// opponent's seat was still open then, the time begins when it was taken. Network lag counts.
    public let used: Int
    /// The main time that the player's clock showed after the move, in milliseconds; a full period
    /// if the main time was over. `nil` without a clock, and for the moves of an opening.
    public let left: Int?

    public init(used: Int, left: Int? = nil) {
        self.used = used
        self.left = left
    }
}

/// The stored form of a game's times: one word per move, `3512`, or `900/295300` with the time
/// left, or `-` for an unknown time.
extension MoveTime {
    private static let unknown = "-"

    /// Returns the stored form, or `nil` if no time is known.
    public static func text(of times: [MoveTime?]) -> String? {
        guard times.contains(where: { $0 != nil }) else { return nil }
        var text = ""
        for (index, time) in times.enumerated() {
            if index > 0 { text += " " }
            text += time.map { String($0.used) } ?? unknown
            if let left = time?.left { text += "/\(left)" }
        }
        return text
    }

    /// Parses the stored form of the times of `count` moves. Returns `nil` for any other text.
    public static func times(_ text: String, count: Int) -> [MoveTime?]? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == count else { return nil }
        var times: [MoveTime?] = []
        for word in words {
            if word == unknown {
                times.append(nil)
                continue
            }
            let numbers = word.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
            guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 >= 0 }) else { return nil }
            times.append(MoveTime(used: numbers[0], left: numbers.count == 2 ? numbers[1] : nil))
        }
        return times
    }
}
