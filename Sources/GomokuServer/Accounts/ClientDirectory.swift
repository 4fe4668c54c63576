import GameState
import Nodes
import Rooms
import Storage
import WebSockets

extension CloseCode {
    /// 4001: the token of this connection was signed out.
    static let signedOut = CloseCode(rawValue: 4001)
}

/// Everybody's connections, wherever they are.
final class ClientDirectory {
    /// How often somebody was signed out: what was looked up before may not hold after.
    private(set) var signOuts = 0
    /// Other servers, where the same people may have connections.
    private let links: NodeLinks
    private var known: [ParticipantID: [ObjectIdentifier: ClientConnection]] = [:]

    init(links: NodeLinks = .single) { self.links = links }

    func clients(of participant: ParticipantID) -> [ClientConnection] {
        known[participant].map { Array($0.values) } ?? []
    }

    /// Closes what was opened with tokens that are nobody's any more, on all servers.
    func signedOut(_ ended: EndedSessions, of participant: ParticipantID) {
        hasSignedOut(ended, of: participant)
        links.tellAll(.signedOut(participant, which: ended.word))
    }

    /// The same, on this server.
    func hasSignedOut(_ ended: EndedSessions, of participant: ParticipantID) {
        signOuts += 1
        for client in clients(of: participant) where ended.contains(Identities.hash(client.token)) {
            client.outlet.close(.signedOut, reason: "signed out")
        }
    }

    /// Somebody has another name now: other servers are told.
    func renamed(_ participant: Participant) {
        links.tellAll(
            .renamed(participant.id, name: participant.name, isClaimed: participant.isClaimed))
    }

    /// Tells the other servers that the participant has deleted the account.
    func deleted(_ participant: ParticipantID) { links.tellAll(.deleted(participant)) }

    /// Closes the connections of a participant, by the id, or of an address; how many.
    func close(_ who: String, reason: String) -> Int {
        let clients = who.hasPrefix("p-") ? clients(of: ParticipantID(who)) : all.filter { $0.remoteAddress == who }
        let open = clients.filter(\.isOpen)
        for client in open { client.outlet.close(.policy, reason: reason) }
        return open.count
    }

    /// All of them, in no order.
    var all: [ClientConnection] { known.values.flatMap(\.values) }

    /// From now on `client` is found under its participant, until it is removed.
    func add(_ client: ClientConnection) {
        known[client.participant.id, default: [:]][ObjectIdentifier(client)] = client
    }

    /// It has gone, or is about to be somebody else.
    func remove(_ client: ClientConnection) {
        let id = client.participant.id
        known[id]?[ObjectIdentifier(client)] = nil
        if known[id]?.isEmpty == true { known[id] = nil }
    }
}
