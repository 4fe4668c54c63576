import Foundation
import Glibc

/// A client that works on bytes, so that tests see exactly the bytes that a peer receives.
final class RawClient {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var hasEnded = false

    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failed("connect: errno \(errno)") }
    }

    deinit { Glibc.close(descriptor) }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let result = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if result <= 0 { return }
            sent += result
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Reads more bytes. Returns false at the end, and if nothing arrives in time.
    func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        var count = 0
        // Retry if a signal interrupted the call.
        repeat { count = recv(descriptor, &piece, piece.count, 0) } while count < 0 && errno == EINTR
        guard count > 0 else {
            // A timeout is not the end.
            hasEnded = count == 0 || errno == ECONNRESET
            return false
        }
        buffer += piece[..<count]
        return true
    }

    func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard fill() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Returns the bytes up to and including "\r\n\r\n" as a text.
    func takeHead() -> String? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                defer { buffer.removeFirst(end.upperBound) }
                return String(decoding: buffer[..<end.upperBound], as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    /// Whether the peer has closed the connection and nothing is left to read.
    func isAtEnd() -> Bool { buffer.isEmpty && !fill() && hasEnded }
}

/// A frame as received.
struct RawFrame: Equatable {
    var opcode: UInt8
    var isFinal: Bool
    var payload: [UInt8]
    var text: String { String(decoding: payload, as: UTF8.self) }
    var closeCode: Int? { opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
}

extension RawClient {
    @discardableResult
    func openWebSocket(_ headers: String = "Sec-WebSocket-Protocol: gomoku.v1\r\n", path: String = "/ws") -> String {
        send(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\(headers)\r\n")
        return takeHead() ?? ""
    }

    func sendFrame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) {
        send(Self.frame(opcode, payload, isFinal: isFinal))
    }

    /// Returns a client's frame as it is sent.
    static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ...0xffff: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default:
            bytes.append(0x80 | 127)
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> (8 * $0)) }
        }
        return bytes + mask + payload.enumerated().map { $0.element ^ mask[$0.offset % 4] }
    }

    func sendText(_ text: String) { sendFrame(1, Array(text.utf8)) }

    func takeFrame() -> RawFrame? {
        guard let head = take(2) else { return nil }
        var count = Int(head[1] & 0x7f)
        if count >= 126 {
            guard let more = take(count == 126 ? 2 : 8) else { return nil }
            count = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let payload = take(count) else { return nil }
        return RawFrame(opcode: head[0] & 0x0f, isFinal: head[0] & 0x80 != 0, payload: payload)
    }
}
