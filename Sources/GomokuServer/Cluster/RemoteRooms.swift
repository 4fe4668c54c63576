import DequeModule
import GameState
import Nodes
import Rooms
import Storage
import WebSockets
import Wire

/// The rooms on other servers (the hosts) that this server's clients have joined. Requests are
/// forwarded unchanged, and so are the frames that come back.
final class RemoteRooms {
    private let links: NodeLinks
    private let counts: SharedCounts
    private let guests: (any SharedGuests)?
    let lobby: LobbyLocator
    private var clients: [Int: ClientConnection] = [:]
    private var lastNumber = 0
    /// Hosts that store a guest when the guest first changes a room there.
    private var storing: Set<NodeID> = []

    /// - Parameter counts: its peers are the servers of a version that sends
    ///   ``NodeMessage/stateFollows(client:)``.
    init(_ links: NodeLinks, lobby: LobbyLocator, counts: SharedCounts, guests: (any SharedGuests)?) {
        self.guests = guests
        self.counts = counts
        self.links = links
        self.lobby = lobby
    }

    // MARK: requests of clients

    /// Notes that this server serves a room that the connection has entered.
    func entered(_ room: RoomName, _ connection: ClientConnection) { connection.remote?.rooms[room] = nil }

    /// Forwards a join to the room's host.
    func enter(_ join: Request.Join, on node: NodeID, _ connection: ClientConnection, _ hold: SuspendedConnection) {
        membership(connection).rooms[join.room] = node
        ask(node, Array(Request.join(join).text.utf8), connection, hold)
    }

    /// Forwards the request if another server answers it. Returns whether that is the case.
    func takes(
        _ request: Request, _ text: [UInt8], from connection: ClientConnection, _ hold: () -> SuspendedConnection
    ) -> Bool {
        switch request.destination {
        case .anyServer: return false
        case .room(let room):
            guard let node = connection.remote?.rooms[room] else { return false }
            if request.changesRoom { storeGuest(connection, before: node) }
            ask(node, text, connection, request.suspendsConnection ? hold() : nil)
            if case .leave = request { connection.remote?.rooms[room] = nil }
            return true
        case .lobby:
            switch lobby.place {
            case .here: return false
            case .there(let node):
                storeGuest(connection, before: node)
                ask(node, text, connection, hold())
            case nil: findLobby(request, text, connection, hold())
            }
            return true
        }
    }

    /// Stores a guest before a host of an earlier version stores the guest's changes. Redis
    /// executes this call before it publishes the forwarded request.
    private func storeGuest(_ connection: ClientConnection, before node: NodeID) {
        if !storing.contains(node) { guests?.save(connection.participant.id) }
    }

    /// Looks up the lobby's server, and then handles the request before later ones.
    private func findLobby(
        _ request: Request, _ text: [UInt8], _ connection: ClientConnection, _ hold: SuspendedConnection
    ) {
        lobby.find { place in
            if place == nil {
                connection.send(.error(LobbyFailure.moving, id: Self.id(of: request)))
            } else {
                connection.pendingRequests.prepend(text)
            }
            hold.finish()
        }
    }

    private static func id(of request: Request) -> String? {
        switch request {
        case .seek(let seek): seek.id
        case .accept(let accept): accept.id
        default: nil
        }
    }

    /// Forwards a malformed request if it names a room on another server. Returns whether it does.
    func takes(_ malformed: Malformed, _ text: [UInt8], from connection: ClientConnection) -> Bool {
        malformed.target.map { passes(text, to: $0.room, connection) } ?? false
    }

    private func passes(_ text: [UInt8], to room: RoomName, _ connection: ClientConnection) -> Bool {
        guard let node = connection.remote?.rooms[room] else { return false }
        ask(node, text, connection, nil)
        return true
    }

    private func ask(_ node: NodeID, _ text: [UInt8], _ connection: ClientConnection, _ hold: SuspendedConnection?) {
        let membership = membership(connection)
        if membership.hosts.insert(node).inserted { links.send(host: node, who(connection, membership)) }
        membership.hold = hold ?? membership.hold
        links.send(
            host: node,
            .ask(
                client: membership.number, lag: connection.outlet.roundTripMilliseconds, isAwaited: hold != nil, text))
    }

