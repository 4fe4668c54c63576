import GameState

/// All tables by name: made on first use, loaded on demand, let go when idle.
final class RoomRegistry {
    /// How long an idle room stays in memory, milliseconds.
    static let idleMilliseconds = 60_000

    /// Why a room could not be entered.
    enum Failure: Error {
        case full(limit: Int)
        case busy
        case unreadable(String)
        case otherKind(RoomKind)
    }

    let services: RoomServices
    private(set) var tables: [RoomName: LiveRoom] = [:]
    private var loading: [RoomName: [(Result<LiveRoom?, Failure>) -> Void]] = [:]
    private var withNews: [LiveRoom] = []
    private let newEpoch: () -> String
    /// Called when a room leaves memory.
    var forgotten: (RoomName) -> Void = { _ in }

    /// - Parameter newEpoch: a text that no room has had before.
    init(services: RoomServices, newEpoch: @escaping () -> String) {
        self.services = services
        self.newEpoch = newEpoch
        services.presenceChanged = { [unowned self] table in
            if !withNews.contains(where: { $0 === table }) { withNews.append(table) }
        }
        services.broken = { [unowned self] table in tables[table.name] = nil }
    }

    /// Takes in a table that never leaves memory.
    func keep(_ table: LiveRoom) { tables[table.name] = table }

    /// Rooms that are in memory or being loaded.
    var names: Set<RoomName> { Set(tables.keys).union(loading.keys) }

    /// The table called `name`, loaded if it must be; nil when there is no such room.
    func find(_ name: RoomName, _ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        if let table = tables[name] { return done(.success(table)) }
        if let others = loading[name] {
            guard others.count < services.limits.requestsWhileLoading else { return done(.failure(.busy)) }
            loading[name] = others + [done]
            return
        }
        loading[name] = [done]
        services.store.load(name) { [self] result in
            do {
                guard let stored = try result.get() else { return loaded(name, .success(nil)) }
                let table = LiveRoom(
                    try Room(stored, limits: services.limits), created: stored.header.created, chat: stored.chat,
                    services: services)
                nameSeats(of: table) { [self] in
                    tables[name] = table
                    // Stored with a running clock: the server was away, and the time meanwhile is nobody's.
                    table.happened(.resumed(lastAlive: max(services.lastAlive, stored.shared.deltas.last?.at ?? 0)))
                    loaded(name, .success(table))
                }
            } catch {
                loaded(name, .failure(.unreadable("\(error)")))
            }
        }
    }

    /// Looks up who sits at the board, so that they have names while they are not here.
    private func nameSeats(of table: LiveRoom, _ done: @escaping () -> Void) {
        let ids = table.players
        guard !ids.isEmpty else { return done() }
        services.store.participants(ids) { result in
            // Without names the room is as good.
            if case .success(let people) = result { table.remember(people) }
            done()
        }
    }

    private func loaded(_ name: RoomName, _ found: Result<LiveRoom?, Failure>) {
        for done in loading.removeValue(forKey: name) ?? [] {
            // The first of those who wait may have made the room.
            if case .success(nil) = found, let table = tables[name] { done(.success(table)) } else { done(found) }
        }
    }

    /// The table called `name`, made by `host` if there is no such room.
    func open(
        _ name: RoomName, kind: RoomKind, host: ParticipantID, _ done: @escaping (Result<LiveRoom, Failure>) -> Void
    ) {
        find(name) { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(.some(let table)):
                guard table.room.kind == kind else { return done(.failure(.otherKind(table.room.kind))) }
                done(.success(table))
            case .success(nil):
                if tables.count >= services.limits.rooms { sweep(idleFor: 0) }
                guard tables.count < services.limits.rooms else {
                    return done(.failure(.full(limit: services.limits.rooms)))
                }
                let room = Room(name: name, kind: kind, epoch: newEpoch(), host: host, limits: services.limits)
                let table = LiveRoom(room, created: services.now(), services: services)
                tables[name] = table
                done(.success(table))
            }
        }
    }

    /// Tells the coming and going that was saved up for large rooms.
    func tellNews() {
        for table in withNews { table.spreadNews() }
        withNews = []
    }

    /// Whether coming and going waits to be told.
    var hasNews: Bool { !withNews.isEmpty }

    /// Stops every clock, and calls `done` once that is stored.
    func suspendClocks(_ done: @escaping () -> Void) {
        let clocked = tables.values.filter { $0.room.game?.clock?.runningSince != nil }
        var left = clocked.count
        guard left > 0 else { return done() }
        for table in clocked {
            table.happened(.suspended)
            table.whenSettled {
                left -= 1
                if left == 0 { done() }
            }
        }
    }

    /// Lets go of rooms in which nobody was for a while; they come back on demand.
    func sweep(idleFor milliseconds: Int = idleMilliseconds) {
        let before = services.now() - milliseconds
        for (name, table) in tables where table.isIdle && table.touched <= before {
            tables[name] = nil
            forgotten(name)
        }
    }
}
