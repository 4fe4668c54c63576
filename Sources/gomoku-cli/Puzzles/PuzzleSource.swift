import Client
import GameState
import Puzzles
import Wire

/// The reason why there is no puzzle.
enum PuzzleMissing: Equatable {
    /// No failed puzzle is due for review.
    case noneDue
    /// The server is out of reach, and no stored puzzle fits.
    case offline
    case noPuzzles
    case notFound
    /// The server found no puzzle in that game.
    case noneInGame
    /// The user has lost no game on this server, or none is known.
    case noLostGame
    /// The person has done all puzzles of the selection.
    case allDone
    /// The search has reached its number of requests. The person can let it go on.
    case more
}

/// The source of puzzles: the stored ones that fit, and otherwise the server. If the server is out
/// of reach, any stored puzzle of the selection will do.
///
/// The only I/O here is on its files. The caller fetches the path that this object names, and hands
/// it the answer.
final class PuzzleSource {
    /// The wanted puzzle.
    enum Goal: Equatable {
        case daily(PuzzleDay, Rule)
        /// The first of these puzzles that exists.
        case first(of: [String])
        /// The puzzle from the lost game with this ID. It is not stored, so that no mode shows it.
        case game(String)
        /// The puzzle from the last game that the user has lost. The account's participant is nil
        /// before it is known.
        case lastLost(by: ParticipantID?)
        /// A puzzle near a rating that the person has not had, and other than `avoid`.
        case next(PuzzleFilter, rating: Double, avoid: String?)
    }

    /// The next step of the search.
    enum Step: Equatable {
        case fetch(path: String)
        /// Find out who the user is on this server.
        case identify
        /// The puzzle, and the lost game from which it comes.
        case found(Puzzle, from: String? = nil)
        case missing(PuzzleMissing)
    }

    /// The number of puzzles per request. The rest is stored for later, and for times offline.
    private static let batch = 20
    /// The most requests of a search. The person can go on.
    static let tries = 25
    /// Selections with ratings in the same interval of this width share their place.
    private static let band = 50
    /// The greatest distance from the wanted rating at which a stored puzzle saves a request.
    private static let near = 75.0
    /// The number of an account's last finished games to search for a lost one.
    private static let games = 50

    let file: PuzzleProgressFile
    private let cache: PuzzleCache
    private let lostGames: LostGameFile
    /// The server, which names its puzzles of the day.
    private let server: String
    private(set) var isOnline = true
    private var goal: Goal?
    private let tries: Int
    private var triesLeft = 0
    private var today: PuzzleDay
    /// The selections in which the person has had all puzzles from the first one to the present
    /// place.
    private var known: Set<String> = []

    /// - Parameter tries: the most requests of a search.
    init(
        file: PuzzleProgressFile, cache: PuzzleCache, lostGames: LostGameFile, server: String, today: PuzzleDay,
        tries: Int = PuzzleSource.tries
    ) {
        (self.file, self.cache, self.lostGames) = (file, cache, lostGames)
        (self.server, self.today, self.tries) = (server, today, tries)
    }

    /// Begins a search, which replaces the one before.
    func begin(_ goal: Goal, today: PuzzleDay) -> Step {
        self.goal = goal
        self.today = today
        triesLeft = tries
        switch goal {
        case .daily(let day, let rule):
            if let puzzle = cache.daily(.init(day: day, rule: rule, server: server)) { return found(puzzle) }
            return .fetch(path: "api/puzzles/daily?date=\(day)&rule=\(rule.rawValue)")
        case .first(let ids): return first(of: ids)
        case .game(let id): return .fetch(path: "api/games/\(id)/puzzle")
        case .lastLost: return .identify
        case .next(let filter, let rating, let avoid):
            if let kept = stored(filter, rating, avoid), abs(Double(kept.rating) - rating) <= Self.near {
                return found(kept)
            }
            return nextBatch(filter, rating)
        }
    }

    /// Takes the server's answer. Nil if no search waits for it.
    func take(_ answer: WebFetch.Answer) -> Step? {
        guard let goal else { return nil }
        if case .failed = answer { isOnline = false } else { isOnline = true }
        switch goal {
        case .daily(let day, let rule):
            guard case .json(let json) = answer, let given = json["puzzle"], let puzzle = try? Puzzle(given) else {
                return missing(answer, .notFound)
            }
            store([given], day: .init(day: day, rule: rule, server: server))
            return found(puzzle)
        case .first(let ids): return take(answer, first: ids)
        case .game(let id):
            if case .json(let json) = answer, let puzzle = try? Puzzle(json) { return found(puzzle, from: id) }
            guard case .refused(let reason) = answer else { return missing(answer, .notFound) }
            return missing(Self.gameRefusals[reason.word] ?? .notFound)
        case .lastLost(let user): return user.flatMap { take(answer, lostBy: $0) }
        case .next(let filter, let rating, let avoid): return take(answer, filter, rating, avoid)
        }
    }

    private func found(_ puzzle: Puzzle, from game: String? = nil) -> Step {
        goal = nil
        return .found(puzzle, from: game)
    }

    private func missing(_ reason: PuzzleMissing) -> Step {
        goal = nil
        return .missing(reason)
    }

    /// Ends the search after an answer without a puzzle.
    private func missing(_ answer: WebFetch.Answer, _ other: PuzzleMissing) -> Step {
        if case .failed = answer { return missing(.offline) }
        if case .refused(let reason) = answer, reason.word == Self.noPuzzles { return missing(.noPuzzles) }
        return missing(other)
    }

