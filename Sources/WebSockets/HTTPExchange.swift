import CWebSockets

/// One request and its answer, which may come later.
public final class HTTPExchange {
    /// nil once the peer has gone.
    weak var connection: Connection?
    let method: HTTPRequest.Method
    let keepsAlive: Bool
    /// What its answer is counted by.
    var address: String?
    var request: HTTPRequest?
    /// Its body is not looked at: it has been answered already.
    private(set) var response: HTTPResponse?
    /// Close after the answer, though the client would go on: it has a body under way that nobody wants.
    var closesAfter = false
    /// What its answer counts as among those that are on their way, and for whom.
    private var counted: (bytes: Int, address: String?, among: UnreadAnswers)?
    /// nil until the head is written.
    private var written: Int?

    init(_ connection: Connection, method: HTTPRequest.Method, keepsAlive: Bool) {
        self.connection = connection
        self.method = method
        self.keepsAlive = keepsAlive
    }

    deinit { finish() }

    /// Its answer is taken, or nobody takes it any more.
    func finish() {
        if let counted { counted.among.remove(counted.bytes, of: counted.address) }
        counted = nil
    }

    /// Answers. Only the first answer counts; none does when the peer has gone meanwhile.
    public func respond(_ response: HTTPResponse) {
        guard self.response == nil else { return }
        self.response = response
        guard let connection, let wsi = connection.wsi else { return }
        let length = method == .head ? 0 : response.body.count
        if let server = connection.server, !response.isShared, length > 0 {
            server.answers.add(length, of: address)
            counted = (length, address, server.answers)
        }
        // Whoever takes it a byte at a time has an end, too.
        connection.requestBy =
            connection.loop.seconds + HTTPExchange.graceSeconds + length / HTTPExchange.slowestBytesPerSecond
        lws_rx_flow_control(wsi, 1)
        lws_callback_on_writable(wsi)
    }

    enum Progress { case more, done, failed }

    /// Writes the head, or a piece of the body: others have their turn before the next one.
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
                // Not const in the library, which only reads on this path.
                lws_write(
                    wsi, UnsafeMutablePointer(mutating: body.baseAddress?.advanced(by: start)), end - start,
                    LWS_WRITE_HTTP)
            }
            if result < 0 { return .failed }
            written = end
        }
        return written == length ? .done : .more
    }

    /// An answer must be taken as fast as this, some seconds aside.
    private static let slowestBytesPerSecond = 4_096
    private static let graceSeconds = 20
    /// What the kernel does not take of a piece is copied by the library.
    private static let pieceBytes = 64 * 1024
}
