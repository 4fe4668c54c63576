import ArgumentParser
import Foundation
import GameState
import Web
import WebSockets

/// Options for the limits that an operator may want to change. An option with the name of one of
/// ``Limits`` sets that limit. The other options are read where they apply.
struct LimitOptions: ListedOptions {
    private static let defaults = Limits()
    /// The default number of connections per address, except from this machine.
    static let usualConnectionsPerAddress = 256

    @Option(help: "Maximum size of a message in bytes; a longer one closes the connection (1009).")
    var messageBytes = Self.defaults.messageBytes

    @Option(help: "Maximum size of a key in bytes.")
    var keyBytes = Self.defaults.keyBytes

    @Option(help: "Maximum size of a value in bytes, as JSON.")
    var valueBytes = Self.defaults.valueBytes

    @Option(help: "Maximum number of keys in a delta.")
    var keysPerDelta = Self.defaults.keysPerDelta

    @Option(help: "Maximum number of keys in a room's state.")
    var keysPerRoom = Self.defaults.keysPerRoom

    @Option(help: "Maximum size of a room's state in bytes.")
    var stateBytes = Self.defaults.stateBytes

    @Option(help: "Newest deltas kept in memory per room, so that clients can reconnect without a snapshot.")
    var historyPerRoom = Self.defaults.historyPerRoom

    @Option(help: "Maximum number of rooms per connection.")
    var roomsPerConnection = Self.defaults.roomsPerConnection

    @Option(help: "Maximum number of rooms in memory.")
    var rooms = Self.defaults.rooms

    @Option(
        help: ArgumentHelp(
            "Memory limit in MiB; 0 for none. Default: 75% of the machine or control group. From 90% on, no new rooms; at 100%, only games continue.",
            valueName: "MiB"))
    var memory: Int?

    @Option(
        help: ArgumentHelp(
            "Limit for all files in --data in MiB; 0 for none. Default: their size plus 75% of the free space when the server starts. From 90% on, no new rooms; at 100%, only games continue.",
            valueName: "MiB"))
    var disk: Int?

    @Option(
        help: ArgumentHelp(
            "Address or network (CIDR) of a reverse proxy whose X-Forwarded-For or Forwarded header the server trusts. May be repeated.",
            valueName: "address"))
    var trustedProxy: [AddressRange] = []

    @Flag(help: "Trusted proxies begin each connection with a PROXY header, version 1 or 2 (HAProxy, nginx stream).")
    var proxyProtocol = false

    @Option(help: "Maximum number of rooms in memory created by one participant.")
    var roomsPerIdentity = 256

    @Option(
        help:
            "Maximum number of rooms in memory created from one address (an IPv6 /64 counts as one). This machine itself has no such limit unless --connections-per-address is set."
    )
    var roomsPerAddress = 1_024

    @Option(
        help: ArgumentHelp(
            "MiB of deltas and chat that one address may store at once, and per hour; 0 for no limit.",
            valueName: "MiB"))
    var storedPerAddress = Self.defaults.storedPerAddress >> 20

    @Option(help: "Seconds until other participants may start a game after a lone waiting player has left.")
    var waitingGraceSeconds = Self.defaults.waitingGraceSeconds

    @Option(help: "Seconds until other participants may start a game after both players of an unrated one have left.")
    var playingGraceSeconds = Self.defaults.playingGraceSeconds

    @Option(
        help:
            "Maximum number of bytes queued for a connection; a client that falls further behind gets a snapshot instead."
    )
    var outboxBytes = 1_048_576

    @Option(help: "Maximum number of connections.")
    var connections = 50_000

    @Option(
        help:
            "Maximum number of connections per address. Default: \(Self.usualConnectionsPerAddress), and no limit for this machine itself (a proxy, tests)."
    )
    var connectionsPerAddress: Int?

    @Option(
        help:
            "Messages per second read from one connection, on average; 0 for no limit. Faster senders are read more slowly."
    )
    var messagesPerSecond = Self.defaults.messagesPerSecond

    @Option(
        help:
            "Bytes per second read from one address, on average; 0 for no limit. Faster senders are read more slowly. For this machine itself, the limit applies to each connection unless --connections-per-address is set."
    )
    var bytesPerSecond = Self.defaults.bytesPerSecond

    @Option(
        help: ArgumentHelp(
            "Origin of pages that may connect, besides the server's own, such as https://club.example; * for all. May be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    /// The properties that may be 0. Each other number must be 1 or more.
    private static let mayBeZero: Set = ["memory", "disk", "storedPerAddress", "messagesPerSecond", "bytesPerSecond"]

    /// The numbers of all options that have one, by property.
    private var numbers: [String: Int] {
        OptionProperties.values(of: self).reduce(into: [:]) { $0[$1.name] = $1.value.integer }
    }

    func validate() throws {
        guard memory ?? 0 >= 0, disk ?? 0 >= 0, storedPerAddress >= 0 else {
            throw ValidationError("--memory, --disk and --stored-per-address must be 0 or more.")
        }
        for (property, number) in numbers.sorted(by: { $0.key < $1.key }) {
            let smallest = Self.mayBeZero.contains(property) ? 0 : 1
            guard number >= smallest else {
                throw ValidationError("--\(OptionCatalogue.name(property)) must be \(smallest) or more.")
            }
        }
        for origin in allowOrigin where !OriginCheck.isAllowlistEntry(origin) {
            throw ValidationError(
                "\"\(origin)\" is not an origin. Give --allow-origin a scheme and a host, such as https://club.example, or *."
            )
        }
    }

    /// The limits that the options set: each option sets the limit of the same name, if there is
    /// one. Limits without an option have their defaults.
    var limits: Limits {
        do {
            let defaults = try JSONDecoder().decode([String: Int].self, from: JSONEncoder().encode(Limits()))
            let numbers = defaults.merging(numbers) { $1 }
            var limits = try JSONDecoder().decode(Limits.self, from: JSONEncoder().encode(numbers))
            // The option counts MiB.
            limits.storedPerAddress <<= 20
            return limits
        } catch {
            preconditionFailure("every limit is a whole number: \(error)")
        }
    }
}

extension AddressRange: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
