import Cryptography
import GameState
import Nodes
import Rooms
import Storage

/// The other servers over the same store: this server's clients in their rooms, and their clients in its rooms.
///
/// A server that does not share its store has one too. Its network is a ``SingleNode``.
struct Cluster {
    let links: NodeLinks
    let lobby: LobbyPlace
    let remote: RemoteRooms
    let counts: SharedCounts
    let questions: NodeQuestions
    private let network: any NodeNetwork

    /// The lines to the servers of `network`.
    static func links(_ network: any NodeNetwork) -> NodeLinks {
        NodeLinks(network) { randomText(length: 13) }
    }

    init(
        _ network: any NodeNetwork, _ links: NodeLinks, _ room: LobbyRoom, guests: (any SharedGuests)?,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer
    ) {
        self.network = network
        self.links = links
        lobby = LobbyPlace(network, links, room: room)
        counts = SharedCounts(links)
        remote = RemoteRooms(links, lobby: lobby, counts: counts, guests: guests)
        questions = NodeQuestions(network, links, counts: counts, timer: timer)
    }

    /// What the others are told by, once all that it hands things to is there.
    func service(
        dispatcher: RequestDispatcher, lobby: LobbyService, services: RoomServices, settings: ServerSettings,
        greeter: Greeter, parts: SharedParts, respondent: NodeRespondent
    ) -> NodeService {
        let hosted = HostedClients(
            links, dispatcher: dispatcher, lobby: lobby, place: self.lobby, services: services, settings: settings)
        return NodeService(
            network, links, remote: remote, hosted: hosted, lobby: lobby, services: services, greeter: greeter,
            parts: parts, respondent: respondent)
    }
}
