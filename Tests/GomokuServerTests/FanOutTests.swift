import GameState
import TestSupport
import Testing
import WebSockets
import Wire

@testable import GomokuServer
@testable import Nodes
@testable import Rooms

@Suite("Delivery to large rooms")
struct FanOutTests {
    private let test = TestServer()

    private func frame(_ number: Int) -> Frame { Frame("{\"rev\":\(number)}") }

    /// Adds connections to a room. Returns them in order.
    private func join(_ live: LiveRoom, _ count: Int, as name: String = "s") -> [RecordingOutlet] {
        (0..<count).map {
            let (connection, outlet) = test.connection("\(name)\($0)", address: "192.0.2.\($0 % 200)")
            live.join(connection, knowing: nil)
            _ = outlet.news()
            return outlet
        }
    }

    /// Returns a room with `count` clients and a fast store, and a sender who joined last.
    private func crowdedRoom(_ count: Int) throws -> (
        LiveRoom, crowd: [RecordingOutlet], sender: ClientConnection, RecordingOutlet
    ) {
        let live = try test.live()
        test.services.rooms.add(live)
        test.store.holdsAppends = false
        let crowd = join(live, count)
        let (sender, hears) = test.connection("z")
        live.join(sender, knowing: nil)
        return (live, crowd, sender, hears)
    }

    /// Delivers the backlog, and returns the number of turns that it takes. No turn delivers more
    /// than the limit.
    private func turnsToTell(_ crowd: [RecordingOutlet]) -> Int {
        var turns = 0
        while test.services.fanOut.count > 0 {
            let before = crowd.count { !$0.heard.isEmpty }
            test.services.fanOut.beginTurn()
            #expect(crowd.count { !$0.heard.isEmpty } - before <= FanOut.deliveriesPerTurn)
            turns += 1
        }
        return turns
    }

    @Test("A room of fifty broadcasts joins and leaves together, at the server's next interval")
    func presence() throws {
        let live = try test.live()
        let crowd = join(live, Audience.coalescingSize)
        test.services.presenceBatches.announce()
        test.services.presenceBatches.scheduleAnnouncement()
        for outlet in crowd { _ = outlet.news() }
        let (gone, _) = test.connection("gone")
        live.join(gone, knowing: nil)
        _ = join(live, 3, as: "n")
        live.lost(gone)
        test.services.presenceBatches.scheduleAnnouncement()
        #expect(crowd.allSatisfy { $0.heard.isEmpty })
        test.services.presenceBatches.announce()
        for outlet in crowd {
            let news = try #require(outlet.heard.first)
            #expect(outlet.heard.count == 1)
            #expect(news["joined"]?.array?.compactMap { $0["name"]?.string } == ["n0", "n1", "n2"])
            #expect(news["left"]?.array?.isEmpty == true)
        }
    }

