/// What a bot has behind it in a room, and when it has had enough. Pure.
struct BotTally {
    /// Games lost by the engine's own fault, or refusals of the server, in a row after which it leaves the room.
    static let failureLimit = 3, refusalLimit = 8

    enum Verdict: Equatable {
        case goOn
        /// As many games as it was to play; the exit status.
        case done(Int32)
        case hopeless(failures: Int)
    }

    /// Games after which it leaves; nil: goes on for ever.
    private let games: Int?
    /// Games that are given up or refused.
    private var lost: Set<Int> = []
    /// The newest game whose end was seen.
    private var lastOver = 0
    private var count = 0
    private var failures = 0
    private var refusals = 0

    init(games: Int?) { self.games = games }

    /// The engine cannot play this game, or not any further.
    mutating func giveUp(_ game: Int) { lost.insert(game) }

    func isLost(_ game: Int) -> Bool { lost.contains(game) }

    /// Whether the end of `game` is seen for the first time.
    mutating func isNews(_ game: Int) -> Bool {
        defer { lastOver = game }
        return game != lastOver
    }

    /// A game that it sat in is over.
    mutating func played(_ game: Int) -> Verdict {
        count += 1
        failures = isLost(game) ? failures + 1 : 0
        if let games, count >= games { return .done(failures > 0 ? 1 : 0) }
        return failures >= Self.failureLimit ? .hopeless(failures: failures) : .goOn
    }

    mutating func accepted() { refusals = 0 }

    /// The server took something not; true when it has refused too much in a row.
    mutating func refused() -> Bool {
        refusals += 1
        return refusals > Self.refusalLimit
    }
}
