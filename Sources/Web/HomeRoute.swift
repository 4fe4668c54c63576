import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Answers `/api/home`, the data of the page's start screen. The answer is cached, because it is
/// requested often.
final class HomeRoute {
    /// The number of players in the leader list, and of games in the list of recent games.
    package static let listed = 10
    /// The number of recent games whose moves the answer contains, so that the home page can replay
    /// them without a request per game.
    static let replayed = 3
    /// The time for which an answer is cached, in milliseconds.
    static let keptMilliseconds = 5_000

    private let services: RoomServices
    private var kept: (answer: HTTPResponse, until: Int)?
    /// Requests that wait for the answer in progress. Each has a connection of its own.
    private var waiting: [(HTTPResponse) -> Void] = []

    private let questions: NodeQuestions

    /// - Parameter questions: asks the other servers that share the store.
    init(services: RoomServices, questions: NodeQuestions) {
        self.services = services
        self.questions = questions
    }

    package func answer(_ done: @escaping (HTTPResponse) -> Void) {
        if let kept, services.now() < kept.until { return done(kept.answer) }
        waiting.append(done)
        guard waiting.count == 1 else { return }
        let store = services.store
        store.leaders(limit: Self.listed) { [self] leaders in
            store.recentGames(limit: Self.listed) { [self] games in
                guard let leaders = try? leaders.get(), let games = try? games.get() else {
                    return answerAll(.failure(.unreadable(.people)))
                }
                online { [self] in
                    let answer = HTTPResponse.json(json(leaders, games, online: $0))
                    kept = (answer, services.now() + Self.keptMilliseconds)
                    answerAll(answer)
                }
            }
        }
    }

    private func answerAll(_ answer: HTTPResponse) {
        let told = waiting
        waiting = []
        for done in told { done(answer) }
    }

    /// Counts the participants with a connection. On two servers at once, a participant counts
    /// twice.
    private func online(_ done: @escaping (Int) -> Void) {
        questions.ask(.online) { [services] in done(services.counters.participants + NodeQuestions.sum($0)) }
    }

    private func json(_ leaders: [RankedPerson], _ games: [StoredGame], online: Int) -> [UInt8] {
        var writer = JSONWriter(reserving: 4_096)
        writer.beginObject()
        writer.name("online")
        writer.integer(online)
        writer.name("leaders")
        writer.beginArray()
        for person in leaders { writer.leader(person, now: services.now()) }
        writer.endArray()
        writer.name("games")
        writer.beginArray()
        for game in games { writer.game(game, .withoutMoves) }
        writer.endArray()
        writer.name("replays")
        writer.beginArray()
        for game in games.filter(\.isWorthReplaying).prefix(Self.replayed) { writer.game(game, .withoutTimes) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }
}

extension StoredGame {
    /// The fewest moves of a replayed game: one side can have five stones.
    private static let leastReplayedMoves = 9

    /// Whether the home page replays the game: it was public, and it is long enough.
    fileprivate var isWorthReplaying: Bool {
        game.isPublic && game.moves.count >= Self.leastReplayedMoves
    }
}

extension JSONWriter {
    /// Writes a leader, with the rating as of `now`.
    mutating func leader(_ person: RankedPerson, now: Int) {
        let rating = Glicko2.current(person.kept.rating, asOf: person.kept.asOf, now: now)
        beginObject()
        for (key, text) in [
            ("rule", person.kept.kind.rule.rawValue), ("speed", person.kept.kind.speed.rawValue),
            ("id", person.id.text), ("name", person.name),
        ] {
            name(key)
            string(text)
        }
        name("rating")
        integer(rating.points)
        name("deviation")
        integer(Int(rating.deviation.rounded()))
        name("games")
        integer(rating.games)
        endObject()
    }
}
