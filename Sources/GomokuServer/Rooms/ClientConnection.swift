import DequeModule
import GameState
import Synchronization
import WebSockets
import Wire

/// The destination of a client's frames: a WebSocket, another server, or a test's own.
protocol Outlet: AnyObject {
    /// Whether the client is connected to another server, which passes frames on.
    var isRemote: Bool { get }
    /// The group of the client's address (``AddressGroup``); nil if there is no address.
    var addressGroup: String? { get }
    var isOpen: Bool { get }
    /// Sends now or later, or drops the frame when too much is unsent already.
    func send(_ frame: Frame)
    func close(_ code: CloseCode, reason: String)
    /// Whether more than so many bytes of what was sent are still on their way. If so, `drained` is called once they
    /// are gone.
    func hasUnsent(over bytes: Int) -> Bool
    /// Reads nothing more until ``readOn()``.
    func stopReading()
    func readOn()
    /// How long a message takes there and back, as measured last, in milliseconds; nil when it was not.
    var roundTripMilliseconds: Int? { get }
    /// Measures it anew, if it was not just now.
    func measureRoundTrip()
    /// The lobby lists a seek of the client, or lists it no longer. Only another server needs to know.
    func seekChanged(isListed: Bool)
}

extension Outlet {
    var isRemote: Bool { false }
    var addressGroup: String? { nil }
    func seekChanged(isListed: Bool) {}
}

extension WebSocket: Outlet {
    var addressGroup: String? { AddressGroup(remoteAddress).text }
}

/// One client: who it is, which rooms it is in, and whether it keeps up.
final class ClientConnection: BudgetPayer {
    let outlet: any Outlet
    /// Where it comes from (``AddressGroup``), where that is counted.
    let address: String?
    /// Whether it has an identity: `participant` and `token`.
    var isKnown = false
    var participant = Participant(id: ParticipantID(""), name: "")
    /// As given in `welcome`; for a second `hello`.
    var token = ""
    /// Keeps the store's memory of a guest who is not stored yet (``SharedGuests``).
    var guest: AnyObject?
    /// What it asks waits for an answer that is being looked up (``Hold``).
    var isHeld = false
    /// What was asked meanwhile.
    var early = Deque<[UInt8]>()
    /// What waited is being answered.
    var isCatchingUp = false
    var rooms = JoinedRooms()
    /// What it has on other servers; nil: nothing yet.
    var remote: RemoteMembership?
    /// A frame had to be dropped: it gets snapshots once it has taken what it was sent.
    var isBehind = false
    /// What the lobby knows this connection by, once it has asked for something there.
    var seekNumber: Int?

    // MARK: budgets

    /// Requests to the lobby, and for hints, that may come at once; then one a second.
    static let seekBurst = 20, hintBurst = 4

    /// Bytes of large snapshots that were charged and are still to be sent, by room (``SnapshotQueue``).
    var reservedSnapshots: [RoomName: Int] = [:]
    /// Bytes of large snapshots that the client has not read yet.
    var unreadSnapshots = 0

    var prepaid = PrepaidBudget()
    /// Bytes that it was answered with since somebody looked.
    var answered = 0

    /// Messages.
    var credits: TokenBucket
    /// Frames that were no request, in a row or nearly.
    var abuse: TokenBucket
    /// Chat lines.
    var chat: TokenBucket
    /// Requests to the lobby.
    var seeks = TokenBucket(burst: ClientConnection.seekBurst, perSecond: 1, now: 0)
    /// Hints asked for.
    var hints = TokenBucket(burst: ClientConnection.hintBurst, perSecond: 1, now: 0)

    /// The number of connections made so far. Atomic because tests make connections on several threads.
    private static let made = Atomic(0)
    /// No other connection of this process has it.
    private let number = made.wrappingAdd(1, ordering: .relaxed).newValue
    /// Where it is counted what is refused; nil for a robot.
    private let counters: Counters?

    init(
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

    var isOpen: Bool { outlet.isOpen }
    var paysElsewhere: Bool { outlet.isRemote }
    /// What its address counts as, also where it is not counted; nil in tests.
    var remoteAddress: String? { outlet.addressGroup }
    /// The key of its budgets: its address, or a key of its own, which is not an address, if the address has no budgets.
    var payer: String { address ?? "#\(number)" }
    /// What work for it is queued under, in turns with that of others.
    var group: String { address ?? participant.id.text }
    /// How long a turn is on its way to it and its move back, by measurement, in milliseconds.
    var lag: Int { outlet.roundTripMilliseconds ?? 0 }

    /// - Parameter isCharged: whether its address was charged for the notice before the notice was made.
    func send(_ notice: Notice, isCharged: Bool = false) {
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
