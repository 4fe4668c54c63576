import DequeModule
import GameState
import Synchronization
import WebSockets
import Wire

/// The destination of a client's frames: a WebSocket, another server, or a test's own.
package protocol Outlet: AnyObject {
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
    package var isRemote: Bool { false }
    package var addressGroup: String? { nil }
    package func seekChanged(isListed: Bool) {}
}

extension WebSocket: Outlet {
    package var addressGroup: String? { AddressGroup(remoteAddress).text }
}

/// One client: who it is, which rooms it is in, and whether it keeps up.
package final class ClientConnection: BudgetPayer {
    package let outlet: any Outlet
    /// Where it comes from (``AddressGroup``), where that is counted.
    package let address: String?
    /// Whether it has an identity: `participant` and `token`.
    package var isKnown = false
    package var participant = Participant(id: ParticipantID(""), name: "")
    /// As given in `welcome`; for a second `hello`.
    package var token = ""
    /// Keeps the store's memory of a guest who is not stored yet (``SharedGuests``).
    package var guest: AnyObject?
    /// What it asks waits for an answer that is being looked up (``Hold``).
    package var isHeld = false
    /// What was asked meanwhile.
    package var early = Deque<[UInt8]>()
    /// What waited is being answered.
    package var isCatchingUp = false
    package var rooms = JoinedRooms()
    /// What it has on other servers; nil: nothing yet.
    package var remote: RemoteMembership?
    /// A frame had to be dropped: it gets snapshots once it has taken what it was sent.
    package var isBehind = false
    /// What the lobby knows this connection by, once it has asked for something there.
    var seekNumber: Int?

    // MARK: budgets

    /// Requests to the lobby, and for hints, that may come at once; then one a second.
    static let seekBurst = 20, hintBurst = 4

    /// Bytes of large snapshots that were charged and are still to be sent, by room (``SnapshotQueue``).
    var reservedSnapshots: [RoomName: Int] = [:]
    /// Bytes of large snapshots that the client has not read yet.
    var unreadSnapshots = 0

    package var prepaid = PrepaidBudget()
    /// Bytes that it was answered with since somebody looked.
    package var answered = 0

    /// Messages.
    package var credits: TokenBucket
    /// Frames that were no request, in a row or nearly.
    package var abuse: TokenBucket
    /// Chat lines.
    package var chat: TokenBucket
    /// Requests to the lobby.
    var seeks = TokenBucket(burst: ClientConnection.seekBurst, perSecond: 1, now: 0)
    /// Hints asked for.
    package var hints = TokenBucket(burst: ClientConnection.hintBurst, perSecond: 1, now: 0)

    /// The number of connections made so far. Atomic because tests make connections on several threads.
    private static let made = Atomic(0)
    /// No other connection of this process has it.
    private let number = made.wrappingAdd(1, ordering: .relaxed).newValue
    /// Where it is counted what is refused; nil for a robot.
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
    /// What its address counts as, also where it is not counted; nil in tests.
    package var remoteAddress: String? { outlet.addressGroup }
    /// The key of its budgets: its address, or a key of its own, which is not an address, if the address has no budgets.
    package var payer: String { address ?? "#\(number)" }
    /// What work for it is queued under, in turns with that of others.
    package var group: String { address ?? participant.id.text }
    /// How long a turn is on its way to it and its move back, by measurement, in milliseconds.
    package var lag: Int { outlet.roundTripMilliseconds ?? 0 }

    /// - Parameter isCharged: whether its address was charged for the notice before the notice was made.
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
