import ArgumentParser
import Client
import GameState
import TestSupport
import Testing
import WebSockets

@testable import gomoku_cli

/// Tests of the page's links: to rooms with a game's terms, to records and to people.
@Suite struct PageLinkTests {
    private func link(_ query: String) throws -> PageLink {
        try Address(url: "https://play.example/?\(query)", room: nil).link
    }

    @Test("A link over HTTPS leads to a secure WebSocket on the same server")
    func secure() throws {
        let address = try Address(url: "https://play.example/games/?room=tea", room: nil)
        #expect(address.target.isSecure && address.target.port == 443 && address.target.path == "/games/ws")
        #expect(address.http("api/home") == "https://play.example/games/api/home")
        #expect(address.link(to: try #require(address.room)) == "https://play.example/games/?room=tea")
        let open = try Address(url: "http://play.example:80/?room=tea", room: nil)
        let room = try #require(open.room)
        #expect(!open.target.isSecure && open.link(to: room) == "http://play.example/?room=tea")
        let other = try Address(url: "https://play.example:8443/?room=tea", room: nil)
        #expect(other.http("x") == "https://play.example:8443/x" && other.target.port == 8443)
    }

    @Test("An embedded page leads to what it shows")
    func embedded() throws {
        let game = try Address(url: "https://play.example/games/embed/games/k5t8-3?theme=dark", room: nil)
        #expect(game.link.record == "k5t8-3" && game.target.path == "/games/ws" && game.room == nil)
        #expect(try Address(url: "http://h:8080/embed/rooms/tea", room: nil).room?.text == "tea")
        #expect(try Address(url: "http://h/embed/puzzles/daily", room: nil).link.puzzles == .mode(.daily))
        let puzzle = try Address(url: "http://h/embed/puzzles/Mnn-hb7xFvQ", room: nil)
        #expect(puzzle.link.puzzles == .puzzle(id: "Mnn-hb7xFvQ"))
        #expect(throws: AddressError.record("..")) { try Address(url: "http://h/embed/games/..", room: nil) }
    }

    @Test("A link to puzzles names a mode or a puzzle")
    func puzzles() throws {
        #expect(try link("puzzles=streak").puzzles == .mode(.streak))
        #expect(try link("puzzles").puzzles == .mode(.daily) && link("puzzles=new").puzzles == .mode(.daily))
        #expect(try link("puzzle=Mnn-hb7xFvQ").puzzles == .puzzle(id: "Mnn-hb7xFvQ"))
        #expect(throws: AddressError.puzzle("short")) { try link("puzzle=short") }
        #expect(try link("puzzles=lost&game=kp7zy3ze5yajt-1").puzzles == .game(id: "kp7zy3ze5yajt-1"))
        #expect(throws: AddressError.record("../x")) { try link("puzzles=lost&game=../x") }
        #expect(try link("puzzles=lost").puzzles == .mode(.lost) && link("puzzles=lost&game=").puzzles == .mode(.lost))
        #expect(try link("room=tea&puzzles=streak").puzzles == nil)
        #expect(try Address(url: "http://h/?puzzles", room: nil).place == .puzzles(.mode(.daily)))
    }

