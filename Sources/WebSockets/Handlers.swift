/// The behavior of a server. All methods are called on the loop's thread.
///
/// Each method may send to any socket and close any socket.
public protocol ServerHandler: AnyObject {
    /// Returns a refusal of a WebSocket handshake, or nil to accept it. The path has already been
    /// compared.
    func accepts(_ request: UpgradeRequest) -> UpgradeRefusal?
    func opened(_ socket: WebSocket)
    /// Receives a complete message, reassembled from its fragments. It is valid UTF-8.
    func received(_ text: [UInt8], on socket: WebSocket)
    /// Receives a part of a message that its sender has split into several frames. More parts
    /// follow.
    func receivedPart(on socket: WebSocket)
    /// Reports the bytes that were read in the last seconds and are not complete messages: control
    /// frames, or parts of messages.
    func receivedOther(_ bytes: Int, on socket: WebSocket)
    /// Reports that the outbox is empty again after frames had to wait in it, usually because the
    /// peer reads slowly.
    func drained(_ socket: WebSocket)
    /// Reports that a frame did not fit into the outbox. It and all frames until `drained` are
    /// dropped, so the server owes this client a snapshot. Called once until `drained`, at the end
    /// of the loop's turn.
    func overflowed(_ socket: WebSocket)
    /// Reports the end of the socket; the last call for it. `code` is the peer's, or the one with
    /// which the socket was closed; nil if the connection broke.
    func closed(_ socket: WebSocket, code: Int?, reason: String)
    /// Receives a request with its complete body. Answer it now or later with `exchange.respond`.
    func received(_ request: HTTPRequest, _ exchange: HTTPExchange)
    /// Returns the number of connections that an address group has to other servers that share the
    /// limits.
    func connectionsElsewhere(of group: String) -> Int
    /// Reports the number of connections that an address group now has to this server.
    func connectionCountChanged(_ connections: Int, of group: String)
}

extension ServerHandler {
    public func receivedPart(on socket: WebSocket) {}
    public func receivedOther(_ bytes: Int, on socket: WebSocket) {}
    public func connectionsElsewhere(of group: String) -> Int { 0 }
    public func connectionCountChanged(_ connections: Int, of group: String) {}
}

/// The behavior of a client. All methods are called on the loop's thread.
public protocol ClientHandler: AnyObject {
    func opened(_ socket: WebSocket)
    /// Receives a complete message, reassembled from its fragments. It is valid UTF-8.
    func received(_ text: [UInt8], on socket: WebSocket)
    /// Reports the end of a socket that was open; the last call for it.
    func closed(_ socket: WebSocket, code: Int?, reason: String)
    /// Reports that a socket was never opened; the last call for it.
    func failed(_ socket: WebSocket, _ failure: ConnectFailure)
}
