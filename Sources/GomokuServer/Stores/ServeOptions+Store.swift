import Foundation
import GameState
import GomokuRedisStore
import GomokuStore
import Logging
import Redis
import Storage
import WebSockets
import Wire

extension ServeOptions {
    /// The opener of the store; nil if rooms are kept in memory only.
    var storeOpener: (any StoreOpener)? {
        guard durability != .memory else { return nil }
        if let address {
            return RedisStoreOpener(
                address: address, durability: durability == .full ? .full : .os, replicas: replicas,
                limits: limits.limits,
                served: ServedStore(directory: stateDirectory, environment: ProcessInfo.processInfo.environment),
                acceptsNew: newStore)
        }
        guard let data else { return nil }
        return EmbeddedStoreOpener(
            directory: data, durability: durability == .full ? .full : .os, limits: limits.limits,
            filing: JournalOptions(bytes: fileEvery, memory: memoryBudget, disk: diskBudget))
    }

    /// The address of the Redis, if there is one. ``validate()`` has made sure that it parses.
    private var address: RedisAddress? { try? redisAddress() }

    func redisAddress() throws(StoreAddressFault) -> RedisAddress? {
        guard let store else { return nil }
        return try RedisAddress(
            option: store, passwordFile: storePasswordFile, environment: ProcessInfo.processInfo.environment)
    }

    /// Opens the store, and logs its state. Returns nil if rooms are kept in memory only.
    func openStore(
        on loop: EventLoop, log: Logger, gaveUp: @escaping (any ExitStatusError) -> Void
    ) throws(DaemonFailure) -> (any PersistentStore)? {
        guard let opener = storeOpener else {
            log.info("rooms are in memory only; to store them, give a directory with --data or a Redis with --store")
            return nil
        }
        var health = StoreHealth.ok
        let listener = StoreListener(
            healthMayHaveChanged: { store in
                guard store.health != health else { return }
                health = store.health
                switch health {
                case .ok: log.notice("deltas can be stored again")
                case .failing(_, let why): log.error("nothing can be stored: \(why)")
                }
            }, gaveUp: gaveUp, warn: { log.warning("\($0)") })
        let store = try opener.open(on: loop, telling: listener)
        if let damage = store.damage { log.error("\(damage)") }
        log.info("rooms are stored in \(opener.place)", metadata: ["durability": "\(durability.rawValue)"])
        return store
    }
}
