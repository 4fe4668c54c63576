import CWebSockets

/// A request and its response, which may come later.
public final class HTTPExchange {
    /// The connection; nil once the peer is gone.
    weak var connection: Connection?
    let method: HTTPRequest.Method
    let keepsAlive: Bool
    /// The address group that the response counts for; nil if it counts only in the total.
    var address: String?
    var request: HTTPRequest?
    /// The response, once there is one. The rest of the request's body is then ignored.
    private(set) var response: HTTPResponse?
    /// Whether to close the connection after the response although the client would keep it open,
    /// because an unwanted body is arriving.
    var closesAfter = false
    /// The unread bytes that the response counts as, and the address that they count for.
    private var counted: (bytes: Int, address: String?, among: UnreadResponses)?
    /// The bytes of the body written so far; nil until the head is written.
    private var written: Int?

    init(_ connection: Connection, method: HTTPRequest.Method, keepsAlive: Bool) {
        self.connection = connection
        self.method = method
        self.keepsAlive = keepsAlive
    }

    deinit { finish() }

    /// Ends the exchange: the response was read, or the peer is gone.
    func finish() {
        if let counted { counted.among.remove(counted.bytes, of: counted.address) }
        counted = nil
    }

    /// Responds. Only the first call has an effect, and none does if the peer is gone.
    public func respond(_ response: HTTPResponse) {
        guard self.response == nil else { return }
        self.response = response
        guard let connection, let wsi = connection.wsi else { return }
        let length = method == .head ? 0 : response.body.count
        if let server = connection.server, !response.isShared, length > 0 {
            server.answers.add(length, of: address)
            counted = (length, address, server.answers)
        }
        // Limit the time of the whole response, because a client may read only a few bytes at a
        // time.
        connection.requestBy =
            connection.loop.seconds + HTTPExchange.graceSeconds + length / HTTPExchange.slowestBytesPerSecond
        lws_rx_flow_control(wsi, 1)
        lws_callback_on_writable(wsi)
    }

    enum Progress { case more, done, failed }

    /// Writes the head, or the next piece of the body. Other connections get their turn before the
    /// next piece.
    func write(to wsi: OpaquePointer, _ buffer: WriteBuffer) -> Progress {
        guard let response else { return .more }
        let length = response.hasBody && method != .head ? response.body.count : 0
        if written == nil {
            buffer.clear()
            buffer.append(
                response.head(keepsAlive: keepsAlive && !closesAfter, isSecure: lws_is_ssl(wsi) != 0))
            let first = min(length, WriteBuffer.batchBytes)
            buffer.append(response.body, upTo: first)
            written = first
            if lws_write(wsi, buffer.start, buffer.count, LWS_WRITE_HTTP_HEADERS) < 0 { return .failed }
        } else if let start = written, start < length, lws_partial_buffered(wsi) == 0 {
            let end = min(length, start + HTTPExchange.pieceBytes)
            let result = response.body.withUnsafeBufferPointer { body in
                // The parameter is not const, but libwebsockets only reads it here.
                lws_write(
                    wsi, UnsafeMutablePointer(mutating: body.baseAddress?.advanced(by: start)), end - start,
                    LWS_WRITE_HTTP)
            }
            if result < 0 { return .failed }
            written = end
        }
        return written == length ? .done : .more
    }

    /// The minimum speed at which a client must read a response, after some seconds of grace.
    private static let slowestBytesPerSecond = 4_096
    private static let graceSeconds = 20
    /// The size of a piece, in bytes. libwebsockets copies the part of a piece that the kernel does
    /// not take.
    private static let pieceBytes = 64 * 1024
}