    @Test("A link to a puzzle race names its room, or asks for a new one")
    func race() throws {
        for query in ["race=evening", "race=evening&puzzles"] {
            let address = try Address(url: "http://h:8080/?\(query)#secret=abcdefghijklmnopqrstuv", room: nil)
            let room = try #require(address.room)
            #expect(address.isRace && room.text == "evening" && address.raceRoom == room && address.link.puzzles == nil)
            let link = "http://h:8080/?race=evening#secret=abcdefghijklmnopqrstuv"
            #expect(address.link(toRace: room, secret: address.secret) == link)
        }
        let new = try Address(url: "http://h:8080/?race", room: nil)
        #expect(new.isRace && new.room == nil && new.raceRoom != new.raceRoom, "a new room each time")
        #expect(new.raceRoom.text.wholeMatch(of: /race-[0-9a-z]{12}/) != nil, "in the form of the page")
        #expect(throws: AddressError.room("a b/")) { try link("race=a%20b/") }
        for query in ["race&lobby", "race=a&room=b", "race=a&person=Ann"] { #expect(try link(query).race == nil) }
        #expect(try link("race=a&analysis=b").analysis == "b" && link("race=a&record=e-1").record == "e-1")
    }

    @Test("A link may carry a game's terms, its first visitor's side and the robot")
    func terms() throws {
        let found = try #require(
            try link("room=tea&rule=renju&clock=300%2B5&opening=rif&size=15&takebacks=no&rated=yes&side=o&x=1")
                .invitation)
        #expect(found.terms.rule == .renju && found.terms.opening == .rif && found.terms.clock == ClockSetting("300+5"))
        #expect(!found.terms.allowsTakebacks && found.terms.isRated && !found.terms.isListed)
        #expect(found.side == .o && found.robot == nil)
        #expect(try link("room=tea&clock=300+5").invitation?.terms.clock == ClockSetting("300+5"))
        #expect(try link("room=tea&robot=4").invitation == Invitation(robot: 4))
        #expect(try link("room=tea&rated=yes").invitation?.terms.isRated == false, "as the page does without a clock")
        #expect(try link("room=tea&ask=robot").asksComputer && link("room=tea").invitation == nil)
        #expect(try link("room=tea&ask=robot").invitationWithoutForm?.robot == RobotLevel.first)
        #expect(try link("room=tea").invitationWithoutForm == nil)
        #expect(try link("room=tea&side=o").invitation == nil && link("rule=renju").invitation == nil)
    }

    @Test(
        "A link with an invalid value is refused with the valid ones",
        arguments: [
            ("rule=chess", "rule", "freestyle"), ("clock=soon", "clock", "300+5"),
            ("opening=swap9", "opening", "swap2"),
            ("opening=rif", "opening", "played under"), ("size=12", "size", "13"),
            ("takebacks=maybe", "takebacks", "yes"),
            ("rule=renju&side=z", "side", "x or o"), ("robot=11", "robot", "1 to 10"), ("robot=x", "robot", "1 to 10"),
        ])
    func invalid(query: String, parameter: String, expected: String) throws {
        let error = #expect(throws: AddressError.self) { try link("room=tea&\(query)") }
        let sentence = try #require(error).description
        #expect(sentence.contains("\(parameter)=") && sentence.contains(expected) && sentence.hasSuffix("."))
    }

    @Test("An error about a link contains nothing that could control a terminal")
    func hostile() {
        for query in ["room=tea&rule=%1B%5B2J\(String(repeating: "x", count: 300))", "record=%1B%5B2J"] {
            let error = #expect(throws: AddressError.self) { try link(query) }
            #expect(error.map { !$0.description.contains("\u{1B}") && $0.description.count < 200 } == true)
        }
    }

