import Foundation
import GameState
import Storage

@testable import GomokuServer
@testable import Nodes
@testable import Robots
@testable import Rooms
@testable import Web
@testable import WebSockets

extension Property {
    /// An HTTP request as the library delivers it: a path, then lines of the query (`name=value`)
    /// and of headers (`name: value`). The request is answered once, and a JSON response is valid
    /// JSON. No text from the request starts a header or a policy directive.
    static let http = Property("http") { bytes in
        let world = HTTPWorld.shared
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(16)
            .map { String(decoding: $0, as: UTF8.self) }
        let path = "/" + lines.removeFirst().drop { $0 == "/" }
        var query: [(name: String, value: String)] = []
        var headers: [(name: String, value: String)] = []
        for line in lines {
            if let colon = line.range(of: ": ") {
                headers.append((line[..<colon.lowerBound].lowercased(), String(line[colon.upperBound...])))
            } else {
                let pair = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                query.append((pair[0], pair.count > 1 ? pair[1] : ""))
            }
        }
        let request = HTTPRequest(
            method: path.utf8.count % 8 == 7 ? .head : .get, path: path, query: query, body: [],
            remoteAddress: "192.0.2.7", headers: RequestHeaders(headers))
        var answers: [HTTPResponse] = []
        world.router.answer(request) { answers.append($0) }
        // A report waits for a search and a picture for a thread. Neither ever answers here.
        let waits = ["/report", ".png", ".svg"].contains { path.hasSuffix($0) }
        try ensure(answers.count == 1 || waits && answers.isEmpty, "\(path): \(answers.count) answers")
        for answer in answers { try ensureSound(answer) }
    }

    private static func ensureSound(_ answer: HTTPResponse) throws {
        try ensure([200, 304, 400, 404, 405, 429, 500, 503].contains(answer.status), "status \(answer.status)")
        let head = String(decoding: answer.head(keepsAlive: true, isSecure: false), as: UTF8.self)
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
        // The status, the headers, the length, and two line ends.
        try ensure(
            lines.count == answer.headers.count + (answer.hasBody ? 4 : 3), "a header more: \(head.debugDescription)")
        try ensure(head.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\r" || $0 == "\n" }, "\(head)")
        let policies = answer.headers.filter { $0.0 == "content-security-policy" }
        try ensure(
            policies.allSatisfy { $0.1.hasPrefix("default-src 'none'") || $0.1.hasPrefix("sandbox") }, "\(policies)")
        let directives = policies.first.map { $0.1.split(separator: ";").count } ?? 0
        try ensure([0, 2, 3, 4, 9, 13, 16].contains(directives), "\(directives) directives: \(policies)")
        // Only the tags of the link preview come from the request, and each is a single element.
        let text = String(decoding: answer.body, as: UTF8.self)
        if answer.headers.contains(where: { $0.1.hasPrefix("text/html") }), text.hasPrefix("<title>") {
            let count = text.split(separator: "<", omittingEmptySubsequences: false).count
            try ensure([4, 13].contains(count), "\(count) elements: \(text)")
        }
        if answer.headers.contains(where: { $0.1 == "application/json" }) {
            try ensure((try? JSONParser.parse(answer.body)) != nil, String(decoding: answer.body, as: UTF8.self))
        }
    }
}

/// The HTTP side of a server without sockets, with a room of each kind and a finished game.
private final class HTTPWorld {
    // Only one thread uses it, that of the fuzzer or of the test.
    nonisolated(unsafe) static let shared = HTTPWorld()

    private final class NoTimer: OneShotTimer {
        func schedule(afterMilliseconds delay: Int) {}
        func cancel() {}
    }

    let router: HTTPRouter

    private init() {
        let store = MemoryStore()
        let rooms = RoomDirectory()
        let services = RoomServices(
            store: store, limits: Limits(), now: { 1_000 }, timer: { _ in NoTimer() }, rooms: rooms)
        for (name, kind) in [("tea", RoomKind.gomoku), ("list", .open)] { Self.fill(name, kind, store) }
        let registry = RoomRegistry(services: services, quota: RoomQuota(perIdentity: 10, perAddress: 10)) { "k" }
        let questions = NodeQuestions(SingleNode(), .single, counts: SharedCounts(.single)) { _ in NoTimer() }
        router = HTTPRouter(
            registry: registry, listed: ListedRooms(now: { 1_000 }),
            room: RoomRoute(
                registry: registry,
                reports: ReportService(services: services, workers: RobotWorkers(count: 0), steps: Mailbox()),
                puzzles: GamePuzzleService(services: services, workers: RobotWorkers(count: 0), results: Mailbox()),
                questions: questions, pictures: PictureService(made: Mailbox()),
                studyFiles: StudyFiles(made: Mailbox())),
            converter: FileConverter(made: Mailbox()),
            puzzles: PuzzleService(PuzzleShelf(directory: nil), now: { 1_000 }, made: Mailbox()), files: Self.files(),
            brotli: BrotliForms(made: Mailbox()),
            questions: questions, gadgets: nil,
            health: { .ok }, gate: Gate(),
            isClosed: { _ in false })
    }

    /// Returns files with a page, so that there is a content security policy that a request could
    /// break out of.
    private static func files() -> StaticFiles {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("page-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["index.html", "gadget-frame.html", "not-found.html", "a.xml"] {
            try? Data("<title>Page</title>\n<p>".utf8).write(to: folder.appendingPathComponent(name))
        }
        var files = StaticFiles()
        for prefix in ["", "/gadgets"] { try? files.add(directory: folder.path, prefix: prefix) }
        return files
    }

    private static func fill(_ name: String, _ kind: RoomKind, _ store: MemoryStore) {
        let (person, name) = (person("p-a"), RoomName(name).unsafelyKnown)
        var room = Room(name: name, kind: kind, epoch: "k-\(name)", host: person)
        let header = RoomHeader(name: name, kind: kind, epoch: room.epoch, host: person, created: 1)
        func put(_ members: [(String, String)]) {
            let request = DeltaRequest(
                room: name, id: "\(room.rev)", delta: Delta(changes: members.map { .init($0.0, .string($0.1)) }))
            guard case .accepted(let accepted) = room.judge(request, by: person, now: 1) else { return }
            store.append(Append(room: header, scope: .shared, delta: accepted)) { _ in }
        }
        put([("game", "1"), ("x", "p-a"), ("o", "p-a"), ("listed", "yes")])
        for move in 1...9 { put([("move", "\(move)"), ("col\(move)", "\(move)"), ("row\(move)", "\(move % 2 * 7)")]) }
        put([("result", "x"), ("reason", "resign")])
    }
}
