/// The addresses and limits of a server.
public struct ListenConfiguration: Sendable {
    /// A name or an address. Nil listens on all addresses, IPv6 and IPv4.
    public var host: String?
    /// The port. 0 picks a free one, which `listen` returns.
    public var port: Int
    /// Additional places to listen, or the only ones.
    public var places = ListenEndpoints()
    /// The certificate. With it, TCP connections must use TLS 1.2 or newer.
    public var tls: TLSFiles?
    /// The path of WebSockets. A plain request for it gets 426.
    public var webSocketPath = "/ws"
    /// The subprotocol. A client that offers none is accepted; one that offers only others gets
    /// 400.
    public var subprotocol = "gomoku.v1"
    /// The longest message, in bytes. A longer one closes its socket with 1009.
    public var maximumMessageBytes = 64 * 1024
    /// The longest body of a request, in bytes. A longer one gets 413.
    public var maximumHTTPBodyBytes = 64 * 1024
    /// The maximum of unsent bytes per socket; frames beyond it are dropped. A frame is always
    /// accepted if nothing is unsent.
    public var outboxBytes = 256 * 1024
    /// The silence after which the server pings the peer; 0: it never does.
    public var pingAfterSeconds = 25
    /// The time in which a pinged peer must answer before it is dropped.
    public var pongWithinSeconds = 15
    /// The time in which a connection must send its complete request.
    public var requestWithinSeconds = 10
    /// The maximum idle time between two requests of a connection.
    public var keepAliveSeconds = 30
    /// The time that a closed socket has to take the queued frames, and to answer.
    public var closeWithinSeconds = 5
    /// The maximum number of connections per address; 0: no limit. Behind a proxy all clients come
    /// from one address.
    public var maximumConnectionsPerAddress = 0
    /// Whether ``maximumConnectionsPerAddress`` also applies to loopback addresses, which a proxy
    /// or a test may use.
    public var limitsLoopback = true
    public var maximumConnections = 10_000
    /// The maximum of unread bytes of HTTP responses, in total and per address. Beyond it a request
    /// gets 503.
    public var unreadAnswerBytes = 64 << 20
    public var unreadAnswerBytesPerAddress = 4 << 20
    /// Reverse proxies that are trusted to name the client's address (`X-Forwarded-For`,
    /// `Forwarded`).
    public var trustedProxies: [AddressRange] = []
    /// Whether these proxies begin each connection with a PROXY header, version 1 or 2. A
    /// connection without one is closed.
    public var expectsProxyHeader = false

    public init(host: String? = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }
}
