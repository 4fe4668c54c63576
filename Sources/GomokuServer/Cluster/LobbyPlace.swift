import GameState
import Nodes
import Rooms
import Storage

/// Which server has the one lobby, and the games that this server has for its list.
final class LobbyPlace: GameShowing {
    private let network: any NodeNetwork
    private let links: NodeLinks
    private let room: LobbyRoom
    /// Nil: it is being found out.
    private(set) var place: RoomPlace?
    private var waiting: [(RoomPlace?) -> Void] = []
    /// Of rooms that this server serves.
    private var games: [RoomName: ListedGame] = [:]
    /// Of rooms that others serve, while the lobby is here.
    private var foreign: [NodeID: Set<RoomName>] = [:]

    init(_ network: any NodeNetwork, _ links: NodeLinks, room: LobbyRoom) {
        self.network = network
        self.links = links
        self.room = room
    }

    /// Calls `done` once it is known where it is; with nil if that cannot be said.
    func find(_ done: @escaping (RoomPlace?) -> Void = { _ in }) {
        if let place { return done(place) }
        waiting.append(done)
        guard waiting.count == 1 else { return }
        network.place(.lobby) { [self] answer in
            place = try? answer.get()
            if place != nil { for (name, game) in games { tell(game, in: name) } }
            let asking = waiting
            waiting = []
            for done in asking { done(place) }
        }
    }

    /// It is there no longer: looked for again when somebody wants it, or soon.
    func forget() {
        place = nil
        for node in foreign.keys { unlist(node) }
    }

    func gone(_ node: NodeID) {
        unlist(node)
        if place == .there(node) { forget() }
    }

    /// Time goes by.
    func beat() {
        find()
        room.letGo()
    }

    // MARK: games

    func show(_ game: ListedGame?, in name: RoomName) {
        guard games[name] != game else { return }
        games[name] = game
        tell(game, in: name)
    }

    private func tell(_ game: ListedGame?, in name: RoomName) {
        switch place {
        case .here: room.show(game, in: name)
        case .there(let node):
            var writer = JSONWriter()
            if let game { writer.value(game.json) }
            links.tell(host: node, .listed(name, writer.bytes))
        case nil: break
        }
    }

    /// Another server has a game for the list.
    func listed(_ json: [UInt8], in name: RoomName, by node: NodeID) {
        guard case .here = place else { return }
        let game = json.isEmpty ? nil : try? JSONParser.parse(json)
        if game == nil { foreign[node]?.remove(name) } else { foreign[node, default: []].insert(name) }
        room.show(foreign: game, in: name)
    }

    private func unlist(_ node: NodeID) {
        for name in foreign.removeValue(forKey: node) ?? [] { room.show(foreign: nil, in: name) }
    }

    /// Somebody has come into a room that the lobby has made.
    func arrived(_ participant: ParticipantID, _ room: RoomName) {
        if case .there(let node) = place { links.tell(host: node, .arrived(participant, room)) }
    }
}
