import Cryptography
import GameState
import Nodes
import Rooms
import Storage

/// The parts that connect this server with the others that share the store. They carry this
/// server's clients into rooms of other servers, and clients of other servers into its rooms.
///
/// A server that shares its store with no other server has a cluster too, whose network is a
/// ``SingleNode``.
struct Cluster {
    let links: NodeLinks
    let lobby: LobbyLocator
    let remote: RemoteRooms
    let counts: SharedCounts
    let questions: NodeQuestions
    private let network: any NodeNetwork

    /// Makes the links to the servers of `network`.
    static func links(_ network: any NodeNetwork) -> NodeLinks {
        NodeLinks(network) { randomText(length: 13) }
    }

    init(
        _ network: any NodeNetwork, _ links: NodeLinks, _ room: LobbyRoom, guests: (any SharedGuests)?,
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer
    ) {
        self.network = network
        self.links = links
        lobby = LobbyLocator(network, links, room: room)
        counts = SharedCounts(links)
        remote = RemoteRooms(links, lobby: lobby, counts: counts, guests: guests)
        questions = NodeQuestions(network, links, counts: counts, timer: timer)
    }

    /// Makes the service that receives messages from other servers. Call it once the parts that
    /// handle these messages exist.
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
