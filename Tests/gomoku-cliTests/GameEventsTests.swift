import Client
import GameState
import Robot
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

/// Tests of JSON lines for programs: events of rooms and records, analyses.
@Suite struct GameEventsTests {
    /// Returns the deltas of a room with these changes.
    private func history(_ body: (inout Table) -> Void) -> [AcceptedDelta] {
        var table = Table()
        table.history = []
        body(&table)
        return table.history
    }

    private func types(_ lines: [String]) throws -> [String] {
        try lines.map { try #require(try JSONParser.parse($0)["type"]?.string) }
    }

    @Test("After a gap, chat and people that were missed follow as events")
    func missed() throws {
        func person(_ name: String) -> Participant { Participant(id: ParticipantID("p-\(name)"), name: name) }
        func said(_ text: String, at: Int) -> ChatMessage {
            ChatMessage(by: person("ann"), at: at, id: text, text: text)
        }
        let room = RoomName("tea")!
        let printer = WatchEventsPrinter()
        var mirror = RoomMirror(room: room)
        func lines(_ notice: Notice) throws -> [String] {
            let change = mirror.apply(notice)
            return try printer.lines(change, mirror).map {
                let line = try JSONParser.parse($0)
                return [line["type"]?.string, line["text"]?.string ?? line["name"]?.string].compactMap { $0 }
                    .joined(separator: " ")
            }
        }
        func snapshot(_ chat: [ChatMessage], _ people: [Participant]) -> Notice {
            .snapshot(
                .init(
                    room: room, kind: .gomoku, epoch: "e", state: SharedState(), own: nil, participants: people,
                    host: nil, chat: chat))
        }
        func resumed(_ chat: [ChatMessage], _ people: [Participant]) -> Notice {
            .deltas(
                .init(room: room, epoch: "e", deltas: [], resume: .init(own: nil, participants: people, chat: chat)))
        }
        let chat = [said("one", at: 1), said("two", at: 2), said("three", at: 2), said("four", at: 3)]
        #expect(try lines(snapshot(Array(chat[..<1]), [person("ann")])) == ["room"], "older messages are left out")
        #expect(
            try lines(resumed(Array(chat[..<2]), [person("ann"), person("bob")])) == ["joined bob", "chat two"])
        #expect(try lines(resumed(Array(chat[1..<3]), [person("bob")])) == ["left ann", "chat three"])
        #expect(try lines(resumed(Array(chat[1..<3]), [person("bob")])) == [])
        #expect(try lines(snapshot(chat, [person("bob")])) == ["room", "chat four"])
        let last = said("six", at: 9)
        #expect(try lines(snapshot([last], [])) == ["room", "chat six"], "the server has dropped the messages between")
    }

    @Test("Each event of a game is a line with its type")
    func events() throws {
        let deltas = history { table in
            table.start("h8 i9")
            let offer = table.model.game.offering(Offer(.draw, by: .o))
            table.change(offer, by: Table.bob)
            table.change(table.model.game.refusing, by: Table.ann)
            table.change(table.model.game.resigning(.x), by: Table.ann)
        }
        let lines = GameEvents.lines(deltas)
        #expect(try types(lines) == ["game", "seat", "move", "move", "offer", "offer", "over"])
        let game = try JSONParser.parse(lines[0])
        #expect(game["by"]?.string == "p-ann" && game["game"]?["rule"]?.string == "freestyle")
        #expect(game["game"]?["o"] == .null && game["game"]?["x"]?["id"]?.string == "p-ann")
        let move = try JSONParser.parse(lines[3])
        #expect(move["number"]?.integer == 2 && move["side"]?.string == "o" && move["point"]?.string == "i9")
        #expect(try JSONParser.parse(lines[1])["player"]?["id"]?.string == "p-bob")
        let offers = try lines[4...5].map { try JSONParser.parse($0) }
        #expect(offers[0]["offer"]?.string == "draw" && offers[0]["side"]?.string == "o" && offers[1]["offer"] == .null)
        let over = try JSONParser.parse(lines[6])
        #expect(over["result"]?.string == "o" && over["reason"]?.string == "resign")
    }

