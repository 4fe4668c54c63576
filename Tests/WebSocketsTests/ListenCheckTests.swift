import Foundation
import Testing

@testable import WebSockets

@Suite("Listening checks and the control socket") struct ListenCheckTests {
    /// A directory that is deleted after the test. Its path is short enough for a unix socket.
    private final class Folder {
        let path = "/tmp/gomoku-\(UUID().uuidString.prefix(8))"

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
    }

    @Test("A check before listening finds a port in use, a foreign address and a bad certificate")
    func ports() throws {
        let server = try TestServer()
        defer { server.stop() }
        let (loop, port) = (try EventLoop(), server.port)
        #expect(throws: LoopFailure.cannotListen(host: "127.0.0.1", port: port, errno: EADDRINUSE)) {
            try loop.check(ListenConfiguration(port: port))
        }
        #expect(throws: LoopFailure.cannotListen(host: "192.0.2.1", port: 0, errno: EADDRNOTAVAIL)) {
            try loop.check(ListenConfiguration(host: "192.0.2.1", port: 0))
        }
        var secure = ListenConfiguration(port: 0)
        secure.tls = TLSFiles(certificates: "/nowhere/cert.pem", key: "/nowhere/key.pem")
        let refused = #expect(throws: LoopFailure.self) { try loop.check(secure) }
        #expect(refused?.code == "certificate")
        try loop.check(ListenConfiguration(port: 0))
        // The check has released the port.
        #expect(try loop.listen(ListenConfiguration(port: 0), handler: RecordingHandler(Events())) > 0)
    }

    @Test("Checking a unix socket leaves no file behind, and the error names only its path")
    func unixSockets() throws {
        let folder = try Folder()
        let loop = try EventLoop()
        var configuration = ListenConfiguration(port: 0)
        configuration.places.tcp = false
        func failure(_ path: String) -> LoopFailure? {
            configuration.places.unixSocket = path
            do throws(LoopFailure) { try loop.check(configuration) } catch { return error }
            return nil
        }
        #expect(failure("\(folder.path)/web") == nil && folder.files == [])
        #expect(failure("\(folder.path)/none/web") == .cannotListenAt(path: "\(folder.path)/none/web", errno: ENOENT))
        #expect(failure(String(repeating: "x", count: 200))?.code == "cannot-listen")
        configuration.places.unixSocket = "\(folder.path)/web"
        #expect(try loop.listen(configuration, handler: RecordingHandler(Events())) == 0)
        #expect(
            failure("\(folder.path)/web")?.description
                == "Another program listens on \(folder.path)/web. Stop it, or choose another path.")
        #expect(folder.files == ["web"])
    }

    @Test("An order to a server that does not answer times out")
    func silentServer() throws {
        let folder = try Folder()
        let path = "\(folder.path)/admin"
        // The kernel accepts the connection and the order, but no program reads them.
        let place = try ListeningSocket(path: path, mode: 0o600)
        #expect(throws: LoopFailure.noAnswer(path: path, milliseconds: 20)) {
            try ControlSocket.ask("status", at: path, withinMilliseconds: 20)
        }
        withExtendedLifetime(place) {}
    }
}
