import CWebSockets

/// A connection of libwebsockets, from accept or connect to its end: HTTP requests, a WebSocket,
/// or both in turn.
///
/// The loop owns it (`LoopCore.connections`). libwebsockets has its pointer as "opaque user data"
/// and passes it to every callback. It leaves the loop's list once, at WSI_DESTROY.
final class Connection {
    let loop: LoopCore
    /// The server that accepted the connection; nil for a client's connection.
    let server: Server?
    let client: (any ClientHandler)?
    /// The address of the peer, or the one that a trusted proxy has named for its WebSocket.
    var address: String
    /// The address group that the server counts the connection for; nil if it is not counted.
    var addressGroup: String?

    var wsi: OpaquePointer?
    /// The index in `LoopCore.connections`.
    var index = 0
    var socket: WebSocket?
    var exchange: HTTPExchange?
    /// The time by which a request must be complete, in seconds of the loop's clock; nil while a
    /// request is being answered, and for WebSockets.
    var requestBy: Int?
    /// Headers that a client sends with its handshake.
    var handshakeHeaders: [(String, String)] = []
    /// The time by which a client must be connected, in seconds of the loop's clock.
    var connectsBy: Int?
    /// The reason why a client could not connect.
    var failure: ConnectFailure.Reason?

    init(loop: LoopCore, server: Server?, client: (any ClientHandler)?, address: String) {
        self.loop = loop
        self.server = server
        self.client = client
        self.address = address
    }

    /// Enforces the time limits. Called once a second until the connection is a WebSocket.
    func tick(_ now: Int) {
        if let requestBy, now >= requestBy { loop.kill(self) }
        if let connectsBy, now >= connectsBy {
            failure = .noAnswer
            loop.kill(self)
        }
    }

    var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