    /// The server's words for a rule without puzzles, and for an unknown puzzle.
    private static let noPuzzles = "no-puzzles", noPuzzle = "no-such-puzzle"
    /// The server's word for an unknown participant.
    private static let noPerson = "no-such-person"
    /// The server's words for a lost game without a puzzle, and for refusals that pass.
    private static let gameRefusals: [String: PuzzleMissing] = [
        "no-puzzle-in-game": .noneInGame, "busy": .more, "unavailable": .more,
    ]

    private func store(_ puzzles: [JSON], day: PuzzleCache.Day? = nil) {
        cache.put(puzzles, day: day) { id in file.progress.reviews.contains { $0.id == id } }
    }

    // MARK: The last lost game

    /// Takes the user's identity on this server. The server lists the games of an account; of a
    /// guest, only this device remembers the last one. Nil if no search waits for it.
    func take(_ user: PuzzleUser) -> Step? {
        guard case .lastLost(by: nil) = goal else { return nil }
        let kept = lostGames.game(on: server)
        switch user {
        case .known(let me) where me.isClaimed:
            goal = .lastLost(by: me.id)
            return .fetch(path: "api/people/\(PeopleFetch.escaped(me.id.text))/games?limit=\(Self.games)")
        case .known(let me): return open(kept.flatMap { $0.loser == me.id ? $0 : nil })
        case .unknown: return open(kept)
        case .unreachable:
            guard kept == nil else { return open(kept) }
            isOnline = false
            return missing(.offline)
        }
    }

    private func open(_ game: LostGame?) -> Step {
        guard let id = game?.id else { return missing(.noLostGame) }
        return begin(.game(id), today: today)
    }

    /// Takes the list of the account's games.
    private func take(_ answer: WebFetch.Answer, lostBy user: ParticipantID) -> Step {
        switch answer {
        case .json(let json):
            return open(LostGame.first(of: (json["games"]?.array ?? []).compactMap { GameListing($0) }, by: user))
        // The lists may not know an account without finished games.
        case .refused(let reason): return missing(reason.word == Self.noPerson ? .noLostGame : .more)
        case .failed: return missing(.offline)
        }
    }

    // MARK: Puzzles by their IDs

    private func first(of ids: [String]) -> Step {
        guard let id = ids.first else { return missing(.notFound) }
        goal = .first(of: ids)
        if let puzzle = cache.puzzle(id) { return found(puzzle) }
        return .fetch(path: "api/puzzles/\(id)")
    }

    private func take(_ answer: WebFetch.Answer, first ids: [String]) -> Step {
        guard let id = ids.first else { return missing(.notFound) }
        switch answer {
        case .json(let json):
            if let puzzle = try? Puzzle(json), puzzle.id == id {
                store([json])
                return found(puzzle)
            }
        case .refused(let reason) where reason.word == Self.noPuzzle:
            file.change(today) { $0.dropReview(of: id) }
        case .refused, .failed: return missing(answer, .notFound)
        }
        return first(of: Array(ids.dropFirst()))
    }

    // MARK: Selections

    private func isFresh(_ avoid: String?) -> (String) -> Bool {
        let had = Set(file.progress.done)
        return { !had.contains($0) && $0 != avoid }
    }

    private func stored(_ filter: PuzzleFilter, _ rating: Double, _ avoid: String?) -> Puzzle? {
        cache.nearest(to: rating, filter, where: isFresh(avoid))
    }

    private func near(_ rating: Double) -> Int { Int((rating / Double(Self.band)).rounded()) * Self.band }

    private func key(_ filter: PuzzleFilter, _ rating: Double) -> String {
        [filter.rule.rawValue, filter.subject?.word, "\(near(rating))"].compactMap { $0 }.joined(separator: " ")
    }

    /// Asks for the next puzzles of a selection.
    private func nextBatch(_ filter: PuzzleFilter, _ rating: Double) -> Step {
        triesLeft -= 1
        let key = key(filter, rating)
        let place = file.progress.place(of: key)
        if place == 0 { known.insert(key) }
        let parameters = [
            "rule=\(filter.rule.rawValue)", filter.subject?.parameter, "rating=\(max(0, near(rating)))",
            "seed=\(file.progress.seed)", "from=\(place)", "count=\(Self.batch)",
        ]
        return .fetch(path: "api/puzzles/next?" + parameters.compactMap { $0 }.joined(separator: "&"))
    }

    /// Takes a batch, and stores the puzzles that the person has not had. After the last puzzle the
    /// selection begins again, because some puzzles may have been dropped from the store.
    private func take(
        _ answer: WebFetch.Answer, _ filter: PuzzleFilter, _ rating: Double, _ avoid: String?
    ) -> Step {
        guard case .json(let json) = answer, let puzzles = json["puzzles"]?.array else {
            // Without the server, any stored puzzle will do.
            if let kept = stored(filter, rating, avoid) { return found(kept) }
            return missing(answer, .more)
        }
        let key = key(filter, rating)
        let isNew = isFresh(nil)
        let fresh = puzzles.filter { $0["id"]?.string.map(isNew) ?? false }
        let readable = fresh.compactMap { try? Puzzle($0) }
        if !readable.isEmpty { known.remove(key) }
        store(fresh)
        let place = puzzles.isEmpty ? 0 : json["next"]?.integer ?? 0
        file.change(today) { $0.setPlace(place, of: key) }
        func distance(_ puzzle: Puzzle) -> Double { abs(Double(puzzle.rating) - rating) }
        let others = readable.filter { $0.id != avoid }
        if let puzzle = others.min(by: { distance($0) < distance($1) }) { return found(puzzle) }
        if puzzles.isEmpty, known.contains(key) { return missing(.allDone) }
        return triesLeft > 0 ? nextBatch(filter, rating) : missing(.more)
    }
}
