import Client
import GameState
import Testing
import WebSockets
import Wire

@testable import gomoku_cli

@Suite struct SessionStatusTests {
    /// Ends the loop at the first loss of the connection that it awaits.
    private final class Statuses: SessionDelegate {
        var seen: [SessionStatus] = []
        var losses = 0

        func statusChanged(_ session: Session) {
            seen.append(session.status)
            guard case .offline = session.status else { return }
            losses += 1
            if losses == 1 { session.retryNow() } else { session.loop.stop() }
        }
        func received(_ message: Notice, change: RoomMirror.Change, session: Session) {}
        func settled(_ request: ClientOutbox.Request, _ answer: ClientOutbox.Answer, session: Session) {}
        func failed(_ failure: SessionFailure, session: Session) {}
    }

    @Test("Only a session that has tried before connects again") func connectsAgain() throws {
        let loop = try EventLoop()
        // Nothing listens at the port of a service that the machine does not have.
        let address = try Address(url: "http://127.0.0.1:1", room: nil)
        let session = Session(.init(address: address, room: RoomName("lunch")!), loop: loop)
        let statuses = Statuses()
        session.start(telling: statuses)
        try loop.run()
        let attempts = statuses.seen.filter { if case .connecting = $0 { true } else { false } }
        #expect(attempts == [.connecting(again: false), .connecting(again: true)])
        session.close()
    }
}
