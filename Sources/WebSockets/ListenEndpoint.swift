/// Places to listen, in addition to or instead of ``ListenConfiguration/host`` and its port.
public struct ListenEndpoints: Sendable {
    /// Whether to listen on `host` and `port`.
    public var tcp = true
    /// Whether other processes of the same user may listen on that port, too (`SO_REUSEPORT`).
    public var sharesPort = false
    /// The path of a unix socket, created with mode 0660. Its clients count as 127.0.0.1, and never
    /// use TLS.
    public var unixSocket: String?
    /// Listening sockets that the parent process handed over. If there are any, the server listens
    /// nowhere else.
    public var inherited: [Int32] = []

    public init() {}
}

/// A certificate and its key, in PEM files.
public struct TLSFiles: Sendable, Equatable {
    /// The file with the server's certificate, followed by its issuers up to the root.
    public var certificates: String
    public var key: String

    public init(certificates: String, key: String) {
        self.certificates = certificates
        self.key = key
    }
}