    private func who(_ connection: ClientConnection, _ membership: RemoteMembership) -> NodeMessage {
        .introduce(
            client: membership.number, connection.participant, address: connection.address,
            from: connection.remoteAddress, token: guests?.unsaved(connection.participant.id)?.tokenHash)
    }

    private func membership(_ connection: ClientConnection) -> RemoteMembership {
        if let known = connection.remote { return known }
        lastNumber += 1
        let membership = RemoteMembership(number: lastNumber)
        connection.remote = membership
        clients[lastNumber] = connection
        return membership
    }

    /// Makes the connection leave a room on another server. Returns false if it is in no such room.
    func leave(_ room: RoomName, _ connection: ClientConnection) -> Bool {
        guard connection.remote?.rooms[room] != nil else { return false }
        let leave = Request.leave(Request.Leave(room: room))
        return passes(Array(leave.text.utf8), to: room, connection) && connection.remote?.remove(room) == true
    }

    // MARK: events of clients

    /// Tells the hosts about the name of the connection's participant.
    func renamed(_ connection: ClientConnection) {
        guard let membership = connection.remote else { return }
        for host in membership.hosts { links.sendIfLinked(host: host, who(connection, membership)) }
    }

    /// Asks the lobby's server whether the participant was paired on a connection that has closed.
    func returned(_ connection: ClientConnection) {
        guard case .there(let node) = lobby.place else { return }
        links.send(
            host: node, .returned(client: membership(connection).number, connection.participant.id))
    }

    /// Asks the hosts for new snapshots. Called when frames for the client were dropped and it has
    /// read everything that was sent before.
    func behind(_ connection: ClientConnection) {
        guard let membership = connection.remote else { return }
        for host in membership.hosts where links.hasLink(to: host) {
            if counts.peers.contains(host) { membership.behind.insert(host) }
            links.send(host: host, .needsState(client: membership.number))
        }
    }

    func lost(_ connection: ClientConnection) {
        guard let membership = connection.remote else { return }
        for host in membership.hosts { links.sendIfLinked(host: host, .gone(client: membership.number)) }
        clients[membership.number] = nil
        connection.remote = nil
    }

    // MARK: messages of hosts

    func received(_ messages: [NodeMessage], from node: NodeID) {
        for message in messages {
            switch message {
            case .frame(let receivers, let text): deliver(Frame(text), to: receivers, from: node)
            case .stateFollows(let client): clients[client]?.remote?.behind.remove(node)
            case .seeking(let client, let isListed): clients[client]?.remote?.isSeeking = isListed
            case .storesGuests: storing.insert(node)
            case .measure(let client): clients[client]?.outlet.measureRoundTrip()
            case .answered(let client, let bytes, let rooms):
                guard let connection = clients[client] else { continue }
                connection.answered += bytes
                // Forget rooms of this host that the client is not in, because the join was refused
                // or the client was removed.
                if let known = connection.remote?.rooms {
                    connection.remote?.rooms = known.filter { $0.value != node || rooms.contains($0.key) }
                }
                let hold = connection.remote?.hold
                connection.remote?.hold = nil
                hold?.finish()
            case .close(let client, let code, let reason):
                clients[client]?.outlet.close(CloseCode(rawValue: code), reason: reason)
            default: break
            }
        }
    }

    private func deliver(_ frame: Frame, to receivers: [Int], from node: NodeID) {
        for client in receivers {
            guard let connection = clients[client], connection.remote?.behind.contains(node) != true else { continue }
            connection.outlet.send(frame)
        }
    }

    /// Closes the connections that used a host whose link has ended. Their clients reconnect and
    /// find the rooms' new servers.
    func ended(_ node: NodeID) {
        storing.remove(node)
        for connection in clients.values {
            guard let membership = connection.remote, membership.hosts.remove(node) != nil else { continue }
            membership.behind.remove(node)
            membership.rooms = membership.rooms.filter { $0.value != node }
            connection.outlet.close(.goingAway, reason: LiveRoom.movedReason)
            membership.hold?.finish()
            membership.hold = nil
        }
    }
}
