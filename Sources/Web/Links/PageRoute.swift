import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Answers requests for a document of the page (`/`), with a link preview that fits the address.
///
/// The preview of a listed room or of a finished game in a listed room shows the game. All others
/// are the same, so that a preview reveals nothing about other rooms, not even whether they exist.
final class PageRoute {
    /// The time after which the page is sent with the general preview, in milliseconds. A slow
    /// store must not delay the page.
    static let patience = 300

    private let services: RoomServices
    private let registry: RoomRegistry
    private let room: RoomRoute
    private let isClosed: (RoomName) -> Bool
    private let tagged = TaggedPages()

    init(registry: RoomRegistry, room: RoomRoute, isClosed: @escaping (RoomName) -> Bool) {
        services = registry.services
        self.registry = registry
        self.room = room
        self.isClosed = isClosed
    }

    /// The subject of an address.
    enum Subject: Equatable {
        case preview(LinkPreview)
        /// The address names a finished game that does not exist.
        case missing
    }

    /// Answers `request` with `page`. If the address names a finished game that does not exist, the
    /// status is 404, and the page itself tells the user so.
    func answer(
        _ request: HTTPRequest, _ page: StaticFiles.File, brotli: BrotliForms, _ done: @escaping (HTTPResponse) -> Void
    ) {
        find(request) { [tagged] subject in
            let preview = if case .preview(let found) = subject { found } else { LinkPreview.general }
            guard let address = PublicAddress(request), tagged.admits(address) else {
                return done(
                    FileAnswer(to: request, page, missing: nil, brotli: brotli, isFound: subject != .missing).response)
            }
            let made = tagged.page(page, tags: preview.html(at: address))
            let isGeneral = preview == .general && tagged.mayHaveBrotli(made)
            done(
                FileAnswer(
                    to: request, made, missing: nil, brotli: isGeneral ? brotli : nil, isFound: subject != .missing
                ).response)
        }
    }

    /// Calls `done` once with the subject of the address, after at most ``patience``.
    private func find(_ request: HTTPRequest, _ done: @escaping (Subject) -> Void) {
        guard PageDocument(of: request) == .table else { return done(.preview(.general)) }
        if let id = request.query("record") { return record(id, done) }
        guard let text = request.query("room"), !text.isEmpty else { return done(.preview(.general)) }
        // The page itself tells the user that a name is invalid.
        guard let name = RoomName(text), !name.isReserved else { return done(.preview(.general)) }
        if let live = registry.rooms[name], !live.room.isListed { return done(.preview(.general)) }
        guard !isClosed(name) else { return done(.preview(.general)) }
        let inquiry = RoomInquiry(
            room: name, parts: ["games", "current"], from: nil, to: nil, group: AddressGroup(request.remoteAddress).text
        )
        let once = Once(services, done)
        room.answer(inquiry) { response in
            let game = response.status == 200 ? try? JSONParser.parse(response.body) : nil
            once.done(.preview(game.map { LinkPreview(current: $0) } ?? .general))
        }
    }

    private func record(_ text: String, _ done: @escaping (Subject) -> Void) {
        guard let id = GameID(text) else { return done(.missing) }
        let once = Once(services, done)
        services.store.game(id) { result in
            switch result {
            case .failure: once.done(.preview(.general))
            case .success(nil): once.done(.missing)
            case .success(.some(let game)): once.done(.preview(LinkPreview(game)))
            }
        }
    }

    private typealias Done = (Subject) -> Void

    /// An answer that is given once: a result, or the general preview after ``patience``.
    private final class Once {
        private var asker: Done?
        private var timer: (any OneShotTimer)?

        init(_ services: RoomServices, _ asker: @escaping Done) {
            self.asker = asker
            // The timer keeps this object alive until it fires or the answer is given.
            timer = services.timer { self.done(.preview(.general)) }
            timer?.schedule(afterMilliseconds: PageRoute.patience)
        }

        func done(_ subject: Subject) {
            let asker = asker
            (self.asker, timer) = (nil, nil)
            asker?(subject)
        }
    }
}
