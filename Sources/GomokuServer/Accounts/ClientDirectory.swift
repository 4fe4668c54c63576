import GameState
import Nodes
import Rooms
import Storage
import WebSockets

extension CloseCode {
    /// 4001: the token of this connection was signed out.
    static let signedOut = CloseCode(rawValue: 4001)
}

/// The connections to this server, by participant.
final class ClientDirectory {
    /// The number of sign-outs so far. A look-up that began before one may be out of date.
    private(set) var signOuts = 0
    /// The links to other servers, on which the same participants may have connections.
    private let links: NodeLinks
    private let counters: Counters
    private var known: [ParticipantID: [ObjectIdentifier: ClientConnection]] = [:]

    init(counters: Counters, links: NodeLinks = .single) {
        self.counters = counters
        self.links = links
    }

    func clients(of participant: ParticipantID) -> [ClientConnection] {
        known[participant].map { Array($0.values) } ?? []
    }

    /// Closes the connections of ended sessions, on all servers.
    func signedOut(_ ended: EndedSessions, of participant: ParticipantID) {
        hasSignedOut(ended, of: participant)
        links.broadcast(.signedOut(participant, which: ended.word))
    }

    /// Closes the connections of ended sessions, on this server.
    func hasSignedOut(_ ended: EndedSessions, of participant: ParticipantID) {
        signOuts += 1
        for client in clients(of: participant) where ended.contains(Identities.hash(client.token)) {
            client.outlet.close(.signedOut, reason: "signed out")
        }
    }

    /// Tells the other servers that the participant has a new name.
    func renamed(_ participant: Participant) {
        links.broadcast(
            .renamed(participant.id, name: participant.name, isClaimed: participant.isClaimed))
    }

    /// Tells the other servers that the participant has deleted the account.
    func deleted(_ participant: ParticipantID) { links.broadcast(.deleted(participant)) }

    /// Closes the connections of a participant ID or of an address. Returns their number.
    func close(_ who: String, reason: String) -> Int {
        let clients = who.hasPrefix("p-") ? clients(of: ParticipantID(who)) : all.filter { $0.remoteAddress == who }
        let open = clients.filter(\.isOpen)
        for client in open { client.outlet.close(.policy, reason: reason) }
        return open.count
    }

    /// The connections with an identity, in no particular order.
    var all: [ClientConnection] { known.values.flatMap(\.values) }

    /// Adds a connection under its participant.
    func add(_ client: ClientConnection) {
        known[client.participant.id, default: [:]][ObjectIdentifier(client)] = client
        counters.participants = known.count
    }

    /// Removes a connection that has closed or is about to get another identity.
    func remove(_ client: ClientConnection) {
        let id = client.participant.id
        known[id]?[ObjectIdentifier(client)] = nil
        if known[id]?.isEmpty == true { known[id] = nil }
        counters.participants = known.count
    }
}
