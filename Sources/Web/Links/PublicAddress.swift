import WebSockets

/// The server's own address as a client has reached it: `https://gomoku.example`.
///
/// The host comes from the client. It has only characters that mean nothing in HTML and in headers.
struct PublicAddress: Hashable {
    /// The scheme and the host, without a slash at the end.
    let text: String

    /// The maximum length of a host name with its port.
    private static let longestHost = 262

    /// Returns nil if the request has no host, or one with other characters than names and
    /// addresses have.
    init?(_ request: HTTPRequest) {
        guard let host = request.header("host"), Self.isPlain(host), host.utf8.count <= Self.longestHost else {
            return nil
        }
        text = "\(request.isSecure ? "https" : "http")://\(host)"
    }

    /// Whether a host consists of letters, digits and `-.:[]` only.
    static func isPlain(_ host: String) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || ".-:[]".utf8.contains(byte)
            }
    }
}
