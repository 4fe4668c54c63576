import GameState
import Nodes
import Rooms
import Storage
import WebSockets
import Wire

/// Receives messages and events from the servers that share the store, and passes them to the
/// responsible parts.
final class NodeService: NodeObserver {
    private let network: any NodeNetwork
    private let links: NodeLinks
    private let remote: RemoteRooms
    private let hosted: HostedClients
    private let lobby: LobbyService
    private let services: RoomServices
    private let greeter: Greeter
    private let parts: SharedParts
    private let respondent: NodeRespondent
    /// The number of heartbeats on which this server still checks whether others have taken its
    /// rooms. Some rooms may have been loading at the first check.
    private var remainingComparisons = 0
    private static let doubtedBeats = 30
    /// The number of heartbeats on which other servers are still asked for their full state. They
    /// may have answered before this server listened.
    private var greetings = 0
    private static let greetings = 3
    /// Callbacks that wait until the bans are known, and the number of heartbeats until they are
    /// called anyway.
    private var waiting: [() -> Void] = []
    private var patience = 5

    init(
        _ network: any NodeNetwork, _ links: NodeLinks, remote: RemoteRooms, hosted: HostedClients,
        lobby: LobbyService, services: RoomServices, greeter: Greeter, parts: SharedParts,
        respondent: NodeRespondent
    ) {
        self.parts = parts
        self.respondent = respondent
        self.network = network
        self.links = links
        self.remote = remote
        self.hosted = hosted
        self.lobby = lobby
        self.services = services
        self.greeter = greeter
    }

    /// Joins the network. Calls `done` once the bans are known or cannot be read, or after
    /// `patience` heartbeats. The server must listen even while Redis answers nothing, as it does
    /// with too few replicas, because `/healthz` has to report that.
    func begin(_ done: @escaping () -> Void) {
        waiting.append(done)
        network.begin(self)
        remote.lobby.find()
        learn()
    }

    /// Asks for state that other servers do not repeat by themselves.
    private func learn() {
        parts.moderation.load { [self] in
            enforce()
            known()
        }
        greetings = Self.greetings
        greet()
    }

    private func known() {
        let waiting = waiting
        self.waiting = []
        for done in waiting { done() }
    }

    private func greet() {
        greetings -= 1
        links.broadcast(.news(.greeting))
        parts.counts.scheduleAll()
    }

    /// Disconnects clients that were banned, and clears rooms that were closed, while this server
    /// was cut off.
    private func enforce() {
        for client in greeter.directory.all {
            let isBanned =
                parts.moderation.isBanned(client.participant.id)
                || client.remoteAddress.map { parts.moderation.isBanned(address: $0) } == true
            if isBanned { client.outlet.close(.policy, reason: "banned") }
        }
        for text in parts.moderation.entries.closed.keys {
            if let room = RoomName(text), parts.moderation.isClosed(room) {
                _ = respondent.entry.clear(room, in: greeter.directory)
            }
        }
    }

    var peers: [NodeID] { Array(Set(links.peers).union(parts.counts.peers)) }

    func received(_ bytes: [UInt8]) { perform(links.received(bytes)) }

    func gone(_ node: NodeID) {
        perform(links.drop(node))
        remote.lobby.gone(node)
        parts.counts.remove(node)
        services.ratedGames.remove(node)
        parts.questions.checkAll()
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
            case .toAll(let node, let messages): for message in messages { receive(message, from: node) }
            }
        }
    }

    // MARK: rooms

    func lost(_ room: RoomName) {
        if room != .lobby { return services.rooms[room]?.moved() ?? () }
        lobby.moved()
        remote.lobby.invalidate()
    }

    func lostDeltas(_ room: RoomName) { services.rooms[room]?.moved(LiveRoom.rewoundReason) }

    /// Closes rooms that other servers took while this server sent no heartbeats.
    func missedHeartbeats(_ done: @escaping () -> Void) {
        remainingComparisons = Self.doubtedBeats
        compare(done)
    }

    /// The reason of a close frame, which has room for 123 bytes.
    static let cutOffReason = "this server cannot reach its store"

    func lostStore() {
        guard !network.isAlone else { return }
        for client in greeter.directory.all { client.outlet.close(.goingAway, reason: Self.cutOffReason) }
    }

    private func compare(_ done: @escaping () -> Void = {}) {
        network.lost(of: Array(services.rooms.names)) { [self] lost in
            for room in lost { self.lost(room) }
            done()
        }
    }

    func beat() {
        links.beat()
        if !waiting.isEmpty {
            patience -= 1
            if patience == 0 { known() }
        }
        if remainingComparisons > 0 {
            remainingComparisons -= 1
            compare()
        }
        if greetings > 0 { greet() }
        remote.lobby.beat()
        parts.budgets.report()
    }

    func endTurn() {
        parts.counts.endTurn()
        services.ratedGames.endTurn()
        links.endTurn()
    }

    // MARK: news

    private func receive(_ news: NodeNews, from node: NodeID) {
        switch news {
        case .greeting:
            parts.counts.scheduleAll()
            services.ratedGames.scheduleAll()
        case .counts(let counts, let isAll): parts.counts.heard(counts, isAll: isAll, from: node)
        case .spent(let spent): parts.budgets.heard(spent)
        case .shutOut(let list, let key, let until): parts.moderation.heard(list, key, until: until)
        case .loggedIn(let place): parts.known.heard(place)
        case .question(let number, let question):
            respondent.answer(question) { [links] in links.tell(.answer(number, $0), to: node) }
        case .answer(let number, let answer): parts.questions.answered(number, answer, by: node)
        }
    }

    private func receive(_ message: NodeMessage, from node: NodeID) {
        switch message {
        case .signedOut(let participant, let which):
            services.store.sharedGuests?.drop(participant)
            greeter.directory.hasSignedOut(EndedSessions(word: which), of: participant)
        case .renamed(let id, let name, let isClaimed):
            renameGuest(id, name, isClaimed)
            rename(greeter.directory.clients(of: id), name, isClaimed)
        case .deleted(let id): greeter.hasDeleted(id)
        case .ratedGames(let games, let isAll): services.ratedGames.heard(games, isAll: isAll, from: node)
        case .news(let news): receive(news, from: node)
        default: break
        }
    }

    // MARK: people

    /// Renames a guest who is in memory and not in the store.
    private func renameGuest(_ id: ParticipantID, _ name: String, _ isClaimed: Bool) {
        guard let guests = services.store.sharedGuests, let guest = guests.unsaved(id) else { return }
        // A guest who has claimed a name is stored.
        guard !isClaimed else { return guests.drop(id) }
        var participant = guest.participant
        participant.name = name
        _ = guests.hold(StoredParticipant(participant: participant, tokenHash: guest.tokenHash))
    }

    private func rename(_ clients: [ClientConnection], _ name: String, _ isClaimed: Bool) {
        for client in clients {
            client.participant.name = name
            client.participant.isClaimed = isClaimed || client.participant.isClaimed
            greeter.renamed(client)
        }
    }

    /// Checks the identities of connected clients after messages may have been missed.
    func mayHaveMissed() {
        learn()
        for client in greeter.directory.all where client.participant.isClaimed {
            services.store.participant(tokenHash: Identities.hash(client.token)) { [self] answer in
                guard case .success(let known) = answer, client.isOpen else { return }
                guard let known else { return client.outlet.close(.signedOut, reason: "signed out") }
                if known.name != client.participant.name { rename([client], known.name, known.isClaimed) }
            }
        }
    }
}
