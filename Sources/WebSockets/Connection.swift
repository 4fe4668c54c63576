import CWebSockets

/// One connection of libwebsockets, from accept or connect to its end: HTTP requests, a WebSocket, or both in turn.
///
/// The loop owns it (`LoopCore.connections`); libwebsockets knows its address as "opaque user data" and hands it to
/// every callback. It leaves the loop's list once, at WSI_DESTROY.
final class Connection {
    let loop: LoopCore
    /// nil for a client's connection.
    let server: Server?
    let client: (any ClientHandler)?
    /// The peer's, or the one that a trusted proxy has named for its WebSocket.
    var address: String
    /// What the server counts it by; nil: not at all.
    var countedAs: String?

    var wsi: OpaquePointer?
    /// Place in `LoopCore.connections`.
    var index = 0
    var socket: WebSocket?
    var exchange: HTTPExchange?
    /// Seconds of the loop's clock by which a request must have come; nil while one is handled, and for WebSockets.
    var requestBy: Int?
    /// Headers a client sends with its handshake.
    var handshakeHeaders: [(String, String)] = []
    /// A client must be connected by then.
    var connectsBy: Int?
    /// Why a client did not get through.
    var failure: ConnectFailure.Reason?

    init(loop: LoopCore, server: Server?, client: (any ClientHandler)?, address: String) {
        self.loop = loop
        self.server = server
        self.client = client
        self.address = address
    }

    /// Once a second while it is no WebSocket: what takes too long ends.
    func tick(_ now: Int) {
        if let requestBy, now >= requestBy { loop.kill(self) }
        if let connectsBy, now >= connectsBy {
            failure = .noAnswer
            loop.kill(self)
        }
    }

    var opaque: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}
