import WebSockets

/// Settings of the server's parts, derived from the options.
extension ServeOptions {
    var serverSettings: ServerSettings {
        var settings = ServerSettings()
        settings.messagesPerSecond = limits.messagesPerSecond
        settings.messageBurst = 4 * max(1, limits.messagesPerSecond)
        settings.origins = limits.allowOrigin
        settings.countsLoopback = limits.connectionsPerAddress != nil
        return settings
    }

    /// The directory for data that outlives the server; nil if there is none.
    var directory: String? { durability == .memory ? nil : data }

    /// The budgets of memory and of disk, in bytes; 0 for no limit.
    var memoryBudget: Int { limits.memory.map { $0 << 20 } ?? MachineResources.memoryShare() }
    var diskBudget: Int { limits.disk.map { $0 << 20 } ?? directory.map(MachineResources.diskShare) ?? 0 }

    /// The fraction of the memory that unread HTTP answers may take: one eighth.
    private static let unreadAnswersPart = 8

    /// The effective values of unset options whose defaults depend on the machine or on other
    /// options, by name.
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
