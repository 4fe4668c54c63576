import Client
import GameState
import Testing
import WebSockets
import Wire

@testable import gomoku_cli

@Suite struct SessionStatusTests {
    /// Stops the loop at the first loss of the connection after which the session reconnects.
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
        func failed(_ failure: SessionFailure, session: Session) { session.loop.stop() }
    }

    @Test("Only a session that has tried before reports that it connects again") func connectsAgain() throws {
        let loop = try EventLoop()
        // Port 1 belongs to a service that this machine does not run, so nothing listens there.
        let address = try Address(url: "http://127.0.0.1:1", room: nil)
        var setup = Session.Setup(address: address, room: RoomName("lunch")!)
        setup.retries = .always
        let session = Session(setup, loop: loop)
        let statuses = Statuses()
        session.start(telling: statuses)
        try loop.run()
        let attempts = statuses.seen.filter { if case .connecting = $0 { true } else { false } }
        #expect(attempts == [.connecting(again: false), .connecting(again: true)])
        session.close()
    }
}
