import GameState
import Nodes
import Rooms
import Storage
import WebSockets
import Wire

/// Answers HTTP requests: the page, the JSON API, health and metrics.
package final class HTTPRouter {
    private let registry: RoomRegistry
    private let listed: ListedRooms
    private let stored: StoredRooms
    private let room: RoomRoute
    private let questions: NodeQuestions
    private let files: StaticFiles
    private let brotli: BrotliForms
    private let home: HomeRoute
    private let page: PageRoute
    private let embed: EmbedRoute
    private let people: PeopleRoutes
    private let pictures: PictureService
    private let converter: FileConverter
    private let puzzles: PuzzleService
    /// The operator's gadgets, if there are any.
    private let gadgets: GadgetFolder?
    private let health: () -> Health
    private let gate: Gate
    private let isClosed: (RoomName) -> Bool
    private let extraMetrics: () -> [MetricFamily]
    private let histograms: () -> [(name: String, help: String, values: Histogram)]

    /// - Parameter isClosed: whether the operator has closed that room.
    package init(
        registry: RoomRegistry, listed: ListedRooms, room: RoomRoute, converter: FileConverter, puzzles: PuzzleService,
        files: StaticFiles, brotli: BrotliForms,
        questions: NodeQuestions, gadgets: GadgetFolder?, health: @escaping () -> Health, gate: Gate,
        isClosed: @escaping (RoomName) -> Bool,
        metrics: @escaping () -> [MetricFamily] = { [] },
        histograms: @escaping () -> [(name: String, help: String, values: Histogram)] = { [] }
    ) {
        self.registry = registry
        self.listed = listed
        stored = StoredRooms(store: registry.services.store, now: registry.services.now)
        self.room = room
        self.converter = converter
        self.puzzles = puzzles
        self.questions = questions
        self.files = files
        self.brotli = brotli
        pictures = room.pictures
        page = PageRoute(registry: registry, room: room, isClosed: isClosed)
        embed = EmbedRoute(
            services: registry.services, room: room, puzzles: puzzles, files: files, brotli: brotli, isClosed: isClosed)
        people = PeopleRoutes(
            services: registry.services, pictures: room.pictures, reports: room.reports, puzzles: room.puzzles)
        home = HomeRoute(services: registry.services, questions: questions)
        self.gadgets = gadgets
        self.health = health
        self.gate = gate
        self.isClosed = isClosed
        extraMetrics = metrics
        self.histograms = histograms
    }

    /// The only address that takes POST.
    private static let convert = "/api/convert"
    private static let puzzles = "/api/puzzles"

    /// Answers `request`. Calls `done` once, now or later.
    package func answer(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        guard request.method == .get || request.method == .head || request.path == Self.convert else {
            return done(.failure(.onlyReading))
        }
        guard request.header("authorization") == nil else {
            return find(request) { response in
                // The address of a room with a secret does not contain the secret, so a shared
                // cache would give the answer to anyone.
                var response = response
                response.headers.removeAll { $0.0 == "cache-control" }
                response.headers.append(("cache-control", "no-store"))
                done(response)
            }
        }
        guard Self.isPublicData(request) else { return find(request, done) }
        find(request) { response in
            var response = response
            response.headers.append(Self.openToAll)
            done(response)
        }
    }

    private func find(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        switch request.path {
        case Self.convert: converter.answer(request, done)
        case "/healthz": done(healthAnswer())
        case "/readyz": done(readyAnswer())
        case "/metrics": done(metricsAnswer())
        case "/api/rooms", "/api/rooms/": list(request, done)
        case "/api/home": home.answer(done)
        case "/api/leaders": people.leaders(request, done)
        case "/api/preview.png":
            pictures.answer(.picture(.example), maxAge: 86_400, for: AddressGroup(request.remoteAddress).text, done)
        case "/api/gadgets": listGadgets(done)
        default:
            if let rest = request.path.without(prefix: "/api/rooms/") { return room(rest, request, done) }
            if let rest = request.path.without(prefix: "/api/people/") {
                return people.people(rest, request, done)
            }
            if let rest = request.path.without(prefix: "/api/games/") {
                return people.game(rest, request, done)
            }
            if let rest = request.path.without(prefix: Self.puzzles), rest.isEmpty || rest.hasPrefix("/") {
                return puzzles.answer(rest, request, done)
            }
            if request.path.hasPrefix("/api/") {
                return done(.failure(.nothingHere(.api)))
            }
            if let path = request.path.without(prefix: "/gadgets/"), let gadgets {
                let isAsked = gadgets.file(path) { [files] in
                    let missing = files[FileAnswer.missingPage]
                    done(FileAnswer(to: request, $0 ?? files[request.path], missing: missing, brotli: nil).response)
                }
                if isAsked { return }
                return done(.failure(.gadgetsBusy))
            }
            if embed.answer(request, done) { return }
            let missing = files[FileAnswer.missingPage]
            if let document = PageDocument(of: request), let file = files[document.path] ?? files[request.path] {
                return page.answer(request, file, brotli: brotli, done)
            }
            let file = files[request.path]
            done(FileAnswer(to: request, file, missing: missing, brotli: brotli).response)
        }
    }

    /// Lists all possible gadgets: the operator's files and those that come with the page.
    private func listGadgets(_ done: @escaping (HTTPResponse) -> Void) {
        let own = files.paths(below: "/gadgets/", endingWith: ".xml")
        let tell = { (others: [String]) in
            var writer = JSONWriter()
            writer.beginObject()
            writer.name("gadgets")
            writer.beginArray()
            for path in own + others.map({ "/gadgets/" + $0 }).filter({ !own.contains($0) }) { writer.string(path) }
            writer.endArray()
            writer.endObject()
            done(.json(writer.bytes))
        }
        if gadgets?.list(tell) != true { tell([]) }
    }

    // MARK: the API

    private func list(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let limit = min(max(request.query("limit").flatMap { Int($0) } ?? 100, 1), ListedRooms.page)
        let before = request.query("before").flatMap { Int($0) }
        let read = { [self] (done: @escaping StoredRooms.Done) in
            guard let before else { return stored.newest(limit, done) }
            registry.services.store.rooms(before: before, limit: limit, listedOnly: true, done)
        }
        read { [self] result in
            switch result {
            case .failure(let failure):
                done(.failure(.unreadable(.rooms, why: failure.description)))
            case .success(let stored):
                let stored = stored.filter { [isClosed] in !isClosed($0.name) }
                guard before == nil else { return done(.json(RoomList(stored: stored, rooms: [], limit: limit).json)) }
                inMemory(limit) { done(.json(RoomList(stored: stored, rooms: $0, limit: limit).json)) }
            }
        }
    }

    /// Calls `done` with the first `limit` listed rooms in memory, on this server and others.
    private func inMemory(_ limit: Int, _ done: @escaping ([ListedRoom]) -> Void) {
        questions.ask(.rooms(limit: limit)) { [listed] answers in
            let here = listed.first(limit).map { ListedRoom($0) }
            done(ListedRoom.first(limit, of: here + answers.flatMap { ListedRoom.read($0) }))
        }
    }

    private func room(_ rest: String, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let plain = RoomName(parts[0]) else {
            return done(.failure(.nothingHere(.badRoomName)))
        }
        guard !isClosed(plain) else { return done(.failure(.noRoom(plain))) }
        room.answer(
            RoomInquiry(
                room: plain.opened(by: Self.secret(request)),
                parts: RoomInquiry.parts(parts.dropFirst(), side: request.query("side")),
                from: request.query(parts.last == "report" ? "after" : "from").flatMap { Int($0) },
                to: request.query("to").flatMap { Int($0) },
                group: AddressGroup(request.remoteAddress).text), done)
    }

    /// Returns the secret of a private room, from `Authorization: Bearer …`.
    private static func secret(_ request: HTTPRequest) -> RoomSecret? {
        request.header("authorization")?.without(prefix: "Bearer ").flatMap { RoomSecret($0) }
    }

    // MARK: for operators

    private func healthAnswer() -> HTTPResponse {
        switch health() {
        case .ok: stateAnswer("ok", isGood: true, nil)
        case .failing(let why): stateAnswer("failing", isGood: false, why)
        }
    }

    /// Answers whether new clients are admitted, for load balancers.
    private func readyAnswer() -> HTTPResponse {
        let readiness = gate.readiness(health())
        let why: String? = if case .failing(let why) = readiness { why } else { nil }
        return stateAnswer(readiness.status, isGood: readiness == .ready, why)
    }

    private func stateAnswer(_ status: String, isGood: Bool, _ why: String?) -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("status")
        writer.string(status)
        if let why {
            writer.name("message")
            writer.string(why)
        }
        writer.name("server")
        writer.string(Product.server)
        writer.endObject()
        return HTTPResponse(
            status: isGood ? 200 : 503, headers: Self.safety + HTTPResponse.jsonHeaders, body: writer.bytes)
    }

    private func metricsAnswer() -> HTTPResponse {
        let text = Metrics(
            counters: registry.services.counters, rooms: registry.rooms.count, more: extraMetrics(),
            histograms: histograms()
        ).text
        return HTTPResponse(
            status: 200, headers: Self.safety + [("content-type", "text/plain; version=0.0.4; charset=utf-8")],
            body: Array(text.utf8))
    }
}

extension HTTPResponse {
    static let jsonHeaders = [("content-type", "application/json"), ("cache-control", "no-store")]

    package static func json(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPRouter.safety + jsonHeaders + [
                ("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
            ], body: body)
    }

    /// Makes the response for an error of the API.
    package static func failure(_ refusal: HTTPRefusal) -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("code")
        writer.string(refusal.code)
        writer.name("message")
        writer.string(refusal.description)
        writer.endObject()
        return HTTPResponse(
            status: refusal.status,
            headers: HTTPRouter.safety + jsonHeaders + [
                ("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
            ] + refusal.headers,
            body: writer.bytes)
    }
}

extension HTTPRequest {
    /// Returns the first value of a query parameter.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

extension String {
    package func without(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
