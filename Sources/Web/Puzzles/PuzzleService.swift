import GameState
import Puzzles
import WebSockets

/// Answers `/api/puzzles…` and judges attempts. Reading a puzzle checks the form of its proofs, so
/// worker threads do it. The newest answers are cached.
package final class PuzzleService {
    /// The answer to an inquiry, as JSON.
    typealias Answer = Result<[UInt8], PuzzleRefusal>

    /// A finished answer, on its way from a worker thread.
    package struct Made: Sendable {
        enum Work {
            case answer(CachedWork<PuzzleInquiry, Answer>.Made)
            case attempt(CachedWork<PuzzleAttempt, JudgedAttempt?>.Made)
        }

        let work: Work
    }

    private let shelf: PuzzleShelf
    private let work: CachedWork<PuzzleInquiry, Answer>
    private let attempts: CachedWork<PuzzleAttempt, JudgedAttempt?>
    private let now: () -> Int
    /// The size of the cache. A puzzle has about 1 kB, and an answer with 20 of them 20 kB.
    private static let cacheBytes = 2 << 20
    /// The size of a cache entry without its answer, in bytes.
    private static let entryBytes = 256
    /// The size of the cache of judged attempts. An attempt has 100 bytes, and 16 per point.
    private static let attemptBytes = 1 << 16
    /// The time after which a client may repeat an attempt if too many wait, in milliseconds.
    private static let retryMilliseconds = 1_000
    /// The time for which clients may cache a puzzle by its ID, which never changes, in seconds.
    private static let puzzleAge = 86_400
    /// The same for the catalogue and the puzzle of a day, which change with the server's books.
    private static let dailyAge = 300

    /// - Parameters:
    ///   - now: the time in milliseconds since 1970.
    ///   - made: the mailbox for results. The owner of the loop passes them to ``finished(_:)``.
    package init(_ shelf: PuzzleShelf, now: @escaping () -> Int, made: Mailbox<Made>) {
        self.shelf = shelf
        self.now = now
        work = CachedWork(
            "puzzles", limits: .init(cacheBytes: Self.cacheBytes, waiting: 64, perGroup: 8, askers: 256),
            size: { answer in
                if case .success(let json) = answer { json.count + Self.entryBytes } else { Self.entryBytes }
            },
            post: { made.post(Made(work: .answer($0))) })
        attempts = CachedWork(
            "attempts", limits: .init(cacheBytes: Self.attemptBytes, waiting: 256, perGroup: 32, askers: 256),
            size: { 100 + ($0?.attempt.answer.count ?? 0) * 16 },
            post: { made.post(Made(work: .attempt($0))) })
    }

    /// Takes a result of a thread.
    package func finished(_ made: Made) {
        switch made.work {
        case .answer(let answer): work.finished(answer)
        case .attempt(let attempt): attempts.finished(attempt)
        }
    }

    /// Judges an attempt. Calls `done` once, now or later: with nil if the server has no such
    /// puzzle, with a rejection if too many attempts wait.
    ///
    /// - Parameter group: the group of the client's address.
    package func judge(
        _ attempt: PuzzleAttempt, for group: String, _ done: @escaping (Result<JudgedAttempt?, Rejection>) -> Void
    ) {
        let make: @Sendable () -> JudgedAttempt? = { [shelf] in shelf.judge(attempt) }
        attempts.result(attempt, for: group, make) {
            switch $0 {
            case nil: done(.failure(.rateLimited("attempts at puzzles", retryAfter: Self.retryMilliseconds)))
            case .some(let judged): done(.success(judged))
            }
        }
    }

    /// Answers a request. Calls `done` once, now or later.
    ///
    /// - Parameter rest: the path after `/api/puzzles`.
    func answer(_ rest: String, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let inquiry: PuzzleInquiry
        let time = now()
        do throws(PuzzleRefusal) {
            inquiry = try PuzzleInquiry(rest, query: { request.query($0) }, today: PuzzleDay(at: time))
        } catch {
            return done(.failure(.puzzle(error)))
        }
        let make: @Sendable () -> Answer = { [shelf] in shelf.answer(inquiry) }
        work.result(inquiry, for: AddressGroup(request.remoteAddress).text, make) {
            switch $0 {
            case nil: done(.failure(.puzzle(.busy)))
            case .failure(let refusal): done(.failure(.puzzle(refusal)))
            case .success(let json): done(Self.response(json, maxAge: Self.age(of: inquiry, at: time)))
            }
        }
    }

    /// Returns the time for which clients may cache an answer, in seconds; nil if they may not.
    static func age(of inquiry: PuzzleInquiry, at time: Int) -> Int? {
        switch inquiry {
        case .puzzle: return puzzleAge
        case .catalogue: return dailyAge
        case .daily(let day, _):
            // The address without a date means another puzzle from midnight on.
            let left = (PuzzleDay(at: time).number + 1) * PuzzleDay.millisecondsPerDay - time
            return day == PuzzleDay(at: time) ? min(dailyAge, left / 1_000) : dailyAge
        // Each client has an order of its own.
        case .next: return nil
        }
    }

    private static func response(_ json: [UInt8], maxAge age: Int?) -> HTTPResponse {
        var response = HTTPResponse.json(json)
        guard let age else { return response }
        response.headers.removeAll { $0.0 == "cache-control" }
        response.headers.append(("cache-control", "public, max-age=\(age)"))
        return response
    }
}

