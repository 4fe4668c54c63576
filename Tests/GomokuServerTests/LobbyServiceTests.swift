import GameState
import Storage
import TestSupport
import Testing
import Wire

@testable import GomokuServer
@testable import Rooms

@Suite("Lobby service")
struct LobbyServiceTests {
    private let test = TestServer()
    private var registry: RoomRegistry { test.registry }
    private var desk: LobbyService { test.lobby }

    private func seek(_ client: ClientConnection, _ id: String, isRated: Bool = false) {
        desk.seek(
            .init(id: id, terms: GameTerms(clock: ClockSetting("60+1"), isRated: isRated)), from: client,
            test.hold(client))
    }

    @Test("Players are told of their room only after its game is stored")
    func durable() throws {
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        seek(ann, "s1")
        #expect(annHears.news() == ["seeking:"])
        seek(bob, "s2")
        #expect(annHears.news() == [] && bobHears.news() == [])
        test.store.release()
        #expect(annHears.heard.first?["room"]?.string == "g1" && bobHears.heard.first?["id"]?.string == "s2")
        #expect(annHears.news() == ["paired:"] && bobHears.news() == ["paired:"])
        let live = try #require(registry.rooms.all.first { $0.name.text == "g1" })
        #expect(
            Set([live.room.game?.seats.x, live.room.game?.seats.o]) == [ParticipantID("ann"), ParticipantID("bob")])
        #expect(Set(live.seated.map(\.name)) == ["ann", "bob"])
        let listed = desk.room.live.room.state["play.g1"]
        #expect(listed.flatMap { ListedGame($0) }?.players.x.rating == 1_500)
    }

    @Test("The lobby lists the oldest seeks up to its limit, and also pairs unlisted ones")
    func seekLimit() throws {
        let limit = LobbyRoom.seeksLimit
        func seek(_ name: String, seconds: Int) -> (ClientConnection, RecordingOutlet) {
            let (client, outlet) = test.connection(name)
            desk.seek(
                .init(id: name, terms: GameTerms(clock: ClockSetting("\(seconds)+1"))), from: client, test.hold(client))
            return (client, outlet)
        }
        func listed() -> Int { desk.room.live.room.state.count }
        let seekers = (0..<limit + 2).map { seek("s\($0)", seconds: 60 + $0) }
        #expect(listed() == limit)
        desk.lost(seekers[0].0)
        #expect(listed() == limit)
        let places = (0..<limit + 2).map { desk.room.live.room.state["seek.\($0 + 1)"] != nil }
        #expect(!places[0] && places[1...limit].allSatisfy(\.self) && !places[limit + 1])
        let (_, hears) = seek("other", seconds: 60 + limit + 1)
        test.store.release()
        #expect(hears.news().last == "paired:" && seekers[limit + 1].1.news().last == "paired:")
    }

    @Test("If a paired game cannot be stored, both players get an error and no game is listed")
    func unstored() throws {
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        seek(ann, "s1")
        seek(bob, "s2")
        _ = annHears.news()
        test.store.release(failing: .unavailable("The disk is full."))
        #expect(annHears.news() == ["error:unavailable"] && bobHears.news() == ["error:unavailable"])
        #expect(desk.room.live.room.state.count == 0)
        seek(ann, "s3")
        #expect(annHears.news() == ["seeking:"])
    }

    @Test("A seek ends with its connection, and pairing does not wait for a player who has left")
    func lost() throws {
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        seek(ann, "s1")
        desk.lost(ann)
        #expect(desk.room.live.room.state.count == 0)
        seek(bob, "s2")
        let (cid, _) = test.connection("cid")
        seek(cid, "s3")
        desk.lost(cid)
        _ = (annHears.news(), bobHears.news())
        test.store.release()
        #expect(bobHears.news() == ["paired:"] && annHears.news() == [])
    }

    @Test("Rated games need claimed names")
    func rated() throws {
        let (ann, annHears) = test.connection("ann")
        seek(ann, "s1", isRated: true)
        #expect(annHears.news() == ["error:not-claimed"])
        ann.participant.isClaimed = true
        seek(ann, "s2", isRated: true)
        #expect(annHears.news() == ["seeking:"])
        let (bob, bobHears) = test.connection("bob")
        desk.accept(.init(id: "a", number: 1), from: bob, test.hold(bob))
        #expect(bobHears.news() == ["error:not-claimed"])
        bob.participant.isClaimed = true
        desk.accept(.init(id: "a", number: 1), from: bob, test.hold(bob))
        test.store.release()
        #expect(bobHears.news() == ["paired:"])
        let live = try #require(registry.rooms.all.first { $0.name.text == "g1" })
        #expect(live.room.game?.terms.isRated == true)
    }

    @Test("A pairing is repeated after a reconnect until the player joins its room or it expires")
    func reminded() throws {
        let (ann, _) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        seek(ann, "s1")
        seek(bob, "s2")
        test.store.release()
        _ = bobHears.news()
        desk.welcomed(bob)
        #expect(bobHears.news() == [], "this connection already knows")
        desk.remind(bob)
        #expect(bobHears.news() == ["paired:"], "the connection had fallen behind")
        let (again, againHears) = test.connection("bob")
        desk.welcomed(again)
        #expect(againHears.heard.last?["room"]?.string == "g1")
        #expect(againHears.news() == ["paired:"])
        desk.joined(again, try #require(RoomName("other")))
        desk.welcomed(again)
        #expect(againHears.news() == ["paired:"])
        desk.joined(again, try #require(RoomName("g1")))
        desk.welcomed(again)
        #expect(againHears.news() == [])
        let (late, lateHears) = test.connection("ann")
        test.time += PairingReminders.milliseconds
        desk.welcomed(late)
        #expect(lateHears.news() == [])
    }

    @Test("The list of games has a limit, and a finished game frees its place")
    func limit() throws {
        let list = LobbyRoom(services: test.services, epoch: "k")
        let player = ListedGame.Player(name: "Ann", rating: 1_500)
        let game = ListedGame(players: ByStone(x: player, o: player), terms: GameTerms(rule: .caro))
        let rooms = try (0...LobbyRoom.gamesLimit).map { try #require(RoomName("g\($0)")) }
        for room in rooms { list.show(game, in: room) }
        #expect(list.live.room.state.count == LobbyRoom.gamesLimit)
        list.show(nil, in: rooms[0])
        for room in rooms.suffix(2) { list.show(game, in: room) }
        #expect(list.live.room.state.count == LobbyRoom.gamesLimit)
    }

    @Test("The lobby shows the boards of a few games, follows their moves, and reuses free places")
    func boards() throws {
        let list = LobbyRoom(services: test.services, epoch: "k")
        let player = ListedGame.Player(name: "Ann", rating: 1_500)
        func game(_ moves: [String]) throws -> ListedGame {
            let points = moves.compactMap { BoardSize.standard.point(named: $0) }
            let board = try #require(ListedBoard(size: .standard, moves: points))
            return ListedGame(players: ByStone(x: player, o: player), terms: GameTerms(), board: board)
        }
        func moves(_ room: RoomName) -> String? { list.live.room.state[ListedBoard.key(room)]?["moves"]?.string }
        let rooms = try (0...BoardPlaces.limit).map { try #require(RoomName("g\($0)")) }
        for room in rooms { list.show(try game([]), in: room) }
        #expect(rooms.map(moves) == Array(repeating: "", count: BoardPlaces.limit) + [nil])
        let rev = list.live.room.rev
        list.show(try game(["h8", "i9"]), in: rooms[0])
        #expect(moves(rooms[0]) == "h8 i9")
        #expect(list.live.room.rev == rev + 1)
        list.show(nil, in: rooms[0])
        #expect(moves(rooms[0]) == nil)
        #expect(list.live.room.rev == rev + 3, "the board disappears before the game")
        list.show(try game(["a1"]), in: try #require(rooms.last))
        #expect(moves(try #require(rooms.last)) == "a1", "the free place")
    }

    @Test("A new game without its players is listed for a minute, or as long as a server serves it")
    func awaited() throws {
        let list = LobbyRoom(services: test.services, epoch: "k")
        let game = ListedGame(
            players: ByStone(x: .init(name: "Ann", rating: 1_500), o: .init(name: "Bob", rating: 1_600)),
            terms: GameTerms(clock: ClockSetting("60+1")))
        let (here, there, nowhere) = (
            try #require(RoomName("g1")), try #require(RoomName("g2")), try #require(RoomName("g3"))
        )
        func names() -> [String] { ["g1", "g2", "g3"].filter { list.live.room.state["play.\($0)"] != nil } }
        // The server that created the room evicts it from memory.
        list.show(game, in: here)
        for room in [here, there, nowhere] { list.show(awaited: game, in: room) }
        list.show(nil, in: here)
        #expect(names() == ["g1", "g2", "g3"])
        let rev = list.live.room.rev
        list.show(game, in: here)
        list.show(foreign: ListedGame(game.jsonWithBoard), in: there)
        #expect(list.live.room.rev == rev, "it is the same game")
        test.time += LobbyRoom.awaitedMilliseconds
        list.letGo()
        #expect(names() == ["g1", "g2"])
        list.show(foreign: nil, in: there)
        list.show(nil, in: here)
        #expect(names() == [])
    }

    @Test("A listed room that is unloaded leaves the list")
    func forgotten() throws {
        let (ann, _) = test.connection("ann")
        let (bob, _) = test.connection("bob")
        seek(ann, "s1")
        seek(bob, "s2")
        test.store.release()
        #expect(desk.room.live.room.state["play.g1"] != nil)
        test.time += RoomRegistry.idleMilliseconds
        registry.sweep()
        #expect(desk.room.live.room.state["play.g1"] == nil)
        #expect(registry.rooms[.lobby] === desk.room.live, "the lobby itself stays")
    }
}

@Suite("Chat in a room")
struct TalkTests {
    private let test = TestServer()

    private func says(_ client: ClientConnection, _ id: String, at live: LiveRoom) {
        live.say(.init(room: live.name, id: id, text: id), from: client)
    }

    private func chat(of snapshot: RecordingOutlet) -> [String] {
        (snapshot.heard.last { $0["type"]?.string == "snapshot" }?["chat"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    @Test("During a rated game spectators' chat reaches only spectators, and afterwards everyone")
    func apart() throws {
        test.store.holdsAppends = false
        let live = try test.live(.gomoku)
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        let (eve, eveHears) = test.connection("eve")
        let (guest, guestHears) = test.connection("guest")
        for one in [ann, bob, eve, guest] { live.join(one, knowing: nil) }
        let terms = GameTerms(clock: ClockSetting("60+1"), isRated: true)
        live.begin(terms, ByStone(x: ann.participant, o: bob.participant)) { #expect($0) }
        for outlet in [annHears, bobHears, eveHears, guestHears] { _ = outlet.news() }
        says(eve, "psst", at: live)
        #expect(guestHears.heard.last?["to"]?.string == "spectators")
        #expect(
            annHears.news() == [] && bobHears.news() == [] && eveHears.news() == ["said:"]
                && guestHears.news() == ["said:"])
        says(ann, "hello", at: live)
        #expect(annHears.heard.last?["to"] == nil)
        for outlet in [annHears, bobHears, eveHears, guestHears] { #expect(outlet.news() == ["said:"]) }
        live.refresh(ann)
        live.refresh(eve)
        #expect(chat(of: annHears) == ["hello"] && chat(of: eveHears) == ["psst", "hello"])
        var open: [String] = []
        live.durableSnapshot { open = $0?.chat.map(\.id) ?? [] }
        #expect(open == [], "a snapshot for clients outside the room has no chat of spectators")
        live.handle(
            DeltaRequest(
                room: live.name, id: "r",
                delta: Delta(changes: [.init("result", .string("o")), .init("reason", .string("resign"))])),
            from: ann)
        live.refresh(ann)
        #expect(chat(of: annHears) == ["psst", "hello"])
        says(eve, "well played", at: live)
        #expect(annHears.news().last == "said:")
    }

    @Test("A chat message is broadcast once, and one sent before the first delta is stored with it")
    func kept() throws {
        let live = try test.live()
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        says(ann, "c1", at: live)
        #expect(annHears.news() == ["snapshot:0", "said:"])
        live.handle(try put("1", "a", "x"), from: ann)
        test.store.release()
        var stored: [String] = []
        test.store.inner.load(live.name) { stored = ((try? $0.get())?.chat ?? []).map(\.id) }
        #expect(stored == ["c1"])
        says(ann, "c2", at: live)
        says(ann, "c2", at: live)
        #expect(annHears.news() == ["delta:1", "said:", "said:"], "the repeated message goes only to its sender")
        test.store.inner.load(live.name) { stored = ((try? $0.get())?.chat ?? []).map(\.id) }
        #expect(stored == ["c1", "c2"])
    }
}
