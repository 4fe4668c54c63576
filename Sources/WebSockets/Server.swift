import CWebSockets
import Glibc

/// A listener that accepts connections itself and gives them to libwebsockets.
///
/// The listening socket of libwebsockets is not used. A server must be able to stop listening while
/// its connections stay open, to read back its port, and to refuse an address with too many
/// connections before they cost anything.
final class Server {
    let configuration: ListenConfiguration
    let handler: any ServerHandler
    let limits: SocketLimits
    let port: Int
    private let loop: LoopCore
    private let forwarded: ForwardedAddress
    private let vhost: OpaquePointer
    private var listeners: [Listener] = []
    /// Connections of proxies that have not sent their PROXY header yet.
    private var greetings: [CInt: ProxyHeaderReader] = [:]
    private var perAddress: [String: Int] = [:]
    /// Unread bytes of HTTP responses.
    let answers: UnreadResponses

    init(_ loop: LoopCore, _ configuration: ListenConfiguration, _ handler: any ServerHandler) throws(LoopFailure) {
        self.loop = loop
        self.configuration = configuration
        self.handler = handler
        forwarded = ForwardedAddress(trusted: configuration.trustedProxies)
        answers = UnreadResponses(
            bytes: configuration.unreadAnswerBytes, bytesPerAddress: configuration.unreadAnswerBytesPerAddress)
        limits = SocketLimits(
            messageBytes: configuration.maximumMessageBytes, outboxBytes: configuration.outboxBytes,
            pingAfterSeconds: configuration.pingAfterSeconds, pongWithinSeconds: configuration.pongWithinSeconds,
            closeWithinSeconds: configuration.closeWithinSeconds, masks: false)
        let places = try Self.places(configuration)
        vhost = try loop.library.serverVhost(subprotocol: configuration.subprotocol, tls: configuration.tls)
        port = places.first { !$0.isUnix }?.port ?? 0
        for place in places {
            let isSecure = configuration.tls != nil && !place.isUnix
            listeners.append(
                Listener(loop.reactor, place) { [weak self] in
                    self?.accepted(Arrival(descriptor: $0, address: $1, isSecure: isSecure))
                })
        }
    }

    private static func places(_ configuration: ListenConfiguration) throws(LoopFailure) -> [ListeningSocket] {
        var places: [ListeningSocket] = []
        for descriptor in configuration.places.inherited { places.append(try ListeningSocket(inherited: descriptor)) }
        guard places.isEmpty else { return places }
        if configuration.places.tcp {
            places.append(
                try ListeningSocket(
                    host: configuration.host, port: configuration.port, isShared: configuration.places.sharesPort))
        }
        if let path = configuration.places.unixSocket {
            places.append(try ListeningSocket(path: path, mode: 0o660))
        }
        return places
    }

    /// Throws the error that creating a server of this configuration would throw. Listens nowhere.
    static func check(_ configuration: ListenConfiguration, _ library: Library) throws(LoopFailure) {
        if configuration.places.tcp {
            try ListeningSocket.check(
                host: configuration.host, port: configuration.port, isShared: configuration.places.sharesPort)
        }
        if let path = configuration.places.unixSocket { try ListeningSocket.check(path: path) }
        _ = try library.serverVhost(subprotocol: configuration.subprotocol, tls: configuration.tls)
    }

    /// Reads the certificate again, for new connections. One that cannot be used changes nothing.
    func reloadCertificate() throws(LoopFailure) {
        guard let tls = configuration.tls else { return }
        try loop.library.reload(tls, subprotocol: configuration.subprotocol)
    }

    func stopListening() { listeners = [] }

    func resumeAccepting() { for listener in listeners { listener.resume() } }

    /// An accepted connection.
    private struct Arrival {
        let descriptor: CInt
        /// The address of the peer, or of the client that a proxy has named.
        var address: String
        let isSecure: Bool
    }

    deinit { for descriptor in greetings.keys { Glibc.close(descriptor) } }

    private func accepted(_ arrival: Arrival) {
        let descriptor = arrival.descriptor
        guard configuration.expectsProxyHeader, forwarded.isTrusted(arrival.address) else { return admit(arrival) }
        guard greetings.count < configuration.maximumConnections else {
            Glibc.close(descriptor)
            return
        }
        greetings[descriptor] = ProxyHeaderReader(loop, descriptor, within: configuration.requestWithinSeconds) {
            [weak self] found in
            self?.greetings[descriptor] = nil
            switch found {
            case .client(let client):
                var named = arrival
                named.address = client
                self?.admit(named)
            case .proxyItself: self?.admit(arrival)
            case .nothing: Glibc.close(descriptor)
            }
        }
    }

