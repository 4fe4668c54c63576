/// Settings for connections that the operator can choose.
struct ServerSettings {
    /// The numbers of messages that a connection may send at once and per second. The server reads
    /// faster senders more slowly.
    var messageBurst = 20_000
    var messagesPerSecond = 5_000
    /// The number of chat messages that a connection may send at once.
    var chatBurst = 8
    /// The number of malformed messages after which the connection is closed (1008).
    var abuseBurst = 50
    /// Whether limits by address apply to this machine too. By default they do not, because a proxy
    /// here may speak for many clients.
    var countsLoopback = false
    /// Origins that may connect besides the server's own host; `*` for all.
    var origins: [String] = []
}
