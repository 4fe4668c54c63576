/// Where a server listens, and its limits.
public struct ListenConfiguration: Sendable {
    /// Name or address; nil listens on all addresses, IPv6 and IPv4.
    public var host: String?
    /// 0 picks a free one, which `listen` returns.
    public var port: Int
    /// What is listened on besides, or instead.
    public var places = ListenPlaces()
    /// Over TCP only TLS 1.2 and newer is spoken, with this certificate.
    public var tls: TLSFiles?
    /// Where a WebSocket may be opened. A plain request there is answered with 426.
    public var webSocketPath = "/ws"
    /// A client that offers none is accepted, one that offers only others is refused with 400.
    public var subprotocol = "gomoku.v1"
    /// Over it a message closes its socket with 1009.
    public var maximumMessageBytes = 64 * 1024
    /// Over it a request is answered with 413.
    public var maximumHTTPBodyBytes = 64 * 1024
    /// Unsent bytes a socket may have before frames are dropped. One frame is always taken when nothing is unsent.
    public var outboxBytes = 256 * 1024
    /// After this silence the peer is pinged; 0: never.
    public var pingAfterSeconds = 25
    /// A pinged peer that stays silent so long is dropped.
    public var pongWithinSeconds = 15
    /// A connection must have sent its whole request by then.
    public var requestWithinSeconds = 10
    /// How long a connection may wait between two requests.
    public var keepAliveSeconds = 30
    /// How long a closed socket may take to take what is queued, and to answer.
    public var closeWithinSeconds = 5
    /// 0: no limit. A proxy in front makes all clients come from one address.
    public var maximumConnectionsPerAddress = 0
    /// Whether that limit also holds for this machine itself, where a proxy or a test may be.
    public var limitsLoopback = true
    public var maximumConnections = 10_000
    /// Bytes of HTTP answers that are on their way, to all and to one address; over them a request is answered with 503.
    public var unreadAnswerBytes = 64 << 20
    public var unreadAnswerBytesPerAddress = 4 << 20
    /// Reverse proxies that are believed where a request comes from (`X-Forwarded-For`, `Forwarded`).
    public var trustedProxies: [AddressRange] = []
    /// Whether these proxies begin each connection with a PROXY header, version 1 or 2; one without it is closed.
    public var expectsProxyHeader = false

    public init(host: String? = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
    }
}
