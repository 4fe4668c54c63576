import GameState
import Nodes
import Rooms
import Storage

/// A locator of the server that has the lobby. It sends that server the games of this one.
final class LobbyLocator: GameShowing {
    private let network: any NodeNetwork
    private let links: NodeLinks
    private let room: LobbyRoom
    /// The server of the lobby; nil until the network has answered.
    private(set) var place: RoomAssignment?
    private var waiting: [(RoomAssignment?) -> Void] = []
    /// Games in rooms that this server serves.
    private var games: [RoomName: ListedGame] = [:]
    /// Rooms of other servers whose games are listed, while this server has the lobby.
    private var foreign: [NodeID: Set<RoomName>] = [:]

    init(_ network: any NodeNetwork, _ links: NodeLinks, room: LobbyRoom) {
        self.network = network
        self.links = links
        self.room = room
    }

    /// Calls `done` with the server of the lobby, or with nil if it cannot be found.
    func find(_ done: @escaping (RoomAssignment?) -> Void = { _ in }) {
        if let place { return done(place) }
        waiting.append(done)
        guard waiting.count == 1 else { return }
        network.place(.lobby) { [self] answer in
            place = try? answer.get()
            if place != nil { for (name, game) in games { report(game, in: name) } }
            let asking = waiting
            waiting = []
            for done in asking { done(place) }
        }
    }

    /// Forgets the server of the lobby. It is looked up again on the next request or heartbeat.
    func invalidate() {
        place = nil
        for node in foreign.keys { unlist(node) }
    }

    func gone(_ node: NodeID) {
        unlist(node)
        if place == .there(node) { invalidate() }
    }

    /// Looks up the lobby if it is unknown, and expires listed games. Called on every heartbeat.
    func beat() {
        find()
        room.letGo()
    }

    // MARK: games

    func show(_ game: ListedGame?, in name: RoomName) {
        guard games[name] != game else { return }
        games[name] = game
        report(game, in: name)
    }

    private func report(_ game: ListedGame?, in name: RoomName) {
        switch place {
        case .here: room.show(game, in: name)
        case .there(let node):
            var writer = JSONWriter()
            if let game { writer.value(game.jsonWithBoard) }
            links.send(host: node, .listed(name, writer.bytes))
        case nil: break
        }
    }

    /// Lists, updates or unlists a game of another server.
    func listed(_ json: [UInt8], in name: RoomName, by node: NodeID) {
        guard case .here = place else { return }
        let game = json.isEmpty ? nil : (try? JSONParser.parse(json)).flatMap { ListedGame($0) }
        if game == nil { foreign[node]?.remove(name) } else { foreign[node, default: []].insert(name) }
        room.show(foreign: game, in: name)
    }

    private func unlist(_ node: NodeID) {
        for name in foreign.removeValue(forKey: node) ?? [] { room.show(foreign: nil, in: name) }
    }

    /// Tells the server of the lobby that a participant has entered a room that the lobby created.
    func arrived(_ participant: ParticipantID, _ room: RoomName) {
        if case .there(let node) = place { links.send(host: node, .arrived(participant, room)) }
    }
}
