import Wire

/// A count of a bot's games and failures in a room, which decides when the bot leaves. Pure.
struct BotTally {
    /// The limits of successive games lost by the engine's own fault, and of successive refusals by
    /// the server.
    static let failureLimit = 3, refusalLimit = 8

    enum Verdict: Equatable {
        case goOn
        /// The wanted number of games was played. The value is the exit status.
        case done(Int32)
        case hopeless(failures: Int)
    }

    /// The number of games to play, or nil for no limit.
    private let games: Int?
    /// The numbers of the games that the engine could not play or could not finish.
    private var lost: Set<Int> = []
    /// The newest game whose end was counted.
    private var lastOver = 0
    private var count = 0
    private var failures = 0
    private var refusals = 0

    init(games: Int?) { self.games = games }

    /// Records that the engine cannot play this game, or cannot continue it.
    mutating func giveUp(_ game: Int) { lost.insert(game) }

    func isLost(_ game: Int) -> Bool { lost.contains(game) }

    /// Whether the end of `game` is seen for the first time.
    mutating func isNews(_ game: Int) -> Bool {
        defer { lastOver = game }
        return game != lastOver
    }

    /// Counts a finished game in which the bot played.
    mutating func played(_ game: Int) -> Verdict {
        count += 1
        failures = isLost(game) ? failures + 1 : 0
        if let games, count >= games { return .done(failures > 0 ? ExitStatus.unavailable : 0) }
        return failures >= Self.failureLimit ? .hopeless(failures: failures) : .goOn
    }

    mutating func accepted() { refusals = 0 }

    /// Counts a refusal by the server. Returns true after too many in a row.
    mutating func refused() -> Bool {
        refusals += 1
        return refusals > Self.refusalLimit
    }
}