    @Test("The replay of an analysis is refused with the command that opens it")
    func analysis() throws {
        let error = #expect(throws: (any Error).self) {
            _ = try ReplayCommand.parse(["http://play.example/?analysis=tea"])
        }
        #expect(ReplayCommand.message(for: try #require(error)).contains("gomoku-cli study"))
        _ = try ReplayCommand.parse(["http://play.example/?room=tea"])
    }

    @Test("A link may lead to a record or to a person")
    func places() throws {
        #expect(try link("record=kh2xn8w-3").record == "kh2xn8w-3" && link("person=Ann%20B+C").person == "Ann B C")
        func place(_ url: String, room: String? = nil) throws -> LinkedPlace {
            try Address(url: url, room: room).place
        }
        #expect(try place("http://h/?record=k-3") == .record("k-3") && place("http://h/?person=Ann") == .person("Ann"))
        #expect(try place("http://h/?lobby") == .table && place("http://h/?room=tea") == .table)
        #expect(try place("http://h/?person=Ann", room: "tea") == .table, "the named room counts")
        for query in ["record=a/b", "record=\(String(repeating: "a", count: 65))"] {
            #expect(throws: AddressError.self) { try link(query) }
        }
        #expect(throws: AddressError.person) { try link("person=\(String(repeating: "a", count: 65))") }
    }

    @Test("profile takes a link to a person, a record or a table, and names the command for other links")
    func profile() throws {
        func subject(_ arguments: String...) throws -> NameArguments.Subject {
            try ProfileCommand.parse(arguments).who.subject().1
        }
        #expect(try subject("https://h/?person=Ann") == .person("Ann"))
        #expect(try subject("http://h:1", "Bob") == .person("Bob") && subject("A. B.") == .person("A. B."))
        #expect(try subject("https://h/?room=tea", "Bob") == .person("Bob"), "the name counts")
        for link in ["https://h/?record=k-3", "https://h/embed/games/k-3"] {
            #expect(try subject(link) == .record("k-3"))
        }
        let tea = try #require(RoomName("tea"))
        for link in ["https://h/?room=tea&rule=renju", "https://h/embed/rooms/tea"] {
            #expect(try subject(link) == .table(tea))
        }
        for (link, advice) in [
            ("https://h/", "Give a name after it"), ("https://h/?lobby", "Give a name after it"),
            ("https://h/?puzzles=streak", "gomoku-cli puzzles, and the same link"),
            ("https://h/?race=evening", "gomoku-cli race, and the same link"), ("https://h/?race", "gomoku-cli race"),
            ("https://h/?analysis=tea", "gomoku-cli study, and the same link"),
        ] {
            let error = #expect(throws: (any Error).self) { try subject(link) }
            #expect("\(try #require(error))".contains(advice), "\(link)")
        }
    }

    @Test("The first visitor of a link starts its game, the second takes the free seat, both once")
    func steps() throws {
        var ann = InvitationSteps(try #require(try link("room=lunch&rule=renju&side=o").invitation))
        var bob = ann
        var table = Table()
        func step(_ steps: inout InvitationSteps, _ person: Participant) -> Delta? {
            let game = table.model.game
            return steps.step(game: game, rights: game.rights(of: person.id), me: person.id)
        }
        let (start, again) = (step(&ann, Table.ann), step(&ann, Table.ann))
        #expect(again == nil, "until the server has answered")
        table.change(try #require(start), by: Table.ann)
        #expect(table.model.game.rule == .renju && table.model.game.seats.o == Table.ann.id)
        let (own, sit) = (step(&ann, Table.ann), step(&bob, Table.bob))
        #expect(own == nil)
        table.change(try #require(sit), by: Table.bob)
        let after = step(&bob, Table.bob)
        #expect(table.model.game.seats.x == Table.bob.id && after == nil)
        var late = InvitationSteps(Invitation(robot: 3))
        let third = step(&late, Participant(id: ParticipantID("p-eve"), name: "Eve"))
        #expect(third == nil)
        var alone = Table()
        let robot = late.step(game: alone.model.game, rights: alone.model.rights, me: Table.ann.id)
        alone.change(try #require(robot), by: Table.ann)
        #expect(alone.model.game.seats.o == ParticipantID("robot:3"))
    }

    @Test("A record of the archive becomes a replay, unless the answer is not a game")
    func record() throws {
        let text = """
            {"id":"k-3","number":3,"rule":"renju","size":15,"opening":"none","clock":"300+5","rated":true,
             "x":{"id":"p-a","name":"Ann","rating":1500},"o":null,"result":"x","reason":"resign",
             "moves":["7,7","8,7"],"times":[1500,2000],"left":[298500,null],"ended":5}
            """
        let record = try #require(RecordFetch.record(try JSONParser.parse(text)))
        #expect(record.points.map(record.size.name(of:)) == ["h8", "i8"] && record.names.x == "Ann")
        #expect(record.rule == .renju && record.outcome == .x && record.reason == "resign")
        let frames = ReplayFrames(record, EnglishWords())
        #expect(frames.frames.map { $0.clocks?.x.text } == ["5:00", "4:58", "4:58", "4:58"])
        #expect(frames.frames.allSatisfy { $0.clocks?.o.text == "5:00" })
        #expect(frames.frames[0].heading == "renju · 5 min + 5 s" && frames.frames[2].made?.time == "2.0")
        let model = ReplayModel(title: "k-3", frames: frames, words: EnglishWords())
        let drawn = CanvasDiff.text(
            from: nil, to: model.draw(on: .init(width: 80, height: 24), isUnicode: true), colors: false)
        #expect(drawn.contains("5:00"))
        for (part, other) in [
            ("\"8,7\"", "\"7,7\""), ("\"8,7\"", "\"18,7\""), ("\"8,7\"", "8"), ("15", "14"), ("\"id\":\"k-3\",", ""),
        ] {
            #expect(RecordFetch.record(try JSONParser.parse(text.replacing(part, with: other))) == nil, "\(other)")
        }
    }
}
