import GameState
import Storage

/// The rooms by name: created on first use, loaded on demand, evicted when idle.
package final class RoomRegistry {
    /// The time after which an idle room is evicted, in milliseconds.
    static let idleMilliseconds = 60_000

    /// The interval between sweeps for idle rooms, in milliseconds, and the maximum number of rooms
    /// that one sweep checks.
    package static let sweepMilliseconds = 250
    package static let slice = 1_000
    /// The maximum number of rooms kept for readers who have not joined, and of such rooms being
    /// loaded at a time.
    static let passingLimit = 64
    static let passingLoads = 16
    /// The server reserves one in this many rooms for paired players.
    static let reservedPart = 16

    /// A reason why a room cannot be entered.
    package enum Failure: Error {
        case full(limit: Int)
        /// Memory or disk is nearly used up.
        case exhausted
        /// The client has created as many rooms as allowed.
        case tooManyMade(limit: Int)
        case busy
        case unreadable(String)
        case otherKind(RoomKind)
        /// Another server serves the room.
        case elsewhere(NodeID)
    }

    package let services: RoomServices
    /// Callbacks that wait for a room that is being loaded.
    private var loading: [RoomName: [(Result<LiveRoom?, Failure>) -> Void]] = [:]
    private let quota: RoomQuota
    /// Rooms without clients that were loaded for readers who have not joined, oldest first.
    private var temporarilyLoaded: [Passing] = []
    private var passingLoads = 0
    private let newEpoch: () -> String

    /// - Parameters:
    ///   - quota: also an observer of the room events, so that it learns which rooms are closed.
    ///   - newEpoch: returns an epoch that no room has had before.
    package init(services: RoomServices, quota: RoomQuota, newEpoch: @escaping () -> String) {
        self.services = services
        self.quota = quota
        self.newEpoch = newEpoch
    }

    package var rooms: RoomDirectory { services.rooms }

    /// The names of rooms that are in memory or being loaded.
    package var names: Set<RoomName> { Set(rooms.names).union(loading.keys) }

    /// Finds the room called `name`, and loads it if needed. The result is nil if there is no such
    /// room.
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
                        // The game's clock may have been running when the room was stored. The
                        // downtime since then counts against neither player.
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

    /// Reads the stored room and the time of its newest delta.
    private func read(
        _ name: RoomName, _ done: @escaping (Result<(live: LiveRoom, newest: Int)?, Failure>) -> Void
    ) {
        services.store.load(name, sharing: services.roomLimits) { [self] result in
            switch result {
            case .success(nil): done(.success(nil))
            case .success(.some(let loaded)):
                let live = LiveRoom(
                    loaded.room, created: loaded.created, chat: loaded.chat, order: loaded.order, services: services)
                nameSeats(of: live) { done(.success((live, loaded.newest))) }
            case .failure(let failure): done(.failure(.unreadable("\(failure)")))
            }
        }
    }

    /// Finds a room for a reader who has not joined, without creating it. If memory is used up,
    /// only rooms that are in memory are found.
    package func read(_ name: RoomName, _ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        guard name != .lobby else { return readLobby(done) }
        guard rooms[name] == nil else { return find(name, done) }
        guard services.budget.level < .full else { return done(.failure(.exhausted)) }
        // Memory is empty after a restart. Requests that read one room after the other must not
        // fill it.
        guard passingLoads < Self.passingLoads else { return done(.failure(.busy)) }
        passingLoads += 1
        // Another server may serve the room. So its stored state is only read.
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

    /// Returns the lobby, which is only in the memory of the server that serves it.
    private func readLobby(_ done: @escaping (Result<LiveRoom?, Failure>) -> Void) {
        services.place(.lobby) { [self] place in
            switch place {
            case .success(.here): done(.success(rooms[.lobby]))
            case .success(.there(let node)): done(.failure(.elsewhere(node)))
            case .failure(let failure): done(.failure(.unreadable("\(failure)")))
            }
        }
    }

    /// Loads the names that the room tells while their owners are away.
    private func nameSeats(of live: LiveRoom, _ done: @escaping () -> Void) {
        let ids = live.lasting
        guard !ids.isEmpty else { return done() }
        services.store.participants(ids) { result in
            // If the names cannot be read, the room works without them.
            if case .success(let people) = result { live.remember(people) }
            done()
        }
    }

    private func loaded(_ name: RoomName, _ found: Result<LiveRoom?, Failure>) {
        for done in loading.removeValue(forKey: name) ?? [] {
            // A callback before this one may have created the room.
            if case .success(nil) = found, let live = rooms[name] { done(.success(live)) } else { done(found) }
        }
    }

    /// Finds the room called `name`, or creates it for `maker`.
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

    /// Returns the number of rooms in memory up to which `maker` may create another room. Some
    /// rooms are reserved for paired players, so that clients that fill the server do not stop the
    /// pairing.
    private func limit(for maker: RoomMaker) -> Int {
        let all = services.limits.rooms
        return maker.identity == Room.server ? all : all - all / Self.reservedPart
    }

    /// Releases a room that was created for two players, unless this is the only server. The server
    /// that the first player connects to will serve it.
    func release(_ live: LiveRoom) {
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

    /// Evicts rooms that have been idle for a while, a few at a time. They are loaded again on
    /// demand. If called every ``sweepMilliseconds``, it visits every room within half the idle
    /// time.
    package func sweep() {
        let isTight = services.budget.level > .free
        let turns = Self.idleMilliseconds / 2 / Self.sweepMilliseconds
        sweep(
            isTight ? Self.slice : min(Self.slice, max(16, rooms.count / turns + 1)),
            idleFor: isTight ? 0 : Self.idleMilliseconds)
    }

    /// Checks the next `count` rooms, and evicts those that have been idle for `milliseconds`.
    package func sweep(_ count: Int, idleFor milliseconds: Int) {
        let before = services.now() - milliseconds
        for live in rooms.next(count) where live.isIdle && live.activeAt <= before { services.close(live) }
        temporarilyLoaded.removeAll { $0.live == nil }
    }

    /// Keeps a room that was loaded for a reader who has not joined. Above ``passingLimit``, evicts
    /// the oldest of these rooms.
    private func keepPassing(_ live: LiveRoom) {
        temporarilyLoaded.append(Passing(live: live))
        guard temporarilyLoaded.count > Self.passingLimit else { return }
        if let oldest = temporarilyLoaded.removeFirst().live, oldest.isIdle { services.close(oldest) }
    }

    /// A room that was loaded for a reader who has not joined.
    private struct Passing {
        weak var live: LiveRoom?
    }
}
