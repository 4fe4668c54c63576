import GameState

/// The permanent ID of a finished game: its room's epoch and its number in that room. The text form
/// is `k0d3ze5yajtvb-3`.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    public let epoch: String
    public let number: Int

    public init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
    }

    /// Parses the canonical form only.
    public init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), text.utf8.count <= Self.lengthLimit,
            let number = Digits.number(text[text.index(after: dash)...]), number > 0, dash > text.startIndex
        else { return nil }
        self.init(epoch: String(text[..<dash]), number: number)
    }

    public var description: String { "\(epoch)-\(number)" }

    private static let lengthLimit = 64
}

/// A finished game, which the store keeps even after its room is removed.
public struct FinishedGame: Equatable, Sendable {
    public let id: GameID
    public let room: RoomName
    public let terms: GameTerms
    public let players: ByStone<ParticipantID?>
    /// The result: `x`, `o` or `draw`.
    public let result: String
    public let reason: Game.Reason
    public let moves: [Point]
    /// The times of the moves, each `nil` if it is unknown; empty if no time is known.
    public let times: [MoveTime?]
    /// The server time at which the game ended, in milliseconds since 1970.
    public let ended: Int

    public init(
        id: GameID, room: RoomName, terms: GameTerms, players: ByStone<ParticipantID?>, result: String,
        reason: Game.Reason, moves: [Point], times: [MoveTime?] = [], ended: Int
    ) {
        self.id = id
        self.room = room
        self.terms = terms
        self.players = players
        self.result = result
        self.reason = reason
        self.moves = moves
        self.times = times
        self.ended = ended
    }

    /// Whether the game's room is listed and has no secret, so that anyone may see it.
    public var isPublic: Bool { room.lock == nil && terms.isListed }

    /// The number of moves below which a game is not stored.
    public static let leastMoves = 2

    /// Creates the game that `accepted`, the newest delta of `room`, has ended. Returns `nil` if
    /// the delta did not end a game, or the game is not worth storing.
    public init?(endedBy accepted: AcceptedDelta, in room: Room) {
        guard case .some(.some) = accepted.delta[.result], let game = room.game, let ending = game.ending,
            ending.reason != .aborted, game.moves.count >= Self.leastMoves
        else { return nil }
        self.init(
            id: GameID(epoch: room.epoch, number: game.number), room: room.name, terms: game.terms,
            players: game.seats,
            result: ending.result, reason: ending.reason, moves: game.moves, times: room.moveTimes, ended: accepted.at)
    }

    /// The winner, or `nil` for a draw.
    public var winner: Stone? { Stone(rawValue: result) }

    /// Whether the game is long enough to change ratings (``RatingRule/leastMoves``).
    public var isLongEnough: Bool { moves.count >= RatingRule.leastMoves }

    /// The kind of rating that the game can change, or `nil` if the game is unrated or does not
    /// have two different players.
    public var ratingKind: RatingKind? {
        guard terms.isRated, let clock = terms.clock, let x = players.x, let o = players.o, x != o else {
            return nil
        }
        return RatingKind(rule: terms.rule, speed: Speed(clock))
    }
}

/// A finished game as a store returns it, with the names and ratings of the players at that time.
public struct StoredGame: Equatable, Sendable {
    /// A player at the time of the game.
    public struct Player: Equatable, Sendable {
        public let id: ParticipantID
        public let name: String
        /// The rating in points before the game, and after it. `nil` if the game was not rated.
        public let rating: Int?
        public let after: Int?

        /// - Parameter name: The stored name. A robot has its present name instead, because earlier
        ///   versions stored another one.
        public init(id: ParticipantID, name: String, rating: Int? = nil, after: Int? = nil) {
            self.id = id
            self.name = id.robotName ?? name
            self.rating = rating
            self.after = after
        }
    }

    public let game: FinishedGame
    public let players: ByStone<Player?>

    public init(game: FinishedGame, players: ByStone<Player?>) {
        self.game = game
        self.players = players
    }
}
