import Foundation
import GameState
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
                for game in games { writer.game(game, withMoves: false) }
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

    /// Answers `/api/games/…`: a finished game as JSON, `.sgf` or `.psq`.
    package func game(_ rest: String, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let id = GameID(parts[0]), parts.count == 1 || ["sgf", "psq"].contains(parts[1]) else {
            return done(.failure(.nothingHere(.games)))
        }
        services.store.game(id) { result in
            switch result {
            case .failure(let failure): done(Self.unavailable(failure))
            case .success(nil): done(.failure(.noGame))
            case .success(.some(let game)): done(parts.count == 1 ? Self.json(game) : Self.file(game, form: parts[1]))
            }
        }
    }

    private static func json(_ game: StoredGame) -> HTTPResponse {
        var writer = JSONWriter(reserving: 4_096)
        writer.game(game, withMoves: true)
        return .json(writer.bytes)
    }

    private static func file(_ game: StoredGame, form: String) -> HTTPResponse {
        .record(game.record, form: form, called: "\(game.game.id)")
    }

    private static func unavailable(_ failure: StoreFailure) -> HTTPResponse {
        .failure(.unreadable(.people, why: failure.description))
    }
}

extension HTTPResponse {
    /// Makes a response with a game's record as a download; `form` is `sgf` or `psq`.
    package static func record(_ record: GameRecord, form: String, called name: String) -> HTTPResponse {
        guard let text = form == "sgf" ? record.sgf : try? record.psq() else {
            return .failure(.notWritable)
        }
        return HTTPResponse(
            status: 200,
            headers: HTTPRouter.safety + [
                ("content-type", form == "sgf" ? "application/x-go-sgf; charset=utf-8" : "text/plain; charset=utf-8"),
                ("content-disposition", "attachment; filename=\"\(name).\(form)\""), ("cache-control", "no-store"),
            ], body: Array(text.utf8))
    }
}
