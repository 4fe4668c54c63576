import Wire
import GameState
import WebSockets

/// Answers HTTP: the page, the JSON API, health and metrics.
final class HTTPRouter {
    private let registry: RoomRegistry
    private let listed: ListedRooms
    /// Who reports on finished games.
    private let reports: ReportService
    private let files: StaticFiles
    private let brotli: BrotliForms
    private let home: HomeRoute
    /// The operator's gadgets, if there are any.
    private let gadgets: GadgetFolder?
    private let health: () -> Health
    private let gate: Gate
    private let moderation: Moderation
    private let extraMetrics: () -> [Metrics.Family]
    private let histograms: () -> [(name: String, help: String, values: Histogram)]

    init(
        registry: RoomRegistry, listed: ListedRooms, reports: ReportService, files: StaticFiles, brotli: BrotliForms,
        gadgets: GadgetFolder?, health: @escaping () -> Health, gate: Gate, moderation: Moderation,
        metrics: @escaping () -> [Metrics.Family] = { [] },
        histograms: @escaping () -> [(name: String, help: String, values: Histogram)] = { [] }
    ) {
        self.registry = registry
        self.listed = listed
        self.reports = reports
        self.files = files
        self.brotli = brotli
        home = HomeRoute(services: registry.services)
        self.gadgets = gadgets
        self.health = health
        self.gate = gate
        self.moderation = moderation
        extraMetrics = metrics
        self.histograms = histograms
    }

    /// Calls `done` once, now or later.
    func answer(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        guard request.method == .get || request.method == .head else {
            return done(.failure(.onlyReading))
        }
        switch request.path {
        case "/healthz": done(healthAnswer())
        case "/readyz": done(readyAnswer())
        case "/metrics": done(metricsAnswer())
        case "/api/rooms", "/api/rooms/": list(request, done)
        case "/api/home": home.answer(done)
        case "/api/leaders": PeopleRoutes(services: registry.services).leaders(request, done)
        case "/api/gadgets": listGadgets(done)
        default:
            if let rest = request.path.without(prefix: "/api/rooms/") { return room(rest, request, done) }
            if let rest = request.path.without(prefix: "/api/people/") {
                return PeopleRoutes(services: registry.services).people(rest, request, done)
            }
            if let rest = request.path.without(prefix: "/api/games/") {
                return PeopleRoutes(services: registry.services).game(rest, done)
            }
            if request.path.hasPrefix("/api/") {
                return done(.failure(.nothingHere(.api)))
            }
            if let path = request.path.without(prefix: "/gadgets/"), let gadgets {
                let isAsked = gadgets.file(path) { [files] in
                    done(FileAnswer(to: request, $0 ?? files[request.path], brotli: nil).response)
                }
                if isAsked { return }
                return done(.failure(.gadgetsBusy))
            }
            done(FileAnswer(to: request, files[request.path], brotli: brotli).response)
        }
    }

    /// Everything that may be a gadget: the operator's files, and those that come with the page.
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
        registry.services.store.rooms(before: before, limit: limit, listedOnly: true) { [listed, moderation] result in
            switch result {
            case .failure(let failure):
                done(.failure(.unreadable(.rooms, why: failure.description)))
            case .success(let stored):
                let stored = stored.filter { !moderation.isClosed($0.name) }
                done(.json(RoomList(stored: stored, rooms: before == nil ? listed : nil, limit: limit).json))
            }
        }
    }

    private func room(_ rest: String, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let plain = RoomName(parts[0]) else {
            return done(.failure(.nothingHere(.badRoomName)))
        }
        guard !moderation.isClosed(plain) else { return done(.failure(.noRoom(plain))) }
        let name = plain.opened(by: Self.secret(request))
        registry.look(name) { [registry] result in
            switch result {
            case .failure: done(.failure(.unreadable(.room)))
            case .success(nil): done(.failure(.noRoom(name)))
            case .success(.some(let live)):
                switch parts.dropFirst() {
                case []:
                    live.durableSnapshot { snapshot in
                        guard let snapshot else {
                            return done(.failure(.unreadable(.room)))
                        }
                        done(.json(Notice.snapshot(snapshot).json))
                    }
                case ["history"]:
                    let from = request.query("from").flatMap { Int($0) } ?? 1
                    let to = request.query("to").flatMap { Int($0) }
                    HistoryReader(services: registry.services).page(of: live, from: from, to: to, id: nil) { result in
                        switch result {
                        case .success(let page): done(.json(Notice.history(page).json))
                        case .failure: done(.failure(.unreadable(.history)))
                        }
                    }
                case let rest where rest.count == 2 && rest.first == "games": self.record(parts[2], live, done)
                case let rest where rest.count == 3 && rest.first == "games" && rest.last == "report":
                    self.report(parts[2], live, request, done)
                default: done(.failure(.nothingHere(.room(name))))
                }
            }
        }
    }

    /// Of a room that was made for a friend: `Authorization: Bearer …`.
    private static func secret(_ request: HTTPRequest) -> RoomSecret? {
        request.header("authorization")?.without(prefix: "Bearer ").flatMap { RoomSecret($0) }
    }

    private func report(
        _ text: String, _ live: LiveRoom, _ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void
    ) {
        guard let number = Int(text), number > 0 else {
            return done(.failure(.nothingHere(.reports)))
        }
        let group = AddressGroup(request.remoteAddress).text
        reports.ask(live, game: number, for: group) { result in
            switch result {
            case .success(let json): done(.json(json))
            case .failure(let refusal): done(.failure(.report(refusal)))
            }
        }
    }

    /// `1.sgf` or `1.psq`.
    private func record(_ file: String, _ live: LiveRoom, _ done: @escaping (HTTPResponse) -> Void) {
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), number > 0, ["sgf", "psq"].contains(parts[1]) else {
            return done(.failure(.nothingHere(.records)))
        }
        RecordReader(services: registry.services).record(of: live, game: number) { result in
            switch result {
            case .failure: done(.failure(.unreadable(.record)))
            case .success(nil): done(.failure(.noGameOfRoom(number)))
            case .success(.some(let record)):
                done(.record(record, form: String(parts[1]), called: "\(live.name)-\(number)"))
            }
        }
    }

    // MARK: for operators

    private func healthAnswer() -> HTTPResponse {
        switch health() {
        case .ok: stateAnswer("ok", isGood: true, nil)
        case .failing(let why): stateAnswer("failing", isGood: false, why)
        }
    }

    /// Whether those who come now are let in: for whoever sends people here, such as a load balancer.
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
        writer.string(Server.name)
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

    static func json(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPRouter.safety + jsonHeaders + [
                ("content-security-policy", "default-src 'none'; frame-ancestors 'none'")
            ], body: body)
    }

    /// An error as clients of the API get it.
    static func failure(_ refusal: HTTPRefusal) -> HTTPResponse {
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
    /// The first value of a query parameter.
    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }
}

extension String {
    func without(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
