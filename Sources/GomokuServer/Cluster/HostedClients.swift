import GameState
import Nodes
import Rooms
import Storage
import WebSockets
import Wire

/// Clients of other servers (the fronts) in rooms that this server hosts. Each is an ordinary
/// connection, except that its frames go to its front.
final class HostedClients {
    private let links: NodeLinks
    private let dispatcher: RequestDispatcher
    private let lobby: LobbyService
    private let place: LobbyLocator
    private let services: RoomServices
    private let settings: ServerSettings
    private var clients: [NodeID: [Int: Hosted]] = [:]

    private struct Hosted {
        let connection: ClientConnection
        let outlet: RemoteOutlet
    }

    init(
        _ links: NodeLinks, dispatcher: RequestDispatcher, lobby: LobbyService, place: LobbyLocator,
        services: RoomServices, settings: ServerSettings
    ) {
        self.links = links
        self.dispatcher = dispatcher
        self.lobby = lobby
        self.place = place
        self.services = services
        self.settings = settings
    }

    func received(_ messages: [NodeMessage], from front: NodeID) {
        for message in messages {
            switch message {
            case .introduce(let client, let participant, let address, let from, let token):
                let guest = hold(participant, token)
                if guest != nil { links.send(front: front, .storesGuests) }
                if let known = clients[front]?[client]?.connection {
                    known.participant = participant
                    known.guest = guest
                    for live in known.rooms.all { live.renamed(known) }
                    lobby.renamed(known)
                } else {
                    let outlet = RemoteOutlet(links, front, client, from: from)
                    let new = Hosted(connection: connection(outlet, participant, address), outlet: outlet)
                    new.connection.guest = guest
                    clients[front, default: [:]][client] = new
                }
            case .ask(let client, let lag, let isAwaited, let text):
                guard let hosted = clients[front]?[client], hosted.outlet.isOpen else { continue }
                let (connection, outlet) = (hosted.connection, hosted.outlet)
                outlet.roundTripMilliseconds = lag
                outlet.isAwaited = isAwaited
                dispatcher.receive(text, from: connection, now: services.now())
                if !connection.isSuspended, connection.pendingRequests.isEmpty { outlet.resumeReading() }
            case .needsState(let client):
                links.send(front: front, .stateFollows(client: client))
                guard let connection = clients[front]?[client]?.connection else { continue }
                for live in connection.rooms.all { live.refreshInTurn(connection) }
                lobby.remind(connection)
            case .gone(let client): clients[front]?.removeValue(forKey: client).map(lose)
            case .returned(let client, let participant):
                guard let notice = lobby.reminder(for: participant) else { continue }
                links.send(front: front, .frame(clients: [client], notice.json))
            case .listed(let room, let json): place.listed(json, in: room, by: front)
            case .arrived(let participant, let room): lobby.arrived(participant, room)
            default: break
            }
        }
    }

    /// Remembers a guest who is not in the store, so that the first thing the guest does here
    /// stores the guest too. `tokenHash` is nil for participants who are in the store.
    private func hold(_ participant: Participant, _ tokenHash: [UInt8]?) -> AnyObject? {
        let guests = services.store.sharedGuests
        guard let tokenHash else {
            guests?.drop(participant.id)
            return nil
        }
        return guests?.hold(StoredParticipant(participant: participant, tokenHash: tokenHash))
    }

    private func connection(
        _ outlet: RemoteOutlet, _ participant: Participant, _ address: String?
    ) -> ClientConnection {
        let now = services.now()
        let connection = ClientConnection(
            outlet: outlet,
            // The front limits the number of messages.
            credits: TokenBucket(burst: 1, perSecond: 0, now: now),
            abuse: TokenBucket(burst: settings.abuseBurst, perSecond: 1, now: now),
            chat: TokenBucket(burst: settings.chatBurst, perSecond: 1, now: now), address: address,
            counters: services.counters)
        connection.isKnown = true
        connection.participant = participant
        outlet.connection = connection
        return connection
    }

    /// Removes the clients of a front whose link has ended.
    func ended(_ front: NodeID) {
        for hosted in clients.removeValue(forKey: front)?.values ?? [:].values { lose(hosted) }
        place.gone(front)
    }

    private func lose(_ hosted: Hosted) {
        hosted.outlet.isOpen = false
        let connection = hosted.connection
        for live in connection.rooms.all { live.lost(connection) }
        connection.rooms.removeAll()
        services.snapshots.lost(connection)
        lobby.lost(connection)
    }

}

/// The outlet to a client of another server, the front.
final class RemoteOutlet: Outlet {
    private let links: NodeLinks
    private let front: NodeID
    private let client: Int
    let isRemote = true
    let addressGroup: String?
    fileprivate(set) var isOpen = true
    fileprivate(set) var roundTripMilliseconds: Int?
    /// Whether the front waits for the answer to the last request.
    fileprivate var isAwaited = false
    fileprivate weak var connection: ClientConnection?

    init(_ links: NodeLinks, _ front: NodeID, _ client: Int, from addressGroup: String?) {
        self.addressGroup = addressGroup
        self.links = links
        self.front = front
        self.client = client
    }

    func send(_ frame: Frame) {
        if isOpen { links.send(frame, to: client, of: front) { Array(frame.payload) } }
    }

    func close(_ code: CloseCode, reason: String) {
        guard isOpen else { return }
        isOpen = false
        links.send(front: front, .close(client: client, code: code.rawValue, reason: reason))
    }

    /// Always false, because the front holds back clients that read slowly.
    func hasUnsent(over bytes: Int) -> Bool { false }
    func stopReading() {}

    /// Tells the front that no request of the client waits here any longer.
    func resumeReading() {
        guard isAwaited else { return }
        isAwaited = false
        links.send(
            front: front,
            .answered(client: client, bytes: connection?.answered ?? 0, rooms: connection?.rooms.names ?? []))
        connection?.answered = 0
    }

    func seekChanged(isListed: Bool) {
        if isOpen { links.send(front: front, .seeking(client: client, isListed: isListed)) }
    }

    func measureRoundTrip() { if isOpen { links.send(front: front, .measure(client: client)) } }
}
