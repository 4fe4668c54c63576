import DequeModule
import GameState
import Synchronization
import WebSockets
import Wire

/// The destination of a client's frames: a WebSocket, another server, or a substitute in tests.
package protocol Outlet: AnyObject {
    /// Whether the client is connected to another server, which passes frames on.
    var isRemote: Bool { get }
    /// The group of the client's address (``AddressGroup``); nil if there is no address.
    var addressGroup: String? { get }
    var isOpen: Bool { get }
    /// Sends the frame now or later, or drops it if too much is unsent.
    func send(_ frame: Frame)
    func close(_ code: CloseCode, reason: String)
    /// Whether more than `bytes` bytes that were sent are still on their way. If so, the server's
    /// handler for sockets is notified (`drained`) once they are gone.
    func hasUnsent(over bytes: Int) -> Bool
    /// Reads nothing more until ``resumeReading()``.
    func stopReading()
    func resumeReading()
    /// The last measured round-trip time, in milliseconds; nil if there is none.
    var roundTripMilliseconds: Int? { get }
    /// Measures the round-trip time again, unless that was done just now.
    func measureRoundTrip()
    /// Notes that the lobby has listed or unlisted a seek of the client. Only outlets to other
    /// servers need this.
    func seekChanged(isListed: Bool)
}

extension Outlet {
    package var isRemote: Bool { false }
    package var addressGroup: String? { nil }
    package func seekChanged(isListed: Bool) {}
}

extension WebSocket: Outlet {
    package var addressGroup: String? { AddressGroup(remoteAddress).text }
}

/// A client connection: its identity, its rooms, its budgets and the state of its outlet.
package final class ClientConnection: BudgetPayer {
    package let outlet: any Outlet
    /// The group of the client's address (``AddressGroup``); nil if that address has no budgets.
    package let address: String?
    /// Whether the client has an identity: `participant` and `token`.
    package var isKnown = false
    package var participant = Participant(id: ParticipantID(""), name: "")
    /// The token that was sent in `welcome`, for another `hello`.
    package var token = ""
    /// A handle that keeps a guest who is not stored yet in the store's memory (``SharedGuests``).
    package var guest: AnyObject?
    /// Whether requests wait for a pending answer (``SuspendedConnection``).
    package var isSuspended = false
    /// Requests that wait until earlier ones are answered, and until the client has read enough of
    /// the answers. Oldest first.
    package var pendingRequests = Deque<[UInt8]>()
    /// Whether the requests in ``pendingRequests`` are being handled.
    package var isCatchingUp = false
    package var rooms = JoinedRooms()
    /// The rooms on other servers; nil if the client has used none.
    package var remote: RemoteMembership?
    /// Whether a frame was dropped. The client receives new snapshots once it has read all earlier
    /// frames.
    package var isBehind = false
    /// The number by which the lobby knows this connection, after its first request to the lobby.
    var seekNumber: Int?

    // MARK: budgets

    /// The numbers of requests to the lobby, and for hints, that a connection may send at once.
    /// After these, it may send one request of each kind per second.
    static let seekBurst = 20, hintBurst = 4
    /// The numbers of analyses that a connection may ask for at once, and after these per second. A
    /// person who steps through a game asks for one at each move.
    static let analyses = (burst: 30, perSecond: 5)

    /// Bytes of large snapshots that were charged but have not been sent yet, by room
    /// (``SnapshotQueue``).
    var reservedSnapshots: [RoomName: Int] = [:]
    /// Bytes of large snapshots that the client has not read yet.
    var unreadSnapshots = 0

    package var prepaid = PrepaidBudget()
    /// Bytes of answers that have not been charged yet.
    package var answered = 0

    /// The rate limit of messages.
    package var credits: TokenBucket
    /// The rate limit of malformed messages.
    package var abuse: TokenBucket
    /// The rate limit of chat messages.
    package var chat: TokenBucket
    /// The rate limit of requests to the lobby.
    var seeks = TokenBucket(burst: ClientConnection.seekBurst, perSecond: 1, now: 0)
    /// The rate limit of requests for hints.
    package var hints = TokenBucket(burst: ClientConnection.hintBurst, perSecond: 1, now: 0)
    /// The rate limit of requests for analyses.
    package var analyses = TokenBucket(
        burst: ClientConnection.analyses.burst, perSecond: ClientConnection.analyses.perSecond, now: 0)

    /// The number of connections made so far. Atomic because tests make connections on several
    /// threads.
    private static let made = Atomic(0)
    /// A number that no other connection of this process has.
    private let number = made.wrappingAdd(1, ordering: .relaxed).newValue
    /// Counts refusals; nil for a robot.
    private let counters: Counters?

    package init(
        outlet: any Outlet, credits: TokenBucket, abuse: TokenBucket, chat: TokenBucket, address: String? = nil,
        counters: Counters? = nil
    ) {
        self.address = address
        self.counters = counters
        self.outlet = outlet
        self.credits = credits
        self.abuse = abuse
        self.chat = chat
    }

    package var isOpen: Bool { outlet.isOpen }
    package var paysElsewhere: Bool { outlet.isRemote }
    /// The group of the client's address, even if the address has no budgets; nil in tests.
    package var remoteAddress: String? { outlet.addressGroup }
    /// The key of its budgets: the address, or the connection's own key if the address has no
    /// budgets.
    package var payer: String { address ?? "#\(number)" }
    /// The group under which the connection's work is queued (``FairQueue``). Groups take turns.
    package var group: String { address ?? participant.id.text }
    /// The round-trip time to the client, in milliseconds; 0 if it has not been measured.
    package var lag: Int { outlet.roundTripMilliseconds ?? 0 }

    /// - Parameter isCharged: whether the address was charged before the notice was made.
    package func send(_ notice: Notice, isCharged: Bool = false) {
        switch notice {
        case .reject(let reject): counters?.refused(reject.reason.code)
        case .error(let error): counters?.refused(error.reason.code)
        default: break
        }
        let frame = notice.frame
        if !isCharged { answered += frame.count }
        outlet.send(frame)
    }
}
