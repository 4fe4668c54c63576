/// Where connections are taken, besides or instead of ``ListenConfiguration/host`` and its port.
public struct ListenPlaces: Sendable {
    /// Whether `host` and `port` are listened on.
    public var tcp = true
    /// Whether other processes of the same user may listen on that port, too (`SO_REUSEPORT`).
    public var sharesPort = false
    /// A unix socket, made with mode 0660. Whoever comes by it counts as 127.0.0.1, and is never asked for TLS.
    public var unixSocket: String?
    /// Sockets that listen already, handed over by whoever has started the process; nothing else is listened on then.
    public var inherited: [Int32] = []

    public init() {}
}

/// A certificate and its key, in PEM files.
public struct TLSFiles: Sendable, Equatable {
    /// The server's own first, then those up to the root.
    public var certificates: String
    public var key: String

    public init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}
