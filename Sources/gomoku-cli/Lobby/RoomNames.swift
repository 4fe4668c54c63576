import GameState

/// Random names for new rooms, which are easy to say aloud.
enum RoomNames {
    private static let first = [
        "amber", "brave", "calm", "clever", "early", "fair", "gentle", "green", "kind", "lucky", "merry", "quick",
        "quiet", "sunny", "swift", "warm",
    ]
    private static let second = [
        "badger", "crane", "dove", "falcon", "finch", "fox", "hare", "heron", "lark", "lynx", "magpie", "otter", "owl",
        "robin", "swan", "wren",
    ]

    static func random() -> RoomName {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    static func random(using generator: inout some RandomNumberGenerator) -> RoomName {
        let words = [first, second].map { $0.randomElement(using: &generator) ?? "table" }
        return RoomName("\(words[0])-\(words[1])-\(Int.random(in: 10...99, using: &generator))") ?? standard
    }

    /// Returns a random name for the room of a race, too long to guess (about 62 bits), in the same
    /// form as the web page's.
    static func race() -> RoomName {
        var generator = SystemRandomNumberGenerator()
        let end = (0..<raceCharacters).compactMap { _ in nameCharacters.randomElement(using: &generator) }
        return RoomName("race-" + String(end)) ?? standard
    }

    private static let nameCharacters = Array("0123456789abcdefghijklmnopqrstuvwxyz")
    /// The number of random characters in the name of a race.
    private static let raceCharacters = 12

    /// Returns a random secret of 132 bits for a room, in the same form as the web page's.
    static func secret() -> RoomSecret? {
        var generator = SystemRandomNumberGenerator()
        return RoomSecret(
            String(
                (0..<RoomSecret.lengths.lowerBound).compactMap { _ in
                    secretCharacters.randomElement(using: &generator)
                }))
    }

    private static let secretCharacters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static let standard: RoomName = {
        guard let name = RoomName("table") else { preconditionFailure("a plain word is the name of a room") }
        return name
    }()
}
