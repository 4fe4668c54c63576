import WebSockets

/// What the options mean for the parts of the server.
extension ServeOptions {
    var serverSettings: ServerSettings {
        var settings = ServerSettings()
        settings.messagesPerSecond = limits.messagesPerSecond
        settings.messageBurst = 4 * max(1, limits.messagesPerSecond)
        settings.origins = limits.allowOrigin
        settings.countsLoopback = limits.connectionsPerAddress != nil
        return settings
    }

    /// Where what outlives the server is kept; nil: nowhere.
    var directory: String? { durability == .memory ? nil : data }

    /// What the server may have of memory, and its directory of the disk, in bytes; 0: as much as there is.
    var memoryBudget: Int { limits.memory.map { $0 << 20 } ?? MachineResources.memoryShare() }
    var diskBudget: Int { limits.disk.map { $0 << 20 } ?? directory.map(MachineResources.diskShare) ?? 0 }

    /// The part of the memory that HTTP answers may take until clients read them.
    private static let unreadAnswersPart = 8

    /// What counts for options that were not set and whose defaults depend on the machine or on other options, by name.
    var derived: [String: String] {
        var derived = [
            "memory": "\(memoryBudget >> 20)", "connections-per-address": "\(LimitOptions.usualConnectionsPerAddress)",
        ]
        if let directory {
            derived["disk"] = "\(diskBudget >> 20)"
            derived["admin-socket"] = Daemon.controlSocket(in: directory)
        }
        return derived
    }

    func listenConfiguration(_ activation: SocketActivation) -> ListenConfiguration {
        var configuration = listening.configuration(activation)
        configuration.webSocketPath = "/ws"
        configuration.subprotocol = "gomoku.v1"
        configuration.maximumMessageBytes = limits.messageBytes
        configuration.outboxBytes = limits.outboxBytes
        if memoryBudget > 0 {
            let part = memoryBudget / Self.unreadAnswersPart
            configuration.unreadAnswerBytes = min(configuration.unreadAnswerBytes, part)
        }
        configuration.maximumConnections = limits.connections
        configuration.maximumConnectionsPerAddress =
            limits.connectionsPerAddress ?? LimitOptions.usualConnectionsPerAddress
        configuration.limitsLoopback = limits.connectionsPerAddress != nil
        configuration.trustedProxies = limits.trustedProxy
        configuration.expectsProxyHeader = limits.proxyProtocol
        return configuration
    }
}