extension PuzzleShelf {
    /// The licence of the puzzles that come with the server.
    static let licence = "CC0-1.0"

    /// Returns the answer to an inquiry.
    func answer(_ inquiry: PuzzleInquiry) -> PuzzleService.Answer {
        let books = all
        var writer = JSONWriter(reserving: 4_096)
        switch inquiry {
        case .catalogue: writer.catalogue(books)
        case .puzzle(let id):
            guard let puzzle = puzzle(id) else {
                return .failure(books.isEmpty ? .noPuzzles : .noPuzzle)
            }
            puzzle.write(to: &writer)
        case .daily(let day, let rule):
            guard let book = books[rule] else { return .failure(.noPuzzles) }
            guard let puzzle = book.puzzle(of: day) else { return .failure(.noPuzzle) }
            writer.beginObject()
            writer.name("date")
            writer.string("\(day)")
            writer.name("puzzle")
            puzzle.write(to: &writer)
            writer.endObject()
        case .next(let query):
            guard let book = books[query.rule] else { return .failure(.noPuzzles) }
            let (puzzles, next) = book.puzzles(query)
            writer.beginObject()
            writer.name("puzzles")
            writer.beginArray()
            for puzzle in puzzles { puzzle.write(to: &writer) }
            writer.endArray()
            writer.name("next")
            writer.integer(next)
            writer.endObject()
        }
        return .success(writer.bytes)
    }

    /// Returns the attempt with its result; nil if there is no such puzzle. The person has given up
    /// an attempt that is unfinished.
    func judge(_ attempt: PuzzleAttempt) -> JudgedAttempt? {
        guard let puzzle = puzzle(attempt.puzzle) else { return nil }
        let result =
            switch attempt.answer {
            case .tries(let points): puzzle.result(of: points)
            case .choice(let side): puzzle.result(ofChoosing: side)
            }
        return JudgedAttempt(attempt, rating: puzzle.rating, isSolved: result == .solved)
    }
}

extension JSONWriter {
    fileprivate mutating func catalogue(_ books: [Rule: ShelvedBook]) {
        beginObject()
        name("rules")
        beginArray()
        for rule in Rule.allCases {
            guard let book = books[rule] else { continue }
            beginObject()
            name("rule")
            string(rule.rawValue)
            name("count")
            integer(book.book.count)
            counts("kinds", Puzzle.Kind.allCases.map { ($0.rawValue, book.count(of: $0)) })
            counts("themes", Puzzle.Theme.allCases.map { ($0.rawValue, book.count(of: $0)) })
            endObject()
        }
        endArray()
        name("licence")
        string(PuzzleShelf.licence)
        endObject()
    }

    /// Writes an object with the counts above 0.
    private mutating func counts(_ title: String, _ counts: [(String, Int)]) {
        name(title)
        beginObject()
        for (word, count) in counts where count > 0 {
            name(word)
            integer(count)
        }
        endObject()
    }
}
