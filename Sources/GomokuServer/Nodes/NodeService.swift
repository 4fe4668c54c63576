import GameState
import WebSockets
import Wire

/// This server among others over one store: hands what it is told to those who see to it.
final class NodeService: NodeObserver {
    private let network: any NodeNetwork
    private let links: NodeLinks
    private let remote: RemoteRooms
    private let hosted: HostedClients
    private let lobby: LobbyService
    private let services: RoomServices
    private let greeter: Greeter
    /// Signs of life after which rooms are still compared with what others have taken: some were being loaded.
    private var doubts = 0
    private static let doubtedBeats = 30

    init(
        _ network: any NodeNetwork, _ links: NodeLinks, remote: RemoteRooms, hosted: HostedClients,
        lobby: LobbyService, services: RoomServices, greeter: Greeter
    ) {
        self.network = network
        self.links = links
        self.remote = remote
        self.hosted = hosted
        self.lobby = lobby
        self.services = services
        self.greeter = greeter
    }

    /// From now on others find it.
    func begin() {
        network.begin(self)
        remote.lobby.find()
    }

    var peers: [NodeID] { links.peers }

    func received(_ bytes: [UInt8]) { perform(links.received(bytes)) }

    func gone(_ node: NodeID) {
        perform(links.drop(node))
        remote.lobby.gone(node)
    }

    private func perform(_ events: [NodeLinks.Event]) {
        for event in events {
            switch event {
            case .fromFront(let node, let messages): hosted.received(messages, from: node)
            case .fromHost(let node, let messages): remote.received(messages, from: node)
            case .frontEnded(let node): hosted.ended(node)
            case .hostEnded(let node):
                remote.ended(node)
                remote.lobby.gone(node)
            case .toAll(let messages): for message in messages { hear(message) }
            }
        }
    }

    // MARK: rooms

    func lost(_ room: RoomName) {
        if room != .lobby { return services.rooms[room]?.moved() ?? () }
        lobby.moved()
        remote.lobby.forget()
    }

    /// Rooms that were taken meanwhile are let go of.
    func wasUnheard() {
        doubts = Self.doubtedBeats
        compare()
    }

    private func compare() {
        network.lost(of: Array(services.rooms.names)) { [self] lost in for room in lost { self.lost(room) } }
    }

    func beat() {
        links.beat()
        if doubts > 0 {
            doubts -= 1
            compare()
        }
        remote.lobby.find()
    }

    func endTurn() { links.endTurn() }

    // MARK: people

    private func hear(_ message: NodeMessage) {
        switch message {
        case .signedOut(let participant, let which):
            greeter.directory.hasSignedOut(EndedSessions(word: which), of: participant)
        case .renamed(let id, let name, let isClaimed): rename(greeter.directory.clients(of: id), name, isClaimed)
        default: break
        }
    }

    private func rename(_ clients: [ClientConnection], _ name: String, _ isClaimed: Bool) {
        for client in clients {
            client.participant.name = name
            client.participant.isClaimed = isClaimed || client.participant.isClaimed
            greeter.renamed(client)
        }
    }

    /// Whether those who have a name are still who they were.
    func mayHaveMissed() {
        for client in greeter.directory.all where client.participant.isClaimed {
            services.store.participant(tokenHash: Identities.hash(client.token)) { [self] answer in
                guard case .success(let known) = answer, client.isOpen else { return }
                guard let known else { return client.outlet.close(.signedOut, reason: "signed out") }
                if known.name != client.participant.name { rename([client], known.name, known.isClaimed) }
            }
        }
    }
}
