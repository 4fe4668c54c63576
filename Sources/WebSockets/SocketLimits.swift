/// The limits of a server's or a client's sockets.
struct SocketLimits {
    var messageBytes: Int
    var outboxBytes: Int
    var pingAfterSeconds: Int
    var pongWithinSeconds: Int
    var closeWithinSeconds: Int
    /// The time after which a peer is dropped that takes no frames while reading from it is
    /// stopped, in seconds.
    static let takesWithinSeconds = 60
    /// Whether frames are masked, as those of a client must be (RFC 6455, section 5.3).
    var masks: Bool
}
