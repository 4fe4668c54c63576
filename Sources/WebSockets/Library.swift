import CWebSockets
import Glibc

/// The context and the vhosts of libwebsockets, with everything that they borrow.
final class Library {
    private var context: OpaquePointer?
    private var borrowed: [BorrowedProtocols] = []
    private var clientVhosts: [String: OpaquePointer] = [:]
    /// A policy of zeros, which turns off the pings of libwebsockets. `LoopCore.heartbeat` sends
    /// pings instead, because libwebsockets keeps its timers in a list sorted by linear insertion.
    /// With thousands of sockets each timer would cost microseconds.
    private let noPings: UnsafeMutablePointer<lws_retry_bo_t>

    init(_ reactor: Reactor, maximumConnections: Int) throws(LoopFailure) {
        noPings = .allocate(capacity: 1)
        noPings.initialize(to: lws_retry_bo_t())
        var info = lws_context_creation_info()
        (info.gid, info.uid) = (-1, -1)
        info.port = Library.noListen
        info.options =
            gomoku_lws_option_libev() | gomoku_lws_option_explicit_vhosts()
            | gomoku_lws_option_validate_utf8() | gomoku_lws_option_global_init()
        info.retry_and_idle_policy = UnsafePointer(noPings)
        info.timeout_secs = Library.libraryTimeoutSeconds
        // libwebsockets sizes its tables by the soft limit of open files.
        let restored = Library.setOpenFiles(maximumConnections + Library.otherDescriptors)
        var loops: UnsafeMutableRawPointer? = UnsafeMutableRawPointer(reactor.loop)
        context = withUnsafeMutablePointer(to: &loops) { loops in
            info.foreign_loops = loops
            return lws_create_context(&info)
        }
        restored()
        guard context != nil else {
            noPings.deallocate()
            throw .library(reason: LibraryLog.last.isEmpty ? "no reason given" : LibraryLog.last)
        }
    }

    deinit {
        destroy()
        noPings.deallocate()
    }

    /// Destroys the context. libwebsockets calls back for every open connection, so the owner must
    /// be alive.
    func destroy() {
        guard let context else { return }
        self.context = nil
        lws_context_destroy(context)
        borrowed = []
    }

    /// Makes libwebsockets check its timeouts soon.
    func wake() {
        if let context { lws_cancel_service(context) }
    }

    /// Creates the vhost for accepted connections. If `tls` is not nil, the connections that are
    /// adopted as secure speak TLS.
    func serverVhost(subprotocol: String, tls: TLSFiles?) throws(LoopFailure) -> OpaquePointer {
        if let tls { try Library.check(tls) }
        let vhost = makeVhost(
            name: "server", subprotocol: subprotocol, port: Library.noListenServer, isSecure: tls != nil, tls: tls)
        guard let vhost else {
            guard let tls else { throw .library(reason: LibraryLog.last) }
            throw .certificate(file: tls.certificates, reason: LibraryLog.last)
        }
        return vhost
    }

    /// Reloads the certificate of the server's vhost from its files. Files that cannot be used
    /// change nothing.
    func reload(_ tls: TLSFiles, subprotocol: String) throws(LoopFailure) {
        // libwebsockets loads the files one by one into the vhost in use, so a trial vhost loads
        // them first.
        let trial = try serverVhost(subprotocol: subprotocol, tls: tls)
        lws_vhost_destroy(trial)
        guard let context, lws_tls_cert_updated(context, tls.certificates, tls.key, nil, 0, nil, 0) == 0 else {
            throw .certificate(file: tls.certificates, reason: LibraryLog.last)
        }
    }

