/// The limits of one side's sockets.
struct SocketLimits {
    var messageBytes: Int
    var outboxBytes: Int
    var pingAfterSeconds: Int
    var pongWithinSeconds: Int
    var closeWithinSeconds: Int
    /// How long somebody who is not read may take nothing of what it is sent.
    static let takesWithinSeconds = 60
    /// A client's frames must be masked (RFC 6455, section 5.3).
    var masks: Bool
}
