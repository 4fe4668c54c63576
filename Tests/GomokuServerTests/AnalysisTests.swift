import GameState
import Nodes
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
        let live = try ratedGame(on: test)
        #expect(test.services.ratedGames.positions(of: "x").isEmpty, "too few stones")
        try play(moves, in: live, on: test)
        #expect(live.room.game?.moves.count == 6)
        for player in ["x", "o"] {
            #expect(test.services.ratedGames.positions(of: ParticipantID(player)).count == 1)
        }
        #expect(test.services.ratedGames.positions(of: "spectator").isEmpty)
        let study = try test.live(.analysis, named: "study")
        let (cheat, cheatHears) = test.connection("x")
        study.join(cheat, knowing: nil)
        _ = cheatHears.news()
        study.handle(try line(moves, in: study), from: cheat)
        #expect(cheatHears.news() == ["reject:read-only"])
        let (x, _) = test.connection("x")
        live.handle(try resign(in: live.name), from: x)
        #expect(test.services.ratedGames.positions(of: "x").isEmpty)
    }

    private let moves = ["7,7", "8,8", "7,8", "8,7", "6,6", "9,9"]

    /// Begins a rated game of the participants `x` and `o`.
    private func ratedGame(on test: TestServer) throws -> LiveRoom {
        let live = try test.live(.gomoku, named: "rated")
        test.services.rooms.add(live)
        var terms = GameTerms()
        (terms.isRated, terms.clock) = (true, .fischer(main: 300, increment: 5))
        let players = ByStone(x: Participant(id: "x", name: "X"), o: Participant(id: "o", name: "O"))
        test.store.holdsAppends = false
        live.begin(terms, players) { #expect($0) }
        return live
    }

    private func play(_ cells: [String], in live: LiveRoom, on test: TestServer) throws {
        for cell in cells {
            let number = (live.room.game?.moves.count ?? 0) + 1
            let (connection, _) = test.connection(number % 2 == 1 ? "x" : "o")
            let point = try #require(Point(cell: cell))
            live.handle(
                DeltaRequest(
                    room: live.name, id: "m\(number)",
                    delta: Delta(changes: [
                        .init("move", .string("\(number)")), .init("col\(number)", .string("\(point.column)")),
                        .init("row\(number)", .string("\(point.row)")),
                    ])), from: connection)
        }
    }

    /// Returns a delta that adds a chapter with the moves.
    private func line(_ cells: [String], in study: LiveRoom) throws -> DeltaRequest {
        var parent = TreeNodeID(chapter: 1)
        var changes = [Delta.Change("chapter.1", Chapter(title: "Now").value)]
        for cell in cells {
            let id = TreeNodeID(parent: parent, point: try #require(Point(cell: cell)))
            changes.append(.init(AnalysisKey.node(id).text, .string("\(parent.text) \(cell)")))
            parent = id
        }
        return DeltaRequest(room: study.name, id: "line", delta: Delta(changes: changes))
    }

    @Test("A player does not see an analysis that shows the position of the running rated game")
    func hidden() throws {
        let test = TestServer()
        let live = try ratedGame(on: test)
        try play(moves, in: live, on: test)
        let study = try test.live(.analysis, named: "study")
        test.services.rooms.add(study)
        let (ann, annHears) = test.connection("ann")
        let (player, playerHears) = test.connection("x")
        for connection in [ann, player] {
            connection.rooms.add(study, as: study.name)
            study.join(connection, knowing: nil)
        }
        #expect(study.mayShow(to: player))
        _ = (annHears.news(), playerHears.news())
        study.handle(try line(moves, in: study), from: ann)
        #expect(playerHears.news() == ["error:rated"], "the delta is not among them")
        #expect(player.rooms.isEmpty && annHears.news().contains("delta:1"))
        let (other, _) = test.connection("o")
        #expect(!study.mayShow(to: player) && !study.mayShow(to: other) && study.mayShow(to: ann))
        live.handle(try resign(in: live.name), from: player)
        #expect(study.mayShow(to: player))
    }

    @Test("A player leaves an analysis when the rated game reaches a position of it, also on another server")
    func reached() throws {
        for isElsewhere in [false, true] {
            let test = TestServer()
            let study = try test.live(.analysis, named: "study")
            test.services.rooms.add(study)
            test.store.holdsAppends = false
            let (player, playerHears) = test.connection("x")
            player.rooms.add(study, as: study.name)
            study.join(player, knowing: nil)
            study.handle(try line(moves + ["1,1"], in: study), from: test.connection("ann").0)
            _ = playerHears.news()
            if isElsewhere {
                var board = Board()
                for (index, cell) in moves.enumerated() { board[try #require(Point(cell: cell))] = .ofMove(index + 1) }
                let game = RatedGame(
                    room: try #require(RoomName("far")), players: ["x", "o"], position: ProtectedPosition(board))
                test.services.ratedGames.heard([game], isAll: false, from: NodeID("b"))
            } else {
                let live = try ratedGame(on: test)
                try play(Array(moves.dropLast()), in: live, on: test)
                #expect(playerHears.news().isEmpty)
                try play([moves[5]], in: live, on: test)
            }
            #expect(playerHears.news() == ["error:rated"] && player.rooms.isEmpty)
        }
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
