import CHiredis
import Glibc

/// A non-blocking connection that writes bytes and reads replies.
final class RedisSocket {
    private let context: UnsafeMutablePointer<redisContext>
    /// The bytes to write; the first `written` of them have been sent. The output buffer of hiredis
    /// is not used, because it would end the process with SIGPIPE if the peer is gone.
    private var output: [UInt8] = []
    private var written = 0
    let descriptor: CInt

    /// Begins to connect. Call ``connected()`` once the descriptor is writable.
    init(_ endpoint: Endpoint) throws(RedisFailure) {
        let made =
            switch endpoint {
            case .address(let address, let port): redisConnectNonBlock(address, CInt(port))
            case .socket(let path): redisConnectUnixNonBlock(path)
            }
        guard let made else { throw .cannotConnect("out of memory") }
        guard made.pointee.err == 0 else {
            let why = Self.error(made)
            redisFree(made)
            throw .cannotConnect(why)
        }
        context = made
        descriptor = made.pointee.fd
    }

    deinit { redisFree(context) }

    /// The capacity above which an empty buffer is freed.
    private static let keptBytes = 1 << 20

    private static func error(_ context: UnsafeMutablePointer<redisContext>) -> String {
        withUnsafePointer(to: &context.pointee.errstr) {
            $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) {
                String(cString: $0)
            }
        }
    }

    /// Finishes connecting when the descriptor is writable for the first time. Throws if it failed.
    func connected() throws(RedisFailure) {
        var code: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
        guard code == 0 else { throw .cannotConnect(String(cString: strerror(code))) }
        context.pointee.flags |= REDIS_CONNECTED
    }

    /// Queues bytes for the next ``flush()``.
    func append(_ bytes: [UInt8]) {
        output += bytes
    }

    /// Writes as much as the socket takes. Returns whether that was everything.
    func flush() throws(RedisFailure) -> Bool {
        while written < output.count {
            let count = output.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress! + written, bytes.count - written, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EAGAIN || errno == EINTR { return false }
                throw .lost(String(cString: strerror(errno)))
            }
            written += count
        }
        output.removeAll(keepingCapacity: output.capacity <= Self.keptBytes)
        written = 0
        return true
    }

    /// Reads the received bytes, from which ``next()`` returns replies.
    func read() throws(RedisFailure) {
        guard redisBufferRead(context) == REDIS_OK else { throw .lost(Self.error(context)) }
    }

    /// Reads raw bytes, outside of replies. Returns 0 if there are none.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(RedisFailure) -> Int {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return count }
        if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
        throw .lost(count == 0 ? "Server closed the connection" : String(cString: strerror(errno)))
    }

    func next() throws(RedisFailure) -> RedisReply? {
        var found: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &found) == REDIS_OK else { throw .lost(Self.error(context)) }
        guard let found else { return nil }
        defer { freeReplyObject(found) }
        return RedisReply(found.assumingMemoryBound(to: redisReply.self).pointee)
    }
}

extension RedisReply {
    fileprivate init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS:
            self = .text(Array(UnsafeRawBufferPointer(start: reply.str, count: reply.len)))
        case REDIS_REPLY_ERROR:
            let bytes = UnsafeRawBufferPointer(start: reply.str, count: reply.len)
            self = .error(String(decoding: bytes, as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            self = .array(
                (0..<reply.elements).map { index in reply.element[index].map { RedisReply($0.pointee) } ?? .null })
        default: self = .null
        }
    }
}