    @Test(
        "Each client receives every frame while it is in the room, in order, however turns divide them",
        arguments: 0..<20 as Range<UInt64>)
    func order(seed: UInt64) {
        final class Client {
            let connection: ClientConnection
            let outlet: RecordingOutlet
            var expected: [Int] = []
            init(_ made: (ClientConnection, RecordingOutlet)) { (connection, outlet) = made }
        }
        var random = SeededRandom(seed: seed)
        var audience = Audience()
        var (here, gone): ([Client], [Client]) = ([], [])
        for number in 0..<400 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                let client = Client(test.connection("p\(number % 7)"))
                audience.announce(client.connection)
                audience.admit(client.connection)
                here.append(client)
            case 2 where !here.isEmpty:
                let client = here.remove(at: Int.random(in: 0..<here.count, using: &random))
                audience.remove(client.connection)
                gone.append(client)
            case 3 where !here.isEmpty:
                // A client that gets a message of its own must have received all earlier ones.
                let client = here[Int.random(in: 0..<here.count, using: &random)]
                audience.catchUp(client.connection)
                #expect(client.outlet.heard.compactMap { $0["rev"]?.integer } == client.expected, "seed \(seed)")
            case 4:
                let one = here.randomElement(using: &random)
                let isDirect = Bool.random(using: &random)
                audience.broadcast(
                    frame(number), to: one.map { .besides($0.connection) } ?? .everybody, isDirect: isDirect)
                for client in here where client !== one { client.expected.append(number) }
            case 5:
                audience.send(frame(number), onlyTo: ParticipantID("p3"))
                for client in here where client.connection.participant.id.text == "p3" {
                    client.expected.append(number)
                }
            case 6, 7:
                audience.broadcast(frame(number), isDirect: Bool.random(using: &random))
                for client in here { client.expected.append(number) }
            default:
                let limit = Int.random(in: 1...6, using: &random)
                let deliveries = audience.deliver(atMost: limit)
                #expect(deliveries <= limit + 400)
            }
        }
        while audience.hasBacklog { _ = audience.deliver(atMost: 3) }
        for client in here {
            #expect(client.outlet.heard.compactMap { $0["rev"]?.integer } == client.expected, "seed \(seed)")
        }
        for client in gone {
            let heard = client.outlet.heard.compactMap { $0["rev"]?.integer }
            #expect(heard == Array(client.expected.prefix(heard.count)), "seed \(seed)")
        }
        #expect(!audience.isBacklogFull)
    }

    @Test("In a large room the sender is served first, and the others over several turns")
    func turns() throws {
        let (live, crowd, sender, senderHears) = try crowdedRoom(300)
        while test.services.fanOut.count > 0 { test.services.fanOut.beginTurn() }
        for outlet in crowd + [senderHears] { _ = outlet.news() }
        live.handle(try put("1", "a", "b"), from: sender)
        #expect(senderHears.news() == ["delta:1"])
        #expect(crowd.count { $0.heard.isEmpty } == 300)
        #expect(turnsToTell(crowd) == 3)
        let told = crowd.map { $0.news() }
        #expect(told.count { $0 == ["delta:1"] } == 300)
    }

    @Test("A small room is served at once, whatever waits for larger rooms")
    func small() throws {
        let (large, _, sender, _) = try crowdedRoom(200)
        for id in 0..<20 { large.handle(try put("\(id)", "a", "b\(id)"), from: sender) }
        #expect(test.services.fanOut.count == 1)
        let small = LiveRoom(
            Room(
                name: try #require(RoomName("small")), kind: .open, epoch: "k", host: ParticipantID("ann"),
                limits: test.services.limits), created: 0, services: test.services)
        let hear = join(small, FanOut.directSize, as: "t")
        for outlet in hear { _ = outlet.news() }
        small.handle(try put("1", "a", "b"), from: sender)
        let told = hear.map { $0.news() }
        #expect(told.count { $0.last == "delta:1" } == FanOut.directSize)
    }

    @Test("Rooms take turns by the address that caused their deliveries")
    func fairness() throws {
        let rooms = RoomDirectory()
        let fanOut = FanOut(timer: { _ in StillTimer() }, rooms: rooms)
        test.store.holdsAppends = false
        func crowded(_ name: String) throws -> (LiveRoom, [RecordingOutlet]) {
            let services = RoomServices(
                store: test.store, limits: test.services.limits, now: { 0 }, timer: { _ in StillTimer() },
                rooms: rooms, fanOut: fanOut)
            let live = LiveRoom(
                Room(
                    name: try #require(RoomName(name)), kind: .open, epoch: "k", host: ParticipantID("ann"),
                    limits: test.services.limits), created: 0, services: services)
            rooms.add(live)
            return (live, join(live, 100, as: name))
        }
        let mallory = test.connection("mallory", address: "198.51.100.1").0
        let ann = test.connection("ann", address: "198.51.100.2").0
        let his = try (0..<40).map { try crowded("his\($0)") }
        let (hers, spectators) = try crowded("hers")
        while fanOut.count > 0 { fanOut.beginTurn() }
        for outlet in spectators { _ = outlet.news() }
        for (live, _) in his {
            for id in 0..<5 { live.handle(try put("\(id)", "a", "b\(id)"), from: mallory) }
        }
        hers.handle(try put("1", "a", "b"), from: ann)
        #expect(fanOut.count == 41)
        var turns = 0
        while spectators.contains(where: { $0.heard.isEmpty }), turns < 100 {
            fanOut.beginTurn()
            turns += 1
        }
        #expect(turns <= 8, "half of each turn goes to her address")
    }

    @Test("Deliveries are charged to the address that caused them, which then has to wait")
    func charge() throws {
        let budgets = AddressBudgets(storageBytes: 0)
        let fanOut = FanOut(timer: { _ in StillTimer() }, rooms: RoomDirectory(), budgets: budgets)
        let (mallory, _) = test.connection("mallory", address: "198.51.100.1")
        let (ann, _) = test.connection("ann", address: "198.51.100.2")
        var messages = 0
        while budgets.payForWork(mallory, answered: 0, now: 1_000) == 0, messages < 10_000 {
            fanOut.charge(mallory, deliveries: 250)
            messages += 1
        }
        #expect((700...1_100).contains(messages), "\(messages) messages to 250 each")
        #expect(budgets.payForWork(ann, answered: 0, now: 1_000) == 0)
        for _ in 0..<10_000 { fanOut.charge(ann, deliveries: 2) }
        #expect(
            budgets.payForWork(ann, answered: 0, now: 1_000) == 0,
            "the deliveries of a two-player game cost too little to wait")
    }

    /// Returns an open room whose deliveries are charged to the budgets.
    private func chargedRoom() throws -> (LiveRoom, AddressBudgets, FanOut) {
        let budgets = AddressBudgets(storageBytes: 0)
        let rooms = RoomDirectory()
        let fanOut = FanOut(timer: { _ in StillTimer() }, rooms: rooms, budgets: budgets)
        let services = RoomServices(
            store: test.store, limits: test.services.limits, now: { 0 }, timer: { _ in StillTimer() },
            rooms: rooms, fanOut: fanOut)
        let live = LiveRoom(
            Room(
                name: try #require(RoomName("r")), kind: .open, epoch: "k", host: ParticipantID("ann"),
                limits: test.services.limits), created: 0, services: services)
        rooms.add(live)
        return (live, budgets, fanOut)
    }

    @Test("A room charges the sender for the deliveries of its deltas and chat messages", arguments: [true, false])
    func chargedByRooms(isDelta: Bool) throws {
        let (live, budgets, fanOut) = try chargedRoom()
        test.store.holdsAppends = false
        _ = join(live, 250)
        let (mallory, _) = test.connection("mallory", address: "198.51.100.1")
        live.join(mallory, knowing: nil)
        var messages = 0
        while budgets.payForWork(mallory, answered: 0, now: 1_000) == 0, messages < 2_000 {
            messages += 1
            if isDelta {
                live.handle(try put("\(messages)", "a", "\(messages)"), from: mallory)
            } else {
                live.say(.init(room: live.name, id: "\(messages)", text: "hello"), from: mallory)
            }
            while fanOut.count > 0 { fanOut.beginTurn() }
        }
        #expect((700...1_100).contains(messages), "\(messages) messages to 250 each")
    }

    @Test("A room charges the first participant of a batch of joins and leaves", arguments: [30, 250])
    func chargedForPresence(_ count: Int) throws {
        let (live, budgets, fanOut) = try chargedRoom()
        func announce() {
            live.services.presenceBatches.announce()
            live.services.presenceBatches.scheduleAnnouncement()
            while fanOut.count > 0 { fanOut.beginTurn() }
        }
        _ = join(live, count)
        announce()
        let (mallory, _) = test.connection("mallory", address: "198.51.100.1")
        let (ann, _) = test.connection("ann", address: "198.51.100.2")
        let left = 10_000
        for client in [mallory, ann] { fanOut.charge(client, deliveries: AddressBudgets.work.burst - left) }
        var batches = 0
        while budgets.mayWork(mallory, now: 0), batches * count < 2 * left {
            batches += 2
            live.join(mallory, knowing: nil)
            live.join(ann, knowing: nil)
            announce()
            live.leave(mallory)
            live.leave(ann)
            announce()
        }
        #expect(abs(batches * count - left) < left / 5, "\(batches) batches to \(count) each")
        #expect(budgets.mayWork(ann, now: 0), "she was second in each batch")
    }

    @Test("A large room delivers presence and chat in turns", arguments: [true, false])
    func presenceAndChat(isPresence: Bool) throws {
        let (live, crowd, sender, _) = try crowdedRoom(300)
        test.services.presenceBatches.announce()
        while test.services.fanOut.count > 0 { test.services.fanOut.beginTurn() }
        for outlet in crowd { _ = outlet.news() }
        if isPresence {
            _ = join(live, 1, as: "new")
            test.services.presenceBatches.announce()
        } else {
            live.say(.init(room: live.name, id: "1", text: "hello"), from: sender)
        }
        #expect(turnsToTell(crowd) == 3)
        let told = crowd.map { $0.news() }
        #expect(told.allSatisfy { $0 == [isPresence ? "participants:" : "said:"] })
    }

    @Test("A sender is rate-limited while too many deliveries wait in its room")
    func full() throws {
        let (live, _, sender, senderHears) = try crowdedRoom(200)
        _ = senderHears.news()
        let text = String(repeating: "x", count: 20_000)
        for id in 0..<60 { live.handle(try put("\(id)", "a", text + "\(id)"), from: sender) }
        let waits = senderHears.heard.filter { $0["type"]?.string == "reject" }.map { $0["retryAfter"]?.integer }
        #expect(Set(waits) == [1_000])
        let answers = senderHears.news()
        #expect(answers.count { $0 == "reject:rate-limited" } > 0)
        #expect((50...55).contains(answers.count { $0.hasPrefix("delta:") }), "\(answers)")
        while test.services.fanOut.count > 0 { test.services.fanOut.beginTurn() }
        live.handle(try put("again", "a", "b"), from: sender)
        #expect(senderHears.news().first?.hasPrefix("delta:") == true)
    }

    @Test("Lobby news merges changes, sends a limited number at a time, and skips those without effect")
    func lobbyNews() throws {
        var news = LobbyNews()
        var state = SharedState()
        let nothing = news.take(9, changing: state)
        #expect(nothing == nil)
        for number in 0..<100 { news.add("seek.\(number)", .string("\(number)")) }
        for number in 0..<100 where number % 2 == 0 { news.add("seek.\(number)", nil) }
        let oldest = news.take(30, changing: state)
        let first = try #require(oldest)
        #expect(first.changes.count == 30 && first.changes.first?.key == "seek.1")
        state.apply(first)
        let rest = news.take(30, changing: state)
        let second = try #require(rest)
        #expect(second.changes.count == 20 && second.changes.last?.key == "seek.99")
        #expect(news.isEmpty)
        news.add("seek.1", .string("1"))
        let none = news.take(9, changing: state)
        #expect(none == nil, "the key already has this value")
        for number in 0..<LobbyNews.waitingLimit - 1 { news.add("\(number)", nil) }
        let isFull = news.isFull
        news.add("last", nil)
        #expect(!isFull && news.isFull)
    }
}

/// A timer that does not fire.
private final class StillTimer: OneShotTimer {
    func schedule(afterMilliseconds delay: Int) {}
    func cancel() {}
}