    /// Throws if a file cannot be opened. libwebsockets would treat missing files as no certificate
    /// at all.
    private static func check(_ tls: TLSFiles) throws(LoopFailure) {
        for file in [tls.certificates, tls.key] {
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .certificate(file: file, reason: systemText(errno)) }
            close(descriptor)
        }
    }

    /// Returns the vhost for a subprotocol, created on first use. Only a secure one loads the
    /// system's certificates, which takes milliseconds and 5 MB.
    func clientVhost(subprotocol: String, isSecure: Bool) -> OpaquePointer? {
        let name = "\(isSecure ? "wss" : "ws") \(subprotocol)"
        if let known = clientVhosts[name] { return known }
        let made = makeVhost(name: name, subprotocol: subprotocol, port: Library.noListen, isSecure: isSecure)
        clientVhosts[name] = made
        return made
    }

    func connect(_ info: inout lws_client_connect_info) -> OpaquePointer? {
        guard let context else { return nil }
        info.context = context
        return lws_client_connect_via_info(&info)
    }

    private func makeVhost(
        name: String, subprotocol: String, port: CInt, isSecure: Bool, tls: TLSFiles? = nil
    ) -> OpaquePointer? {
        guard let context else { return nil }
        let protocols = BorrowedProtocols(vhost: name, subprotocol: subprotocol)
        borrowed.append(protocols)
        var info = lws_context_creation_info()
        (info.gid, info.uid) = (-1, -1)
        info.port = port
        info.protocols = UnsafePointer(protocols.list)
        info.vhost_name = UnsafePointer(protocols.vhostName)
        info.retry_and_idle_policy = UnsafePointer(noPings)
        info.options = gomoku_lws_option_validate_utf8() | (isSecure ? gomoku_lws_option_global_init() : 0)
        guard let tls else { return lws_create_vhost(context, &info) }
        info.ssl_options_set = gomoku_ssl_without_old_versions()
        // Only HTTP/1.1 is spoken here. libwebsockets keeps this pointer, and copies the other
        // texts.
        let version: StaticString = "http/1.1"
        info.alpn = UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
        return tls.certificates.withCString { certificates in
            tls.key.withCString { key in
                info.ssl_cert_filepath = certificates
                info.ssl_private_key_filepath = key
                return lws_create_vhost(context, &info)
            }
        }
    }

    /// Sets the soft limit of open files to `wanted`, or to the hard limit if that is lower.
    /// Returns a closure that raises it to the hard limit.
    private static func setOpenFiles(_ wanted: Int) -> () -> Void {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return {} }
        let hard = limit.rlim_max
        limit.rlim_cur = min(rlim_t(wanted), hard)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return {
            limit.rlim_cur = hard
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
    }

    /// CONTEXT_PORT_NO_LISTEN: a vhost for clients.
    private static let noListen: CInt = -1
    /// CONTEXT_PORT_NO_LISTEN_SERVER: a vhost for servers whose sockets are accepted elsewhere.
    private static let noListenServer: CInt = -2
    /// The time limit of libwebsockets for each step: the body of a request, the next piece of a
    /// response, a handshake.
    private static let libraryTimeoutSeconds: CUnsignedInt = 20
    /// Descriptors of the process that are not connections: files, pipes to bots, other loops.
    private static let otherDescriptors = 4096
}

/// The protocol list and the names of one vhost, to which libwebsockets keeps pointers.
private final class BorrowedProtocols {
    let list: UnsafeMutablePointer<lws_protocols>
    let vhostName: UnsafeMutablePointer<CChar>
    private let protocolName: UnsafeMutablePointer<CChar>

    init(vhost: String, subprotocol: String) {
        vhostName = BorrowedProtocols.copy(vhost)
        protocolName = BorrowedProtocols.copy(subprotocol)
        list = .allocate(capacity: 2)  // the second, all zero, ends the list
        list.initialize(repeating: lws_protocols(), count: 2)
        list[0].name = UnsafePointer(protocolName)
        list[0].callback = libraryCallback
        // This buffer is most of the memory of an idle connection. Longer messages arrive in
        // several pieces.
        list[0].rx_buffer_size = 512
        // Otherwise libwebsockets would cut every write to the size of the receive buffer, and copy
        // the rest.
        list[0].tx_packet_size = 1 << 20
    }

    deinit {
        list.deallocate()
        vhostName.deallocate()
        protocolName.deallocate()
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        let bytes = text.utf8CString
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        for (place, byte) in bytes.enumerated() { copy[place] = byte }
        return copy
    }
}
