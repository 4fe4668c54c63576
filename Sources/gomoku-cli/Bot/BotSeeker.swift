import Client
import GameState
import WebSockets
import Wire

/// A bot in the lobby, which seeks a game and reports its room.
///
/// A seek ends with its connection, so each new connection repeats it. During a game the bot seeks
/// no other.
final class BotSeeker {
    /// The time before the next request after the server was busy or limited the rate, in
    /// milliseconds.
    static let tryAgainAfter = 5_000

    let session: Session
    private let seek: BotSeek
    private let found: (RoomName) -> Void
    private let failed: (String) -> Void
    /// The unanswered request, with the key of the seek it accepts, if any.
    private var asked: (id: String, key: String?)?
    /// Whether the bot's seek is listed.
    private var isListed = false
    private var isPlaying = false
    private var count = 0
    /// The seeks that the server did not let the bot accept.
    private var refused: Set<String> = []
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - found: called with the room of a new game. The bot does not seek again before
    ///     ``resume()``.
    ///   - failed: called with a sentence if the seek is impossible.
    init(_ seek: BotSeek, session: Session, found: @escaping (RoomName) -> Void, failed: @escaping (String) -> Void) {
        self.seek = seek
        self.session = session
        self.found = found
        self.failed = failed
        timer = session.loop.timer(of: self) { $0.update() }
    }

    /// Seeks the next game after the end of one.
    func resume() {
        isPlaying = false
        update()
    }

    /// Forgets the requests of the previous connection.
    func reconnected() {
        asked = nil
        isListed = false
    }

    func handle(_ message: Notice) {
        switch message {
        case .seeking: if asked?.key == nil { (asked, isListed) = (nil, true) }
        case .paired(let paired):
            (asked, isListed, isPlaying) = (nil, false, true)
            found(paired.room)
        case .error(let error): refuse(error.reason, error.id)
        default: break
        }
        update()
    }

    private func refuse(_ reason: Notice.Reason, _ id: String?) {
        guard let asked, asked.id == id else { return }
        self.asked = nil
        // Seeks come and go, so keep no more keys than a lobby can list.
        if refused.count > 1_000 { refused = [] }
        if let key = asked.key { refused.insert(key) }
        switch reason.code {
        case .gone, .outOfRange: break
        case .rateLimited, .busy, .unavailable:
            if let key = asked.key { refused.remove(key) }
            self.asked = ("", nil)
            timer?.schedule(afterMilliseconds: Self.tryAgainAfter)
        default: if asked.key == nil { failed(reason.message) }
        }
    }

    private func update() {
        if asked?.id == "", timer?.isScheduled != true { asked = nil }
        guard !isPlaying, asked == nil, !isListed, session.status.isOnline, session.mirror.isKnown,
            let me = session.me?.id
        else { return }
        count += 1
        let id = "seek\(count)"
        switch seek {
        case .terms(let terms, let range):
            if session.sendOnce(Request.seek(.init(id: id, terms: terms, range: range)).text) { asked = (id, nil) }
        case .any:
            guard let key = seek.choice(in: session.mirror.state, me: me, besides: refused),
                let number = Seek.number(ofKey: key)
            else { return }
            if session.sendOnce(Request.accept(.init(id: id, number: number)).text) { asked = (id, key) }
        }
    }
}
