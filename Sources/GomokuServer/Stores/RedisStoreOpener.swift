import Cryptography
import Foundation
import GameState
import GomokuRedisStore
import Redis
import Rooms
import Storage
import WebSockets

/// Opens a store in Redis.
struct RedisStoreOpener: StoreOpener {
    let address: RedisAddress
    let durability: RedisStoreOpening.Durability
    let replicas: Int
    let limits: Limits
    /// The note of the store that was served before this start.
    let served: ServedStore
    /// Whether an empty Redis is accepted although rooms were served from it before.
    let acceptsNew: Bool

    /// The time to wait at startup for a Redis that does not answer, in milliseconds.
    private static let waitMilliseconds = 30_000
    private static let retryMilliseconds = 500

    var place: String { "\(address)" }

    func open(on loop: EventLoop, telling listener: StoreListener) throws(DaemonFailure) -> any PersistentStore {
        do {
            let opening = try connect(reportingTo: listener)
            if let problem = served.note(opening.id) { listener.warn(problem) }
            for doubt in opening.doubts { listener.warn(doubt) }
            if let late = opening.clockLag { ServerClock.begin(late) }
            let opened = Opened()
            let store = try RedisStore(
                opening, on: loop, limits: limits, builder: RoomBuilderThread(on: loop), now: ServerClock.now,
                looked: { opened.store.map(listener.healthMayHaveChanged) }, noticed: listener.warn,
                timed: { ServerClock.follow($0) }, gaveUp: { listener.gaveUp($0) })
            opened.store = store
            return store
        } catch {
            throw .store(error)
        }
    }

    func probe() throws(DaemonFailure) -> [String] {
        do {
            return try RedisStoreOpening.probe(
                address, durability: durability, expects: served.isNoted && !acceptsNew)
        } catch { throw .store(error) }
    }

    /// Opens the store. Waits up to `waitMilliseconds` for a Redis that does not answer, because it
    /// may start after this server at boot. Waits without a limit if the failure is temporary.
    private func connect(reportingTo listener: StoreListener) throws(RedisStoreFailure) -> RedisStoreOpening {
        let end = ContinuousClock.now + .milliseconds(Self.waitMilliseconds)
        var isTold = false
        while true {
            do {
                return try RedisStoreOpening(
                    address, durability: durability, replicas: replicas, process: ServerIdentity(),
                    newID: randomText(length: 16), expects: served.isNoted && !acceptsNew,
                    now: ServerClock.now,
                    goneMilliseconds: Self.goneMilliseconds(ProcessInfo.processInfo.environment))
            } catch {
                guard error.isTemporary || error.isUnreachable && ContinuousClock.now < end else { throw error }
                if !isTold { listener.warn("\(error) Waiting for it.") }
                isTold = true
                usleep(UInt32(Self.retryMilliseconds) * 1_000)
            }
        }
    }
}

extension RedisStoreOpener {
    /// Returns the time after which other servers take the rooms of a silent server, in
    /// milliseconds. `GOMOKU_STORE_GONE` sets it in seconds, from 2 to 3,600.
    static func goneMilliseconds(_ environment: [String: String]) -> Int {
        guard let seconds = environment["GOMOKU_STORE_GONE"].flatMap({ Int($0) }), (2...3_600).contains(seconds) else {
            return RedisNodes.goneMilliseconds
        }
        return seconds * 1_000
    }
}

/// A reference to the store once it is open.
private final class Opened {
    weak var store: RedisStore?
}

extension RedisAddress {
    /// Parses the address in `--store`. User and password come from the environment or a file,
    /// because every user of the machine can read a command line.
    init(option text: String, passwordFile: String?, environment: [String: String]) throws(StoreAddressFault) {
        do { self = try RedisAddress(text) } catch { throw .address(error) }
        guard user == nil, password == nil else { throw .openPassword }
        user = environment["GOMOKU_STORE_USER"].flatMap { $0.isEmpty ? nil : $0 }
        password = environment["GOMOKU_STORE_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        if let passwordFile {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
                throw .unreadable(file: passwordFile)
            }
            password = text.trimmingCharacters(in: .newlines)
        }
        sentinelPassword = environment["GOMOKU_SENTINEL_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        guard user == nil || password != nil else { throw .noPassword }
    }
}

/// A fault in `--store` or one of the settings that belong to it.
enum StoreAddressFault: Error, Equatable, CustomStringConvertible {
    case address(RedisAddress.Fault)
    case openPassword
    case noPassword
    case unreadable(file: String)

    /// A word for scripts and tests, which does not change between versions.
    var code: String {
        switch self {
        case .address: "address"
        case .openPassword: "open-password"
        case .noPassword: "no-password"
        case .unreadable: "unreadable"
        }
    }

    var description: String {
        switch self {
        case .address(let fault): "\(fault)"
        case .openPassword:
            "Every user of this machine can read a password on the command line. Put the password into a file for --store-password-file, or into GOMOKU_STORE_PASSWORD, and the user into GOMOKU_STORE_USER."
        case .noPassword:
            "GOMOKU_STORE_USER is set without a password. Put the password into GOMOKU_STORE_PASSWORD, or into a file for --store-password-file."
        case .unreadable(let file):
            "The password file \(file) cannot be read. Give a readable file with --store-password-file."
        }
    }
}