    @Test("A takeback and other changes have lines too")
    func others() throws {
        let deltas = history { table in
            table.type("b")
            table.play("h8", by: Table.ann)
            table.type("u")
        }
        #expect(try types(GameEvents.lines(deltas)) == ["game", "move", "takeback"])
        let delta = Delta(changes: [.init("score", .string("Ä"))])
        let other = AcceptedDelta(rev: 1, by: ParticipantID("p-a"), at: 5, id: nil, delta: delta)
        #expect(
            GameEvents.lines([other]) == [
                #"{"type":"change","rev":1,"at":5,"by":"p-a","set":{"score":"\u00c4"}}"#
            ])
    }

    @Test("A room begins with its people and its game; names and chat are ASCII and in no language")
    func room() throws {
        var table = Table(bob: Participant(id: ParticipantID("p-bob"), name: "B\u{1B}ö"))
        table.start("h8")
        var events = GameEvents { [mirror = table.model.mirror] in mirror.person($0)?.name }
        let line = try JSONParser.parse(events.room(table.model.mirror))
        #expect(line["type"]?.string == "room" && line["people"]?.array?.count == 2)
        #expect(line["game"]?["o"]?["name"]?.string == "B\u{1B}ö" && line["game"]?["turn"]?.string == "o")
        #expect(line["game"]?["moves"] == .array([.string("h8")]))
        let chat = GameEvents.chat(
            ChatMessage(by: Table.bob, at: 7, id: "c", text: "\u{1B}[2J é", isForSpectators: true))
        #expect(
            chat == #"{"type":"chat","at":7,"by":"p-bob","name":"Bob","text":"\u001b[2J \u00e9","to":"spectators"}"#)
        #expect(GameEvents.person(Table.ann, joined: true) == #"{"type":"joined","id":"p-ann","name":"Ann"}"#)
        var empty = GameEvents()
        #expect(try JSONParser.parse(empty.room(Table().model.mirror))["game"] == .null)
    }

    @Test("A record is a head and its moves, with times and passes")
    func record() throws {
        let sgf = "(;GM[4]SZ[15]PB[Ann]AB[aa];B[hh];W[]BL[3])"
        var record = try GameRecord(sgf: Array(sgf.utf8))
        record.moves[0].milliseconds = 1_200
        let lines = GameEvents.lines(record)
        #expect(
            lines.first?.hasPrefix(#"{"type":"record","size":15,"x":"Ann""#) == true
                || lines.first?.contains(#""x":"Ann""#) == true)
        #expect(lines[0].contains(#""setupX":["a15"]"#))
        #expect(lines[1] == #"{"type":"move","number":1,"side":"x","point":"h8","milliseconds":1200}"#)
        #expect(lines[2].contains(#""point":null"#))
    }

    @Test("An analysis has a line per position, per move and for the whole game")
    func analysis() throws {
        let size = BoardSize.standard
        let points = ["h8", "a1", "i8", "a2", "j8", "a3", "k8"].compactMap { size.point(named: $0) }
        let searcher = Searcher(size: size, rule: .freestyle, tableMegabytes: 1, threads: 1)
        var appraisals: [Appraisal] = []
        for count in 0...points.count {
            let found = try #require(
                searcher.examine(Array(points[..<count]), limits: SearchLimits(milliseconds: nil, nodes: 500)))
            appraisals.append(found.appraisal)
            guard let result = found.result else { continue }
            let line = try JSONParser.parse(AnalyseLines.position(result, moves: count, next: nil, size))
            #expect(line["moves"]?.integer == count && line["best"]?.string.flatMap { size.point(named: $0) } != nil)
            #expect(line["line"]?.array?.first == line["best"] && line["next"] == nil)
            if abs(result.score) >= 20_000 { #expect(line["wins"]?.bool == (result.score > 0)) }
        }
        let review = AnalyseLines.lines(of: GameReview(points: points, appraisals: appraisals), size)
        #expect(try types(review) == Array(repeating: "move", count: 7) + ["review"])
        let whole = try JSONParser.parse(try #require(review.last))
        #expect(whole["x"]?["accuracy"]?.integer != nil && whole["o"]?["missed-win"]?.integer != nil)
        #expect(AnalyseLines.over(moves: 9) == #"{"type":"over","moves":9}"#)
    }
}
