import Foundation
import Testing
import WebSockets

@testable import GomokuServer

@Suite("Errors when a server cannot start")
struct DaemonFailureTests {
    @Test(
        "A listening error names the address and the option that helps",
        arguments: [
            (
                LoopFailure.cannotListen(host: "127.0.0.1", port: 80, errno: EADDRINUSE),
                "Another program listens on 127.0.0.1, port 80. Stop it, or choose another port with --port."
            ),
            (
                .cannotListen(host: "127.0.0.1", port: 80, errno: EACCES),
                "This user may not listen on 127.0.0.1, port 80. Choose a port above 1023 with --port."
            ),
            (
                .unknownHost("tea"),
                "\"tea\" is not an address of this machine. Choose an address of this machine with --host, such as 127.0.0.1, or :: for all."
            ),
            (
                .cannotListenAt(path: "web", errno: EADDRINUSE),
                "Another program listens on web. Stop it, or choose another path with --unix-socket."
            ),
            (
                .cannotListenAt(path: "/no/web", errno: ENOENT),
                "Cannot listen on /no/web: No such file or directory. Choose another path with --unix-socket."
            ),
        ])
    func listening(_ failure: LoopFailure, _ sentence: String) {
        #expect("\(DaemonFailure.listen(failure))" == sentence)
        #expect(DaemonFailure.listen(failure).exitStatus == 69)
    }

    @Test("A control socket that cannot be created names its own option")
    func control() {
        let failure = DaemonFailure.control(.cannotListenAt(path: "/no/admin", errno: ENOENT))
        #expect(
            "\(failure)"
                == "Cannot listen on /no/admin: No such file or directory. Choose another path with --admin-socket.")
    }
}
