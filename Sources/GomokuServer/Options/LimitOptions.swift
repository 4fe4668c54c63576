import ArgumentParser
import GameState
import Web
import WebSockets

/// Options for the limits that an operator may want to change. The defaults are those of
/// ``Limits``.
struct LimitOptions: ParsableArguments {
    private static let defaults = Limits()
    /// The default number of connections per address, except from this machine.
    static let usualConnectionsPerAddress = 256

    @Option(help: "Bytes of one message; a longer one closes the connection (1009).")
    var messageBytes = Self.defaults.messageBytes

    @Option(help: "Bytes of one key.")
    var keyBytes = Self.defaults.keyBytes

    @Option(help: "Bytes of one value, as JSON.")
    var valueBytes = Self.defaults.valueBytes

    @Option(help: "Keys in one delta.")
    var keysPerDelta = Self.defaults.keysPerDelta

    @Option(help: "Keys in one room's state.")
    var keysPerRoom = Self.defaults.keysPerRoom

    @Option(help: "Bytes of one room's state.")
    var stateBytes = Self.defaults.stateBytes

    @Option(help: "Newest deltas that a room keeps in memory, for those who come back.")
    var historyPerRoom = Self.defaults.historyPerRoom

    @Option(help: "Rooms one connection may be in.")
    var roomsPerConnection = Self.defaults.roomsPerConnection

    @Option(help: "Rooms in memory at a time.")
    var rooms = Self.defaults.rooms

    @Option(
        help: ArgumentHelp(
            "Memory that the server may have, in MiB; 0 for all there is. Without it three quarters of the machine's, or of what its control group allows. From 90% on no new rooms are made; at 100% only games can be changed.",
            valueName: "MiB"))
    var memory: Int?

    @Option(
        help: ArgumentHelp(
            "What the files in --data may have in all, in MiB; 0 for all there is. Without it what they have, and three quarters of what is free when the server starts. From 90% on no new rooms are made; at 100% only games can be changed.",
            valueName: "MiB"))
    var disk: Int?

    @Option(
        help: ArgumentHelp(
            "Address or network (CIDR) of a reverse proxy whose X-Forwarded-For or Forwarded is believed. May be repeated.",
            valueName: "address"))
    var trustedProxy: [AddressRange] = []

    @Flag(help: "Trusted proxies begin each connection with a PROXY header, version 1 or 2 (haproxy, nginx's stream).")
    var proxyProtocol = false

    @Option(help: "Rooms in memory that one participant may have made.")
    var roomsPerIdentity = 256

    @Option(
        help:
            "Rooms in memory that one address may have had made, an IPv6 network of 64 bits being one. Without --connections-per-address there is no such limit for this machine itself."
    )
    var roomsPerAddress = 1_024

    @Option(
        help: ArgumentHelp(
            "What one address may have stored (deltas, chat) at once, and again in each hour, in MiB; 0 for no limit.",
            valueName: "MiB"))
    var storedPerAddress = Self.defaults.storedPerAddress >> 20

    @Option(help: "Seconds after which others may start a game where somebody who waited alone has gone.")
    var waitingGraceSeconds = Self.defaults.waitingGraceSeconds

    @Option(help: "Seconds after which others may start a game where both players of an unrated one have gone.")
    var playingGraceSeconds = Self.defaults.playingGraceSeconds

    @Option(
        help:
            "Bytes that may wait to be sent to one connection; a client that falls further behind gets a snapshot instead."
    )
    var outboxBytes = 1_048_576

    @Option(help: "Connections in all.")
    var connections = 50_000

    @Option(
        help: "Connections from one address. Without it 256, and no limit for this machine itself (a proxy, tests).")
    var connectionsPerAddress: Int?

    @Option(
        help:
            "Messages a second that are read from one connection in the long run; 0 for no limit. A faster sender is read more slowly."
    )
    var messagesPerSecond = Self.defaults.messagesPerSecond

    @Option(
        help:
            "Bytes a second that are read of what one address sends, in the long run; 0 for no limit. What comes faster is read more slowly. Of this machine itself, without --connections-per-address, each connection has as many."
    )
    var bytesPerSecond = Self.defaults.bytesPerSecond

    @Option(
        help: ArgumentHelp(
            "Origin of pages that may connect besides this server's own, such as https://club.example; * for all. May be repeated.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    func validate() throws {
        let positive = [
            ("message-bytes", messageBytes), ("key-bytes", keyBytes), ("value-bytes", valueBytes),
            ("keys-per-delta", keysPerDelta), ("keys-per-room", keysPerRoom), ("state-bytes", stateBytes),
            ("history-per-room", historyPerRoom), ("rooms-per-connection", roomsPerConnection), ("rooms", rooms),
            ("rooms-per-identity", roomsPerIdentity), ("rooms-per-address", roomsPerAddress),
            ("waiting-grace-seconds", waitingGraceSeconds), ("playing-grace-seconds", playingGraceSeconds),
            ("outbox-bytes", outboxBytes), ("connections", connections),
            ("connections-per-address", connectionsPerAddress ?? 1),
        ]
        for (name, value) in positive where value < 1 { throw ValidationError("--\(name) must be 1 or more.") }
        guard memory ?? 0 >= 0, disk ?? 0 >= 0, storedPerAddress >= 0 else {
            throw ValidationError("--memory, --disk and --stored-per-address must be 0 or more.")
        }
        guard messagesPerSecond >= 0 else { throw ValidationError("--messages-per-second must be 0 or more.") }
        guard bytesPerSecond >= 0 else { throw ValidationError("--bytes-per-second must be 0 or more.") }
        for origin in allowOrigin where !OriginCheck.isOrigin(origin) {
            throw ValidationError(
                "\"\(origin)\" is no origin: --allow-origin takes a scheme and a host, such as https://club.example, or *."
            )
        }
    }

    var limits: Limits {
        var limits = Limits()
        limits.messageBytes = messageBytes
        limits.keyBytes = keyBytes
        limits.valueBytes = valueBytes
        limits.keysPerDelta = keysPerDelta
        limits.keysPerRoom = keysPerRoom
        limits.stateBytes = stateBytes
        limits.historyPerRoom = historyPerRoom
        limits.roomsPerConnection = roomsPerConnection
        limits.rooms = rooms
        limits.messagesPerSecond = messagesPerSecond
        limits.bytesPerSecond = bytesPerSecond
        limits.storedPerAddress = storedPerAddress << 20
        limits.waitingGraceSeconds = waitingGraceSeconds
        limits.playingGraceSeconds = playingGraceSeconds
        return limits
    }
}

extension AddressRange: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
