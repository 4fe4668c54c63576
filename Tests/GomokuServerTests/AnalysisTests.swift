import GameState
import Storage
import TestSupport
import Testing
import Wire

@testable import GomokuServer
@testable import Rooms

@Suite("Analysis rooms on a server")
struct AnalysisTests {
    private let node = TreeNodeID(chapter: 1)

    @Test("Cursors are collected: each participant's newest place once, and all places for a newcomer")
    func cursors() throws {
        let cursors = RoomCursors()
        let room = try #require(RoomName("r"))
        let point = Point(column: 7, row: 7)
        let (here, there) = (CursorPlace(node: node), CursorPlace(node: node, cell: point, follows: "bob"))
        #expect(cursors.news(in: room)?.notice == nil)
        #expect(cursors.move("ann", to: here, by: "g"), "the first move starts the timer")
        #expect(!cursors.move("ann", to: there, by: "g"))
        #expect(!cursors.move("bob", to: here, by: "g"))
        let both = Notice.cursors(
            .init(
                room: room,
                cursors: [(id: ParticipantID("ann"), place: there), (id: ParticipantID("bob"), place: here)]))
        #expect(cursors.news(in: room)?.notice == both)
        #expect(cursors.news(in: room)?.notice == nil)
        #expect(!cursors.move("ann", to: there, by: "g"), "nothing has changed")
        #expect(cursors.move("ann", to: CursorPlace(node: nil), by: "g"))
        #expect(
            cursors.news(in: room)?.notice
                == .cursors(.init(room: room, cursors: [(id: ParticipantID("ann"), place: CursorPlace(node: nil))])))
        #expect(
            cursors.all(in: room) == .cursors(.init(room: room, cursors: [(id: ParticipantID("bob"), place: here)])))
        #expect(cursors.move("bob", to: CursorPlace(node: nil), by: "g"))
        #expect(cursors.all(in: room) == nil)
    }

    @Test("A newcomer gets the cursors after the snapshot, and a cursor goes with its participant")
    func newcomer() throws {
        let test = TestServer()
        let live = try test.live(.analysis)
        let (ann, annHears) = test.connection("ann")
        let (bob, bobHears) = test.connection("bob")
        live.join(ann, knowing: nil)
        live.moveCursor(CursorPlace(node: node), of: ann)
        live.join(bob, knowing: nil)
        #expect(bobHears.heard.map { $0["type"]?.string } == ["snapshot", "cursors"])
        #expect(bobHears.heard.last?["cursors"]?.array?.first?["id"]?.string == "ann")
        _ = annHears.news()
        live.broadcastCursors()
        #expect(annHears.heard.map { $0["type"]?.string } == ["cursors"])
        live.moveCursor(CursorPlace(node: node, follows: "any text"), of: bob)
        live.lost(ann)
        let left = Notice.cursors(
            .init(room: live.name, cursors: [(id: ParticipantID("bob"), place: CursorPlace(node: node))]))
        #expect(live.cursors?.all(in: live.name) == left)
    }

    @Test("Rooms of other kinds have no cursors")
    func otherKinds() throws {
        let test = TestServer()
        let live = try test.live(.open)
        let (ann, _) = test.connection("ann")
        live.join(ann, knowing: nil)
        live.moveCursor(CursorPlace(node: node), of: ann)
        #expect(live.cursors?.all(in: live.name) == nil)
    }

    @Test("32 people take part in an analysis; its owner and the editors that the owner has named always can")
    func people() throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let live = try test.live(.analysis)
        for number in 0..<LiveRoom.analysts {
            let (one, _) = test.connection("p-\(number)")
            #expect(live.admits(one.participant.id))
            live.join(one, knowing: nil)
        }
        #expect(!live.admits("p-late"))
        #expect(live.admits("p-0"), "a further connection of a participant who is present")
        #expect(live.admits("ann"), "the owner")
        let (ann, annHears) = test.connection("ann")
        live.join(ann, knowing: nil)
        live.handle(try put("1", "role.p-late", "editor"), from: ann)
        #expect(annHears.news().contains("delta:1"))
        #expect(live.admits("p-late"))
        for number in 0..<LiveRoom.analystConnections - LiveRoom.analysts - 1 {
            let (more, _) = test.connection("p-\(number % LiveRoom.analysts)")
            live.join(more, knowing: nil)
        }
        #expect(!live.admits("p-0"), "the limit of connections")
        #expect(live.admits("p-late"), "guests cannot keep a named editor out")
    }

    @Test("A player of a rated game in progress cannot analyse its position until the game is over")
    func ratedGame() throws {
        let test = TestServer()
        let live = try test.live(.gomoku, named: "rated")
        test.services.rooms.add(live)
        var terms = GameTerms()
        (terms.isRated, terms.clock) = (true, .fischer(main: 300, increment: 5))
        let players = ByStone(x: Participant(id: "x", name: "X"), o: Participant(id: "o", name: "O"))
        test.store.holdsAppends = false
        var isStored = false
        live.begin(terms, players) { isStored = $0 }
        #expect(isStored)
        #expect(test.services.positionsOfRatedGames(of: "x").isEmpty, "too few stones")
        for (index, cell) in ["7,7", "8,8", "7,8", "8,7", "6,6", "9,9"].enumerated() {
            let side = index % 2 == 0 ? "x" : "o"
            let (connection, _) = test.connection(side)
            let point = try #require(Point(cell: cell))
            live.handle(
                DeltaRequest(
                    room: live.name, id: "m\(index)",
                    delta: Delta(changes: [
                        .init("move", .string("\(index + 1)")), .init("col\(index + 1)", .string("\(point.column)")),
                        .init("row\(index + 1)", .string("\(point.row)")),
                    ])), from: connection)
        }
        #expect(live.room.game?.moves.count == 6)
        for player in ["x", "o"] {
            #expect(test.services.positionsOfRatedGames(of: ParticipantID(player)).count == 1)
        }
        #expect(test.services.positionsOfRatedGames(of: "spectator").isEmpty)
        let study = try test.live(.analysis, named: "study")
        let (cheat, cheatHears) = test.connection("x")
        study.join(cheat, knowing: nil)
        var parent = TreeNodeID(chapter: 1)
        var changes = [Delta.Change("chapter.1", Chapter(title: "Now").value)]
        for cell in ["7,7", "8,8", "7,8", "8,7", "6,6", "9,9"] {
            let id = TreeNodeID(parent: parent, point: try #require(Point(cell: cell)))
            changes.append(.init(AnalysisKey.node(id).text, .string("\(parent.text) \(cell)")))
            parent = id
        }
        _ = cheatHears.news()
        study.handle(DeltaRequest(room: study.name, id: "c", delta: Delta(changes: changes)), from: cheat)
        #expect(cheatHears.news() == ["reject:read-only"])
        let (x, _) = test.connection("x")
        live.handle(try resign(in: live.name), from: x)
        #expect(test.services.positionsOfRatedGames(of: "x").isEmpty)
    }

    @Test("A player invites both players into an analysis, except during a rated game; others cannot invite")
    func invitations() throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let live = try test.live(.gomoku, named: "lunch")
        test.services.rooms.add(live)
        var hears: [String: RecordingOutlet] = [:]
        var connections: [String: ClientConnection] = [:]
        for name in ["x", "o", "spectator"] {
            let (connection, outlet) = test.connection(name)
            connection.rooms.add(live, as: live.name)
            live.join(connection, knowing: nil)
            (connections[name], hears[name]) = (connection, outlet)
        }
        func invite(_ name: String) throws {
            for outlet in hears.values { _ = outlet.news() }
            let text = #"{"type":"invite","room":"lunch","id":"i","analysis":"study"}"#
            test.dispatcher.receive(Array(text.utf8), from: try #require(connections[name]), now: 1_000)
        }
        func news(_ name: String) throws -> [String] { try #require(hears[name]).news() }
        try invite("x")
        #expect(try news("x") == ["error:no-game"])
        var terms = GameTerms()
        (terms.isRated, terms.clock) = (true, .fischer(main: 300, increment: 5))
        let players = ByStone(x: Participant(id: "x", name: "X"), o: Participant(id: "o", name: "O"))
        live.begin(terms, players) { #expect($0) }
        try invite("x")
        #expect(try news("x") == ["error:rated"])
        live.handle(try resign(in: live.name), from: try #require(connections["x"]))
        #expect(live.room.game?.isOver == true)
        try invite("spectator")
        #expect(try news("spectator") == ["error:read-only"])
        try invite("x")
        #expect(try news("spectator").isEmpty)
        for player in ["x", "o"] {
            let notice = try #require(hears[player]?.heard.first)
            #expect(notice["type"]?.string == "invited" && notice["analysis"]?.string == "study")
            #expect(notice["by"]?.string == "x" && notice["secret"] == nil)
        }
        test.moderation.change({ $0.muted["x"] = 5_000 }, { #expect($0 == nil) })
        try invite("x")
        #expect(try news("x") == ["error:muted"])
        #expect(try news("o").isEmpty)
    }

    private func resign(in room: RoomName) throws -> DeltaRequest {
        DeltaRequest(
            room: room, id: "resign",
            delta: Delta(changes: [.init("result", .string("o")), .init("reason", .string("resign"))]))
    }
}
