import ArgumentParser
import WebSockets

/// The options for the addresses and sockets on which the server listens.
struct ListenOptions: ListedOptions {
    @Option(help: "Address to listen on; \"0.0.0.0\" or \"::\" for all.")
    var host = "127.0.0.1"

    @Option(help: "Port to listen on; 0 picks a free one.")
    var port = 8080

    @Flag(
        help:
            "Let other servers of this user on this machine listen on the same port. The kernel distributes connections among them. Use it with --store and one process per core."
    )
    var reusePort = false

    @Option(
        help: ArgumentHelp(
            "Also listen on this Unix socket (mode 0660), for a reverse proxy on this machine; --trusted-proxy 127.0.0.1 trusts it.",
            valueName: "path"))
    var unixSocket: String?

    @Flag(help: "Listen on the Unix socket only.")
    var noTcp = false

    @Option(
        help: ArgumentHelp(
            "PEM file with the certificate, followed by its issuers, for TLS 1.2 and newer over TCP. SIGHUP reloads it.",
            valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("PEM file with the certificate's private key.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Unix socket (mode 0600) for the operator's commands, such as `gomoku-server status`. Default: admin.sock in --data.",
            valueName: "path"))
    var adminSocket: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535.") }
        guard !noTcp || unixSocket != nil else { throw ValidationError("--no-tcp needs --unix-socket.") }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key must be used together.")
        }
    }

    var tls: TLSFiles? {
        guard let tlsCert, let tlsKey else { return nil }
        return TLSFiles(certificates: tlsCert, key: tlsKey)
    }

    /// - Parameter activation: sockets that systemd has opened.
    func configuration(_ activation: SocketActivation) -> ListenConfiguration {
        var configuration = ListenConfiguration(host: host, port: port)
        configuration.places.tcp = !noTcp
        configuration.places.sharesPort = reusePort
        configuration.places.unixSocket = unixSocket
        configuration.places.inherited = activation.descriptors
        configuration.tls = tls
        return configuration
    }
}
