import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Answers `/embed/…`: a finished game, or the current game of a listed room, as a small page for
/// frames of other sites.
struct EmbedRoute {
    /// The path below which the pages are, and the files that they use.
    static let prefix = "/embed/"
    /// The file of every page. Its script reads the address.
    private static let page = "/embed.html"

    let services: RoomServices
    let room: RoomRoute
    let files: StaticFiles
    let brotli: BrotliForms
    let isClosed: (RoomName) -> Bool

    /// Answers a request for `/embed/games/{id}` or `/embed/rooms/{room}`. Returns false for other
    /// paths.
    func answer(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) -> Bool {
        if let text = request.path.without(prefix: "/embed/games/") {
            guard let id = GameID(text) else { return tell(request, isThere: false, done) }
            services.store.game(id) { result in
                guard case .success(let game) = result else { return done(.failure(.unreadable(.record))) }
                _ = tell(request, isThere: game != nil, done)
            }
            return true
        }
        guard let text = request.path.without(prefix: "/embed/rooms/") else { return false }
        guard let name = RoomName(text), !name.isReserved, !isClosed(name) else {
            return tell(request, isThere: false, done)
        }
        let inquiry = RoomInquiry(
            room: name, parts: ["games", "current"], from: nil, to: nil, group: AddressGroup(request.remoteAddress).text
        )
        room.answer(inquiry) { response in
            let game = response.status == 200 ? try? JSONParser.parse(response.body) : nil
            _ = tell(request, isThere: game?["listed"] == .bool(true), done)
        }
        return true
    }

    private func tell(_ request: HTTPRequest, isThere: Bool, _ done: (HTTPResponse) -> Void) -> Bool {
        let page = isThere ? files[Self.page] : nil
        done(FileAnswer(to: request, page, missing: files[FileAnswer.missingPage], brotli: brotli).response)
        return true
    }
}
