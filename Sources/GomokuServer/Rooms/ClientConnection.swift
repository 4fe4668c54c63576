import Wire
import GameState
import WebSockets

/// Where frames for one client go: a WebSocket, or a test's own.
protocol Outlet: AnyObject {
    var isOpen: Bool { get }
    /// Sends now or later, or drops the frame when too much is unsent already.
    func send(_ frame: Frame)
    func close(_ code: CloseCode, reason: String)
    /// How long a message takes there and back, as measured last, in milliseconds; nil when it was not.
    var roundTripMilliseconds: Int? { get }
    /// Measures it anew, if it was not just now.
    func measureRoundTrip()
}

extension WebSocket: Outlet {}

/// One client: who it is, which rooms it is in, and whether it keeps up.
final class ClientConnection {
    /// How far a client has come.
    enum Stage {
        /// Nothing is known of it.
        case new
        /// Its `hello` is being looked up; what it asks meanwhile waits.
        case greeting
        /// It has an identity.
        case known
    }

    let outlet: any Outlet
    var stage = Stage.new
    /// While it waits for a password to be looked at: whether it had an identity before.
    var isIdentified = false
    var participant = Participant(id: ParticipantID(""), name: "")
    /// As given in `welcome`; for a second `hello`.
    var token = ""
    /// What was asked while it waited for something to be looked up.
    var early = Queue<[UInt8]>()
    var tables: [RoomName: LiveRoom] = [:]
    /// Joins that wait for their room to be loaded.
    var loading: Set<RoomName> = []
    /// A frame had to be dropped: it gets snapshots once it has taken what it was sent.
    var isBehind = false
    var credits: TokenBucket
    /// How long a turn is on its way to it and its move back, by measurement, in milliseconds.
    var lag: Int { outlet.roundTripMilliseconds ?? 0 }
    /// Frames that were no request, in a row or nearly.
    var abuse: TokenBucket
    /// ChatLog lines.
    var chat: TokenBucket
    /// Requests to the lobby.
    var seeks = TokenBucket(burst: LobbyService.requestBurst, perSecond: 1, now: 0)
    /// Its rating is being looked up, for what it asks the lobby.
    var isBeingRated = false
    /// What the lobby knows this connection by, once it has asked for something there.
    var seekNumber: Int?
    /// Where it comes from, where that is counted.
    let address: String?
    /// Hints asked for.
    var hints: TokenBucket

    init(outlet: any Outlet, credits: TokenBucket, abuse: TokenBucket, chat: TokenBucket, address: String? = nil) {
        self.address = address
        self.outlet = outlet
        self.credits = credits
        self.abuse = abuse
        self.chat = chat
        hints = TokenBucket(burst: HintService.burst, perSecond: 1, now: 0)
    }

    var isOpen: Bool { outlet.isOpen }

    /// Whether the answer to an earlier request is still being looked up.
    var isWaiting: Bool { stage == .greeting || !loading.isEmpty || isBeingRated }

    func send(_ notice: Notice) { outlet.send(Frame(notice.json)) }
}
