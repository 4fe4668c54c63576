import GameState
import Storage

/// Rooms by name: made on first use, loaded on demand, let go when idle.
package final class RoomRegistry {
    /// How long an idle room stays in memory, milliseconds.
    static let idleMilliseconds = 60_000

    /// Between two looks for idle rooms, milliseconds, and rooms looked at in one.
    package static let sweepMilliseconds = 250
    package static let slice = 1_000
    /// Rooms in memory that were loaded only to be looked at, and how many may be loaded for that at a time.
    static let passingLimit = 64
    static let passingLoads = 16
    /// The server reserves one of this many rooms for paired players.
    static let reservedPart = 16

    /// Why a room could not be entered.
    package enum Failure: Error {
        case full(limit: Int)
        /// Memory or disk is nearly used up.
        case exhausted
        /// Whoever asks has made as many rooms as one may have.
        case tooManyMade(limit: Int)
        case busy
        case unreadable(String)
        case otherKind(RoomKind)
        /// Another server serves it.
        case elsewhere(NodeID)
    }

    package let services: RoomServices
    /// Those who wait for a room that is being loaded.
    private var loading: [RoomName: [(Result<LiveRoom?, Failure>) -> Void]] = [:]
    private let quota: RoomQuota
    /// Rooms that nobody is in, loaded to be looked at, the oldest first.
    private var passing: [Passing] = []
    private var passingLoads = 0
    private let newEpoch: () -> String

    /// - Parameters:
    ///   - quota: stands among the observers, so that it hears of rooms that go.
    ///   - newEpoch: a text that no room has had before.
    package init(services: RoomServices, quota: RoomQuota, newEpoch: @escaping () -> String) {
        self.services = services
        self.quota = quota
        self.newEpoch = newEpoch
    }

    package var rooms: RoomDirectory { services.rooms }

    /// Rooms that are in memory or being loaded.
    package var names: Set<RoomName> { Set(rooms.names).union(loading.keys) }

    /// The room called `name`, loaded if it must be; nil when there is no such room.
    package func find(_ name: RoomName, _ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        if let live = rooms[name] { return done(.success(live)) }
        if let others = loading[name] {
            guard others.count < services.limits.requestsWhileLoading else { return done(.failure(.busy)) }
            loading[name] = others + [done]
            return
        }
        loading[name] = [done]
        services.place(name) { [self] place in
            switch place {
            case .success(.here(let lastAlive)):
                read(name) { [self] result in
                    if case .success(.some((let live, let newest))) = result {
                        rooms.add(live)
                        // Stored with a running clock: the server was away, and the time meanwhile is nobody's.
                        live.happened(.resumed(lastAlive: max(lastAlive ?? services.lastAlive, newest)))
                    } else if case .failure = result {
                        services.network.release(name)
                    }
                    loaded(name, result.map { $0?.live })
                }
            case .success(.there(let node)): loaded(name, .failure(.elsewhere(node)))
            case .failure(let failure): loaded(name, .failure(.unreadable("\(failure)")))
            }
        }
    }

    /// The room as it is stored, and when its newest delta was.
    private func read(
        _ name: RoomName, _ done: @escaping (Result<(live: LiveRoom, newest: Int)?, Failure>) -> Void
    ) {
        services.store.load(name) { [self] result in
            do {
                guard let stored = try result.get() else { return done(.success(nil)) }
                let live = LiveRoom(
                    try Room(stored, sharing: services.roomLimits), created: stored.header.created,
                    chat: stored.chat,
                    order: stored.order, services: services)
                nameSeats(of: live) { done(.success((live, stored.shared.deltas.last?.at ?? 0))) }
            } catch {
                done(.failure(.unreadable("\(error)")))
            }
        }
    }

    /// The same for somebody who is in no room and makes none: where memory is used up, only what is there already.
    package func look(_ name: RoomName, _ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        guard name != .lobby else { return lookAtLobby(done) }
        guard rooms[name] == nil else { return find(name, done) }
        guard services.budget.level < .full else { return done(.failure(.exhausted)) }
        // A restart has emptied memory: nobody fills it by looking at one room after the other.
        guard passingLoads < Self.passingLoads else { return done(.failure(.busy)) }
        passingLoads += 1
        // Of a room that another server may serve it is seen what is stored, and nothing is changed.
        guard !services.network.isShared else {
            return read(name) { [self] result in
                passingLoads -= 1
                done(result.map { $0?.live })
            }
        }
        find(name) { [self] result in
            passingLoads -= 1
            if case .success(.some(let live)) = result { keepPassing(live) }
            done(result)
        }
    }

    /// The lobby is kept in memory: one of several servers can show it.
    private func lookAtLobby(_ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        services.place(.lobby) { [self] place in
            switch place {
            case .success(.here): done(.success(rooms[.lobby]))
            case .success(.there(let node)): done(.failure(.elsewhere(node)))
            case .failure(let failure): done(.failure(.unreadable("\(failure)")))
            }
        }
    }

    /// Looks up who sits at the board, so that they have names while they are not here.
    private func nameSeats(of live: LiveRoom, _ done: @escaping () -> Void) {
        let ids = live.players
        guard !ids.isEmpty else { return done() }
        services.store.participants(ids) { result in
            // Without names the room is as good.
            if case .success(let people) = result { live.remember(people) }
            done()
        }
    }

    private func loaded(_ name: RoomName, _ found: Result<LiveRoom?, Failure>) {
        for done in loading.removeValue(forKey: name) ?? [] {
            // The first of those who wait may have made the room.
            if case .success(nil) = found, let live = rooms[name] { done(.success(live)) } else { done(found) }
        }
    }

    /// The room called `name`, made by `maker` if there is no such room.
    package func open(
        _ name: RoomName, kind: RoomKind, by maker: RoomMaker, _ done: @escaping (Result<LiveRoom, Failure>) -> Void
    ) {
        find(name) { [self] result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(.some(let live)):
                guard live.room.kind == kind else { return done(.failure(.otherKind(live.room.kind))) }
                done(.success(live))
            case .success(nil):
                var isMade = false
                defer { if !isMade { services.network.release(name) } }
                let limit = limit(for: maker)
                if rooms.count >= limit { sweep(Self.slice, idleFor: 0) }
                guard rooms.count < limit else { return done(.failure(.full(limit: limit))) }
                guard services.budget.level == .free else { return done(.failure(.exhausted)) }
                if let limit = quota.limit(reachedBy: maker) { return done(.failure(.tooManyMade(limit: limit))) }
                let room = Room(
                    name: name, kind: kind, epoch: newEpoch(), host: maker.identity,
                    sharing: services.roomLimits)
                let live = LiveRoom(room, created: services.now(), services: services)
                isMade = true
                rooms.add(live)
                quota.add(name, by: maker)
                done(.success(live))
            }
        }
    }

    /// Returns the number of rooms in memory up to which `maker` may make another room. Some rooms are reserved for paired
    /// players, so that clients who fill the server do not stop the pairing.
    private func limit(for maker: RoomMaker) -> Int {
        let all = services.limits.rooms
        return maker.identity == Room.server ? all : all - all / Self.reservedPart
    }

    /// A room that was made for others to come to: whichever server the first of them comes by serves it.
    func handOn(_ live: LiveRoom) {
        if !services.network.isAlone, live.isIdle { services.close(live) }
    }

    /// Stops every clock, and calls `done` once that is stored.
    package func suspendClocks(_ done: @escaping () -> Void) {
        let clocked = rooms.all.filter { $0.room.game?.clock?.runningSince != nil }
        var left = clocked.count
        guard left > 0 else { return done() }
        for live in clocked {
            live.happened(.suspended)
            live.whenSettled { _ in
                left -= 1
                if left == 0 { done() }
            }
        }
    }

    /// Lets go of rooms in which nobody was for a while, a few at a time; they come back on demand. To be called every
    /// ``sweepMilliseconds``, so that each room is looked at once in half of the time that it may be idle.
    package func sweep() {
        let isTight = services.budget.level > .free
        let turns = Self.idleMilliseconds / 2 / Self.sweepMilliseconds
        sweep(
            isTight ? Self.slice : min(Self.slice, max(16, rooms.count / turns + 1)),
            idleFor: isTight ? 0 : Self.idleMilliseconds)
    }

    /// Looks at `count` rooms.
    package func sweep(_ count: Int, idleFor milliseconds: Int) {
        let before = services.now() - milliseconds
        for live in rooms.next(count) where live.isIdle && live.touched <= before { services.close(live) }
        passing.removeAll { $0.live == nil }
    }

    /// Lets go of the oldest rooms that were loaded only to be looked at.
    private func keepPassing(_ live: LiveRoom) {
        passing.append(Passing(live: live))
        guard passing.count > Self.passingLimit else { return }
        if let oldest = passing.removeFirst().live, oldest.isIdle { services.close(oldest) }
    }

    /// A room that was loaded for somebody who is in no room.
    private struct Passing {
        weak var live: LiveRoom?
    }
}
