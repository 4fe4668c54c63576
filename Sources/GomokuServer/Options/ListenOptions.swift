import ArgumentParser
import WebSockets

/// The options for the addresses and sockets on which the server listens.
struct ListenOptions: ParsableArguments {
    @Option(help: "Address to listen on; \"0.0.0.0\" or \"::\" for all.")
    var host = "127.0.0.1"

    @Option(help: "Port to listen on; 0 picks a free one.")
    var port = 8080

    @Flag(
        help:
            "Let other servers of this machine and user listen on the same port: the kernel spreads connections over them. With --store, one process a core."
    )
    var reusePort = false

    @Option(
        help: ArgumentHelp(
            "Also listen on this unix socket (mode 0660), for a reverse proxy on this machine; --trusted-proxy 127.0.0.1 trusts it.",
            valueName: "path"))
    var unixSocket: String?

    @Flag(help: "Listen on the unix socket only.")
    var noTcp = false

    @Option(
        help: ArgumentHelp(
            "PEM file with the certificate, its issuers after it: TLS 1.2 and newer over TCP. SIGHUP reads it anew.",
            valueName: "file"))
    var tlsCert: String?

    @Option(help: ArgumentHelp("PEM file with the certificate's key.", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Unix socket (mode 0600) for the operator's commands, such as `gomoku-server status`. Without it admin.sock in --data.",
            valueName: "path"))
    var adminSocket: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535.") }
        guard !noTcp || unixSocket != nil else { throw ValidationError("--no-tcp needs --unix-socket.") }
        guard (tlsCert == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-cert and --tls-key belong together.")
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
