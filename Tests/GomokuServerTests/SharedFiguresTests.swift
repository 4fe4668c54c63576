import GameState
import Storage
import TestSupport
import Testing
import WebSockets

@testable import GomokuServer
@testable import Nodes
@testable import Rooms
@testable import Web

/// Tests of data that servers over one store exchange outside the links for rooms.
@Suite("Figures that servers share")
struct SharedFiguresTests {
    /// A network in which messages arrive immediately.
    private final class Network: NodeNetwork {
        final class Hub {
            var networks: [Network] = []
        }

        let id: NodeID
        private let hub: Hub
        var heard: [[UInt8]] = []
        var isAlone: Bool { hub.networks.count < 2 }

        init(_ name: String, in hub: Hub) {
            id = NodeID(name)
            self.hub = hub
            hub.networks.append(self)
        }

        func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) { done(.success([])) }
        func begin(_ observer: any NodeObserver) {}
        func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void) {
            done(.success(.here(lastAlive: nil)))
        }
        func release(_ room: RoomName) {}
        func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void) { done([]) }
        func rewind(_ room: RoomName, epoch: String) {}
        func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void) { done(nil) }
        func send(_ bytes: [UInt8], to node: NodeID) { publish(bytes, to: node) { _ in } }
        func broadcast(_ bytes: [UInt8]) { publish(bytes, to: nil) { _ in } }
        func publish(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void) {
            let others = hub.networks.filter { $0 !== self && (node == nil || $0.id == node) }
            for other in others { other.heard.append(bytes) }
            heard(others.count)
        }
    }

    /// One server's view of the figures of all servers.
    private final class Server {
        let network: Network
        let links: NodeLinks
        let counts: SharedCounts
        let budgets: AddressBudgets
        let known: KnownLoginAddresses
        let questions: NodeQuestions
        let ratedGames: RatedGames
        /// The players whose games got new positions.
        let changes = Changes()
        let patience = Patience()

        final class Changes {
            var players: [ParticipantID] = []
        }

        /// The pending timeouts, which fire when the test says so.
        final class Patience {
            var ends: [() -> Void] = []
        }

        private final class Timer: OneShotTimer {
            func schedule(afterMilliseconds delay: Int) {}
            func cancel() {}
        }

        init(_ name: String, in hub: Network.Hub) {
            network = Network(name, in: hub)
            links = NodeLinks(network) { "session" }
            counts = SharedCounts(links)
            budgets = AddressBudgets(storageBytes: 1 << 20, links: links)
            known = KnownLoginAddresses(links: links)
            ratedGames = RatedGames(links) { [changes] player in changes.players.append(player) }
            questions = NodeQuestions(network, links, counts: counts) { [patience] fire in
                patience.ends.append(fire)
                return Timer()
            }
        }

        /// Processes received messages, and answers questions with `answer`.
        func hear(answering answer: String = "") {
            while !network.heard.isEmpty {
                for event in links.received(network.heard.removeFirst()) {
                    guard case .toAll(let node, let messages) = event else { continue }
                    for message in messages {
                        switch message {
                        case .news(let news): hear(news, from: node, answer)
                        case .ratedGames(let games, let isAll): ratedGames.heard(games, isAll: isAll, from: node)
                        default: break
                        }
                    }
                }
            }
        }

        private func hear(_ news: NodeNews, from node: NodeID, _ answer: String) {
            switch news {
            case .greeting:
                counts.scheduleAll()
                ratedGames.scheduleAll()
            case .counts(let all, let isAll): counts.heard(all, isAll: isAll, from: node)
            case .spent(let spent): budgets.heard(spent)
            case .loggedIn(let place): known.heard(place)
            case .question(let number, _): links.tell(.answer(number, Array(answer.utf8)), to: node)
            case .answer(let number, let bytes): questions.answered(number, bytes, by: node)
            case .shutOut: break
            }
        }
    }

    private static func three() -> [Server] {
        let hub = Network.Hub()
        return ["a", "b", "c"].map { Server($0, in: hub) }
    }

    @Test("Counts of an address are summed over all servers, and end with the server that reported them")
    func counts() {
        let servers = Self.three()
        func tell() {
            for server in servers { server.counts.endTurn() }
            for server in servers { server.hear() }
        }
        servers[0].counts.set(.connections, of: "10.0.0.1", to: 3)
        servers[1].counts.set(.connections, of: "10.0.0.1", to: 4)
        servers[1].counts.set(.roomsOfAddress, of: "10.0.0.1", to: 2)
        tell()
        #expect(servers.map { $0.counts.elsewhere(.connections, of: "10.0.0.1") } == [4, 3, 7])
        #expect(servers.map { $0.counts.elsewhere(.roomsOfAddress, of: "10.0.0.1") } == [2, 0, 2])
        servers[1].counts.set(.connections, of: "10.0.0.1", to: 1)
        tell()
        #expect(servers[2].counts.elsewhere(.connections, of: "10.0.0.1") == 4)
        servers[2].counts.remove(servers[1].network.id)
        #expect(servers[2].counts.elsewhere(.connections, of: "10.0.0.1") == 3)
        // A server that greets receives all figures once.
        servers[2].links.broadcast(.news(.greeting))
        for _ in 0..<3 { tell() }
        #expect(servers[2].counts.elsewhere(.connections, of: "10.0.0.1") == 4)
        #expect(Set(servers[2].counts.peers) == [servers[0].network.id, servers[1].network.id])
        servers[1].counts.set(.connections, of: "10.0.0.1", to: 0)
        tell()
        #expect(servers.map { $0.counts.elsewhere(.connections, of: "10.0.0.1") } == [0, 3, 3])
    }

    @Test("The positions of rated games are known on all servers, and end with the game or with its server")
    func ratedGames() throws {
        let servers = Self.three()
        func tell() {
            for server in servers { server.ratedGames.endTurn() }
            for server in servers { server.hear() }
        }
        func note(_ stones: Int, in name: String, on server: Int) throws {
            var board = Board(size: try #require(BoardSize(19)))
            for number in 1...stones { board[Point(column: number, row: 18)] = .ofMove(number) }
            let room = try #require(RoomName(name))
            servers[server].ratedGames.note(
                RatedGame(room: room, players: ["x", "o"], position: ProtectedPosition(board)), in: room)
        }
        func counts(_ player: ParticipantID) -> [[Int]] {
            servers.map { $0.ratedGames.positions(of: player).map(\.board.count).sorted() }
        }
        // More games than fit into a message.
        let many = RatedGames.gamesPerMessage + 1
        for number in 0..<many { try note(6, in: "game\(number)", on: 0) }
        tell()
        #expect(counts("x").map(\.count) == [many, many, many])
        for number in 1..<many { servers[0].ratedGames.note(nil, in: try #require(RoomName("game\(number)"))) }
        try note(7, in: "game0", on: 0)
        try note(9, in: "other", on: 1)
        tell()
        #expect(counts("o") == [[7, 9], [7, 9], [7, 9]] && counts("z") == [[], [], []])
        #expect(servers[2].ratedGames.positions(of: "x").allSatisfy { $0.board.size.side == 19 })
        // All games again, without any change.
        servers[0].ratedGames.scheduleAll()
        let before = servers.map(\.changes.players)
        tell()
        #expect(servers.map(\.changes.players) == before, "unchanged positions cause no searches")
        servers[2].ratedGames.remove(servers[0].network.id)
        #expect(counts("x")[2] == [9])
        servers[2].links.broadcast(.news(.greeting))
        for _ in 0..<2 { tell() }
        #expect(counts("x") == [[7, 9], [7, 9], [7, 9]])
    }

    @Test("Spending of an address reaches its budgets on all other servers")
    func budgets() {
        let servers = Self.three()
        let burst = AddressBudgets.http.burst
        for _ in 0..<burst { #expect(servers[0].budgets.payForRequest("10.0.0.1", now: 0) == nil) }
        #expect(servers[1].budgets.payForRequest("10.0.0.1", now: 0) == nil, "the spending has not been sent yet")
        servers[0].budgets.report()
        for server in servers { server.hear() }
        #expect(servers[1].budgets.payForRequest("10.0.0.1", now: 0) != nil)
        #expect(servers[2].budgets.payForRequest("10.0.0.1", now: 0) != nil)
        #expect(servers[2].budgets.payForRequest("10.0.0.2", now: 0) == nil)
        // Changes that make no difference are not sent.
        servers[0].budgets.report()
        #expect(servers[1].network.heard.isEmpty)
    }

    @Test("A question collects the answers of all servers, or of those that are still there")
    func questions() {
        let servers = Self.three()
        var answers: [Int] = []
        servers[0].questions.ask(.online) { answers.append(NodeQuestions.sum($0)) }
        servers[1].hear(answering: "3")
        servers[0].hear()
        #expect(answers == [], "one answer is missing")
        servers[2].hear(answering: "4")
        servers[0].hear()
        #expect(answers == [7])
        servers[0].questions.ask(.online, of: servers[2].network.id) { answers.append(NodeQuestions.sum($0)) }
        servers[2].hear(answering: "5")
        servers[0].hear()
        #expect(answers == [7, 5] && servers[1].network.heard.isEmpty)
        // One server hangs. The others wait for it until it counts as dead.
        servers[2].counts.scheduleAll()
        servers[2].counts.endTurn()
        servers[0].hear()
        servers[0].questions.ask(.online) { answers.append(NodeQuestions.sum($0)) }
        servers[1].hear(answering: "6")
        servers[0].hear()
        servers[0].patience.ends.last?()
        #expect(answers == [7, 5])
        servers[0].counts.remove(servers[2].network.id)
        servers[0].questions.checkAll()
        #expect(answers == [7, 5, 6])
        servers[2].hear(answering: "9")
        servers[0].hear()
        #expect(answers == [7, 5, 6], "the answer came too late")
        let alone = Server("d", in: Network.Hub())
        alone.questions.ask(.online) { answers.append($0.count) }
        #expect(answers == [7, 5, 6, 0], "no other server hears the question")
    }

    @Test("News between servers survives encoding and decoding")
    func texts() throws {
        let room = try #require(RoomName("tea"))
        let inquiry = RoomInquiry(
            room: room, parts: ["games", "1", "report"], from: -1, to: nil, group: "2001:db8::/64")
        let all: [NodeNews] = [
            .greeting, .counts(["c10.0.0.1": 3, "i:": 0], isAll: true), .counts([:], isAll: false),
            .spent([.init(kind: .storage, key: "a b", cost: -7)]),
            .shutOut(.muted, "p-1", until: Moderation.forEver), .shutOut(.closed, "tea", until: nil),
            .loggedIn("10.0.0.1 ann"), .question(7, .close(who: "p-1", reason: "")), .question(8, .clear(room)),
            .question(9, .rooms(limit: 500)), .question(10, .online), .question(11, .room(inquiry)),
            .answer(12, [0, 255, 58]),
        ]
        for news in all {
            var writer = NodeWriter()
            writer.add(.news(news))
            var reader = NodeReader(writer.bytes)
            #expect(reader.message() == .news(news))
        }
        let response = HTTPResponse(status: 404, headers: [("a", "b"), ("c", "")], body: [1, 2, 58])
        let read = try #require(HTTPResponse(bytes: response.bytes))
        #expect(read.status == 404 && read.body == [1, 2, 58] && read.headers.map(\.0) == ["a", "c"])
        let rooms = [ListedRoom(name: room, participants: 2, changed: 9, json: Array("{}".utf8))]
        #expect(ListedRoom.read(ListedRoom.bytes(rooms)) == rooms)
    }

    @Test("Rooms of several servers form one list without duplicates, most participants first")
    func lists() throws {
        func listed(_ name: String, _ participants: Int, _ changed: Int) throws -> ListedRoom {
            ListedRoom(
                name: try #require(RoomName(name)), participants: participants, changed: changed, json: [])
        }
        let rooms = [
            try listed("a", 1, 5), try listed("b", 2, 1), try listed("c", 1, 9), try listed("b", 0, 7),
            try listed("d", 0, 8),
        ]
        #expect(ListedRoom.first(3, of: rooms).map(\.name.text) == ["b", "c", "a"])
        #expect(ListedRoom.first(9, of: rooms).map(\.name.text) == ["b", "c", "a", "d"])
    }
}
