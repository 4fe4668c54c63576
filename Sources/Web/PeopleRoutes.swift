import Foundation
import GameState
import Robots
import Rooms
import Storage
import WebSockets
import Wire

/// Answers HTTP requests about people and finished games.
struct PeopleRoutes {
    /// The default number of games per answer.
    static let gamesPage = 50
    /// The maximum number of games per answer.
    static let mostGames = 200

    /// The number of people per page of the leaders.
    static let leadersPage = 50

    package let services: RoomServices
    let pictures: PictureService
    let reports: ReportService
    let puzzles: GamePuzzleService

    /// Answers `/api/people/…`: a profile or a person's games.
    package func people(_ rest: String, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        // Stored names are in composed form (NFC).
        let query = PersonQuery(parts[0].precomposedStringWithCanonicalMapping)
        switch Array(parts.dropFirst()) {
        case []: person(query, done)
        case ["games"]: games(of: query, request, done)
        default:
            done(.failure(.nothingHere(.people)))
        }
    }

    private func person(_ query: PersonQuery, _ done: @escaping (HTTPResponse) -> Void) {
        services.store.person(query) { [services] result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(nil): done(.failure(.noPerson))
            case .success(.some(let person)):
                var writer = JSONWriter()
                writer.person(person, now: services.now())
                done(.json(writer.bytes))
            }
        }
    }

    private func games(of query: PersonQuery, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let limit = min(max(request.query("limit").flatMap { Int($0) } ?? Self.gamesPage, 1), Self.mostGames)
        let before = request.query("before").flatMap { Int($0) }
        services.store.games(of: query, before: before, limit: limit) { result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(nil): done(.failure(.noPerson))
            case .success(.some(let games)):
                var writer = JSONWriter(reserving: 256 * (games.count + 1))
                writer.beginObject()
                writer.name("games")
                writer.beginArray()
                for game in games { writer.game(game, .withoutMoves) }
                writer.endArray()
                writer.endObject()
                done(.json(writer.bytes))
            }
        }
    }

    /// Answers `/api/leaders?rule=renju&speed=blitz&from=50`: a page of the leaders by rule and
    /// speed.
    func leaders(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        guard let rule = request.query("rule").flatMap({ Rule(rawValue: $0) }),
            let speed = request.query("speed").flatMap({ Speed(rawValue: $0) })
        else { return done(.failure(.nothingHere(.leaders))) }
        let from = min(max(request.query("from").flatMap { Int($0) } ?? 0, 0), PeopleLimits.ranked)
        let limit = min(Self.leadersPage, PeopleLimits.ranked - from)
        // Read one more than is sent, to know whether there is a next page.
        services.store.ranking(RatingKind(rule: rule, speed: speed), from: from, limit: limit + 1) {
            [services] result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(let found):
                var writer = JSONWriter(reserving: 128 * (found.count + 1))
                writer.beginObject()
                writer.name("leaders")
                writer.beginArray()
                for person in found.prefix(limit) { writer.leader(person, now: services.now()) }
                writer.endArray()
                if found.count > limit, from + limit < PeopleLimits.ranked { writer.member("next", from + limit) }
                writer.endObject()
                done(.json(writer.bytes))
            }
        }
    }

    /// Answers `/api/games/…`: a finished game as JSON, `.sgf`, `.psq`, `.svg` or `.png`, or the
    /// analysis or the puzzle of it.
    package func game(_ rest: String, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        if rest.hasSuffix("/report"), let id = GameID(String(rest.dropLast("/report".count))) {
            return report(id, request, done)
        }
        if rest.hasSuffix("/puzzle"), let id = GameID(String(rest.dropLast("/puzzle".count))) {
            return puzzle(id, request, done)
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let form = parts.count == 2 ? RecordForm(rawValue: parts[1]) : nil
        guard let id = GameID(parts[0]), parts.count == 1 || form != nil else {
            return done(.failure(.nothingHere(.games)))
        }
        let group = AddressGroup(request.remoteAddress).text
        services.store.game(id) { [pictures] result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(nil): done(.failure(.noGame))
            case .success(.some(let game)):
                guard let form else { return done(Self.json(game)) }
                pictures.answer(game.record, form, called: "\(id)", maxAge: 86_400, for: group, done)
            }
        }
    }

    private func report(_ id: GameID, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let group = AddressGroup(request.remoteAddress).text
        let after = request.query("after").flatMap { Int($0) }
        record(id, done) { [reports] record in
            reports.ask(record, epoch: id.epoch, game: id.number, after: after, for: group) { result in
                switch result {
                case .success(let json): done(.json(json))
                case .failure(let refusal): done(.failure(.report(refusal)))
                }
            }
        }
    }

    private func puzzle(_ id: GameID, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let group = AddressGroup(request.remoteAddress).text
        let allowsNull = request.query("missing") == "null"
        PuzzleSide.read(request.query("side"), done) { side in
            record(id, done) { [puzzles] record in
                puzzles.ask(record, epoch: id.epoch, game: id.number, side: side, for: group) {
                    done(HTTPResponse(puzzle: $0, allowsNull: allowsNull))
                }
            }
        }
    }

    /// Calls `found` with the record of a finished game, or `done` with a refusal.
    private func record(
        _ id: GameID, _ done: @escaping (HTTPResponse) -> Void, found: @escaping (GameRecord) -> Void
    ) {
        services.store.game(id) { result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(nil): done(.failure(.noGame))
            case .success(.some(let game)): found(game.record)
            }
        }
    }

    private static func json(_ game: StoredGame) -> HTTPResponse {
        var writer = JSONWriter(reserving: 4_096)
        writer.game(game, .complete)
        return .json(writer.bytes)
    }

    private static func unavailable(_ failure: StoreFailure) -> HTTPResponse {
        .failure(.unreadable(.people, why: failure.description))
    }
}