    private func admit(_ arrival: Arrival) {
        let address = arrival.address
        guard loop.connections.count < min(configuration.maximumConnections, loop.options.maximumConnections) else {
            turnAway(arrival, "503 Service Unavailable", "busy", "The server is full. Try again in a minute.")
            return
        }
        var countedAs: String?
        // A trusted proxy connects for many clients. Each of them is counted once the proxy has
        // named it.
        let group = AddressGroup(address).text
        if isLimited(address), !forwarded.isTrusted(address) {
            guard count(group) else {
                turnAway(
                    arrival, "429 Too Many Requests", "too-many-connections",
                    "Your address has too many connections. Close one, then try again.")
                return
            }
            countedAs = group
        }
        let connection = Connection(loop: loop, server: self, client: nil, address: address)
        connection.addressGroup = countedAs
        connection.requestBy = loop.seconds + configuration.requestWithinSeconds + 1
        loop.adopt(connection)
        var description = lws_adopt_desc_t()
        description.vh = vhost
        description.type = lws_adoption_type(
            LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_HTTP.rawValue | (arrival.isSecure ? LWS_ADOPT_ALLOW_SSL.rawValue : 0))
        description.fd.sockfd = arrival.descriptor
        description.opaque = connection.opaque
        // On failure, libwebsockets has closed the descriptor.
        if let wsi = lws_adopt_descriptor_vhost_via_info(&description) {
            connection.wsi = wsi
        } else {
            loop.remove(connection)
        }
    }

    private func isLimited(_ address: String) -> Bool {
        guard configuration.maximumConnectionsPerAddress > 0 else { return false }
        let isLoopback = address.hasPrefix("127.") || address.hasPrefix("::ffff:127.") || address == "::1"
        return configuration.limitsLoopback || !isLoopback
    }

    func lost(_ connection: Connection) {
        guard let address = connection.addressGroup, let count = perAddress[address] else { return }
        perAddress[address] = count > 1 ? count - 1 : nil
        handler.connectionCountChanged(count - 1, of: address)
    }

    /// Counts one more connection of an address group. Returns false if the group is at its limit.
    private func count(_ group: String) -> Bool {
        let count = perAddress[group, default: 0]
        guard count + handler.connectionsElsewhere(of: group) < configuration.maximumConnectionsPerAddress else {
            return false
        }
        perAddress[group] = count + 1
        handler.connectionCountChanged(count + 1, of: group)
        return true
    }

    func trusts(_ address: String) -> Bool { forwarded.isTrusted(address) }

    /// Returns the client's address, from the headers if the peer is a trusted proxy.
    func client(of headers: RequestHeaders, peer: String) -> String {
        guard forwarded.isTrusted(peer) else { return peer }
        return forwarded.client(peer: peer, list: headers["x-forwarded-for"], elements: headers["forwarded"])
    }

    /// Returns the address group that unread responses to `client` count for; nil if they count
    /// only in the total.
    func group(of client: String) -> String? { isLimited(client) ? AddressGroup(client).text : nil }

    /// Assigns the address that a trusted proxy has named to `connection`. Returns false if that
    /// client has too many connections.
    func names(_ connection: Connection, _ client: String) -> Bool {
        guard client != connection.address else { return true }
        connection.address = client
        guard isLimited(client) else { return true }
        let group = AddressGroup(client).text
        guard count(group) else { return false }
        connection.addressGroup = group
        return true
    }

    /// Sends a complete HTTP response without libwebsockets and closes the connection. The new
    /// socket has room for it in its buffer. A client that expects TLS could not read it, so it
    /// gets none.
    private func turnAway(_ arrival: Arrival, _ status: String, _ code: String, _ message: String) {
        let descriptor = arrival.descriptor
        guard !arrival.isSecure else {
            Glibc.close(descriptor)
            return
        }
        let body = #"{"code":"\#(code)","message":"\#(message)"}"#
        let answer = Array(
            """
            HTTP/1.1 \(status)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            Retry-After: 60\r
            Connection: close\r
            \r
            \(body)
            """.utf8)
        _ = answer.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        shutdown(descriptor, Int32(SHUT_WR))
        Glibc.close(descriptor)
    }
}
