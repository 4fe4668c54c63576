/// What a server does with its connections. Every call comes on the loop's thread.
///
/// Sending and closing is allowed in every one of them, to any socket.
public protocol ServerHandler: AnyObject {
    /// Before a WebSocket handshake is answered; nil accepts. The path has been compared already.
    func accepts(_ request: UpgradeRequest) -> UpgradeRefusal?
    func opened(_ socket: WebSocket)
    /// One whole message, put together from its fragments; valid UTF-8.
    func received(_ text: [UInt8], on socket: WebSocket)
    /// A part of a message that its sender has sent in several frames; more of it is to come.
    func receivedPart(on socket: WebSocket)
    /// So many bytes were read in the last seconds that were no messages: control frames, or parts of messages.
    func receivedOther(_ bytes: Int, on socket: WebSocket)
    /// The outbox has become empty after a slow reader had filled it, in part or whole.
    func drained(_ socket: WebSocket)
    /// A frame did not fit into the outbox. It and all that follow until `drained` are dropped: the server owes this
    /// client a snapshot. Called once until `drained`, at the end of the loop's turn.
    func overflowed(_ socket: WebSocket)
    /// The last call for this socket. `code` is the peer's, or the one it was closed with; nil when the line broke.
    func closed(_ socket: WebSocket, code: Int?, reason: String)
    /// Answer now or later, with `exchange.respond`. The body has arrived whole.
    func received(_ request: HTTPRequest, _ exchange: HTTPExchange)
    /// How many connections what an address counts as has with other servers that this one shares its limits with.
    func connectionsElsewhere(of group: String) -> Int
    /// How many it has with this one, from now on.
    func counted(_ connections: Int, of group: String)
}

extension ServerHandler {
    public func receivedPart(on socket: WebSocket) {}
    public func receivedOther(_ bytes: Int, on socket: WebSocket) {}
    public func connectionsElsewhere(of group: String) -> Int { 0 }
    public func counted(_ connections: Int, of group: String) {}
}

/// What a client does with its connection. Every call comes on the loop's thread.
public protocol ClientHandler: AnyObject {
    func opened(_ socket: WebSocket)
    /// One whole message, put together from its fragments; valid UTF-8.
    func received(_ text: [UInt8], on socket: WebSocket)
    /// The last call for a socket that had been opened.
    func closed(_ socket: WebSocket, code: Int?, reason: String)
    /// The last call for a socket that was never opened.
    func failed(_ socket: WebSocket, _ failure: ConnectFailure)
}
