import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Answers `/embed/…`: a finished game, the current game of a listed room, or a puzzle, as a small
/// page for frames of other sites.
struct EmbedRoute {
    /// The path below which the pages are, and the files that they use.
    static let prefix = "/embed/"
    /// The files of the pages. Their scripts read the address.
    private static let gamePage = "/embed.html"
    private static let puzzlePage = "/embed-puzzle.html"

    let services: RoomServices
    let room: RoomRoute
    let puzzles: PuzzleService
    let files: StaticFiles
    let brotli: BrotliForms
    let isClosed: (RoomName) -> Bool

    /// Answers a request for `/embed/games/{id}`, `/embed/rooms/{room}`, `/embed/puzzles/daily` or
    /// `/embed/puzzles/{id}`. Returns false for other paths.
    func answer(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) -> Bool {
        if let text = request.path.without(prefix: "/embed/games/") {
            guard let id = GameID(text) else { return tell(request, Self.gamePage, isThere: false, done) }
            services.store.game(id) { result in
                guard case .success(let game) = result else { return done(.failure(.unreadable(.record))) }
                _ = tell(request, Self.gamePage, isThere: game != nil, done)
            }
            return true
        }
        if let text = request.path.without(prefix: "/embed/puzzles/") {
            guard text == "daily" || PuzzleID.isID(text) else {
                return tell(request, Self.puzzlePage, isThere: false, done)
            }
            puzzles.answer("/\(text)", request) { response in
                // A server that is busy may still have the puzzle. The page asks again.
                _ = tell(request, Self.puzzlePage, isThere: ![400, 404].contains(response.status), done)
            }
            return true
        }
        guard let text = request.path.without(prefix: "/embed/rooms/") else { return false }
        guard let name = RoomName(text), !name.isReserved, !isClosed(name) else {
            return tell(request, Self.gamePage, isThere: false, done)
        }
        let inquiry = RoomInquiry(
            room: name, parts: ["games", "current"], from: nil, to: nil, group: AddressGroup(request.remoteAddress).text
        )
        room.answer(inquiry) { response in
            let game = response.status == 200 ? try? JSONParser.parse(response.body) : nil
            _ = tell(request, Self.gamePage, isThere: game?["listed"] == .bool(true), done)
        }
        return true
    }

    private func tell(
        _ request: HTTPRequest, _ path: String, isThere: Bool, _ done: (HTTPResponse) -> Void
    ) -> Bool {
        let page = isThere ? files[path] : nil
        done(FileAnswer(to: request, page, missing: files[FileAnswer.missingPage], brotli: brotli).response)
        return true
    }
}
