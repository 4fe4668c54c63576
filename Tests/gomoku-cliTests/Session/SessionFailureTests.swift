import GameState
import Testing
import WebSockets

@testable import gomoku_cli

@Suite struct SessionFailureTests {
    @Test(
        "A server error may be temporary; any other status comes from another kind of server",
        arguments: [(499, false), (404, false), (500, true), (503, true)])
    func statuses(_ status: Int, passes: Bool) {
        let failure = SessionFailure(ConnectFailure(host: "h", reason: .status(status)))
        if case .unavailable = failure { #expect(passes) } else { #expect(!passes) }
    }
}
