import Client
import GameState
import WebSockets
import Wire

/// A bot's place in the lobby: looks for a game, and tells where one has been found.
///
/// A seek ends with the connection, so each new connection looks anew; while a game is played nothing is looked for.
final class BotSeeker {
    /// How long until it asks again after the server had enough of it, in milliseconds.
    static let tryAgainAfter = 5_000

    let session: Session
    private let seek: BotSeek
    private let found: (RoomName) -> Void
    private let failed: (String) -> Void
    /// The request that has no answer yet, and what it asks to accept.
    private var asked: (id: String, key: String?)?
    /// Whether the seek stands.
    private var isListed = false
    private var isPlaying = false
    private var count = 0
    /// Seeks that could not be had.
    private var refused: Set<String> = []
    private var timer: LoopTimer?

    /// - Parameters:
    ///   - found: a game waits in this room; nothing more is looked for until ``goOn()``.
    ///   - failed: nothing can be found this way; a sentence.
    init(_ seek: BotSeek, session: Session, found: @escaping (RoomName) -> Void, failed: @escaping (String) -> Void) {
        self.seek = seek
        self.session = session
        self.found = found
        self.failed = failed
        timer = session.loop.timer(of: self) { $0.look() }
    }

    /// The game is over: look for the next.
    func goOn() {
        isPlaying = false
        look()
    }

    /// The line is another one.
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
        look()
    }

    private func refuse(_ reason: Notice.Reason, _ id: String?) {
        guard let asked, asked.id == id else { return }
        self.asked = nil
        // Seeks come and go; no more are remembered than a lobby lists.
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

    private func look() {
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
