/// What the operator has chosen for connections.
struct ServerSettings {
    /// Messages a connection may send at once, and each second in the long run; over it, it is read more slowly.
    var messageBurst = 20_000
    var messagesPerSecond = 5_000
    /// Chat lines of one connection.
    var chatBurst = 8
    /// Frames that are no request before the connection is closed (1008).
    var abuseBurst = 50
    /// Whether limits by address hold for this machine itself, too; otherwise a proxy may speak for everybody.
    var countsLoopback = false
    /// Origins that may connect besides the server's own host; `*` is all.
    var origins: [String] = []
}
