import Client
import GameState
import TestSupport
import Testing
import Wire

@Suite struct MessageTests {
    private func message(_ text: String) throws(NoticeFailure) -> Notice {
        try Notice(Array(text.utf8))
    }

    @Test("Unknown message types and members are ignored") func unknownTypesAndMembersArePassedOver() throws {
        #expect(try message(#"{"type":"dance","x":1}"#) == .other(type: "dance"))
        #expect(try message(#"{"type":"pong","time":5,"new":[1]}"#) == .pong(at: nil, time: 5))
        let welcome = try message(#"{"type":"welcome","participant":{"id":"p-1"},"token":"t"}"#)
        guard case .welcome(let said) = welcome else { return #expect(Bool(false)) }
        #expect(said.participant.name == "p-1")
    }

    @Test(
        "An invalid notice is rejected with an error sentence",
        arguments: [
            "", "[]", "{}", #"{"type":7}"#, #"{"type":"delta"}"#, #"{"type":"delta","room":"a","rev":0,"set":{}}"#,
            #"{"type":"delta","room":"a b","rev":1,"set":{}}"#,
            #"{"type":"snapshot","room":"a","rev":1,"epoch":"k","state":[]}"#,
            #"{"type":"deltas","room":"a","deltas":[{"rev":1}]}"#, #"{"type":"welcome"}"#,
            #"{"type":"said","room":"a"}"#,
            #"{"type":"pong"}"#, #"{"type":"reject","room":"a"}"#,
            #"{"type":"history","room":"a","deltas":[],"rev":-1}"#,
        ])
    func whatCannotBeUsedIsAFailureWithASentence(text: String) throws {
        let failure = #expect(throws: NoticeFailure.self) { try Notice(Array(text.utf8)) }
        let sentence = try #require(failure).description
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"))
    }

    @Test("The server parses each request as the client wrote it") func whatIsSentIsWhatTheServerReads() throws {
        let room = RoomName("a")!
        #expect(
            try Request(Array(Request.hello(.init(name: "A\"\n", isBot: true)).text.utf8))
                == Request(Array(#"{"type":"hello","name":"A\"\n","bot":true}"#.utf8)))
        let request = DeltaRequest(
            room: room, id: "1", base: 3, guards: .keys(["x"]), scope: .own,
            delta: Delta(changes: [.init("x", nil), .init("y", .number("1.50"))]))
        #expect(try Request(Array(Request.delta(request).text.utf8)) == .delta(request))
        guard
            case .join(let join) = try Request(
                Array(Request.join(.init(room: room, kind: .open, known: .init(rev: 4, epoch: "k"))).text.utf8))
        else {
            return #expect(Bool(false))
        }
        #expect(join.kind == .open && join.known?.rev == 4 && join.known?.epoch == "k")
    }

    /// The client reads the server's hint messages, for a stone and for a choice.
    @Test("Hint requests and hints survive encoding and parsing") func hintsGoBothWays() throws {
        let room = RoomName("a")!
        #expect(
            try Request(Array(Request.hint(.init(room: room, id: "h")).text.utf8)) == .hint(.init(room: room, id: "h")))
        let points = [Point(column: 7, row: 7), Point(column: 19, row: 0)]
        let stone = Hint(room: room, id: "h", move: 18, cell: points[0], score: -120, line: points)
        let choice = Hint(room: room, id: nil, move: 4, cell: nil, choice: .black)
        for hint in [stone, choice] { #expect(try Notice(Notice.hint(hint).json) == .hint(hint)) }
        #expect(throws: NoticeFailure.self) { try message(#"{"type":"hint","room":"a","move":1,"line":["x"]}"#) }
    }

    @Test("The outbox keeps each request until its own answer arrives") func theOutboxKeepsWhatHasNoAnswer() throws {
        let room = RoomName("a")!
        let me = ParticipantID("p-1")
        var outbox = ClientOutbox()
        for number in 1...ClientOutbox.limit {
            let fits = outbox.add(.delta(.init(room: room, id: "\(number)", delta: Delta())))
            #expect(fits)
        }
        let isFull = !outbox.add(.say(text: "x", id: "s", room: room))
        #expect(isFull)
        func answers(_ text: String) throws -> [ClientOutbox.Answer] {
            outbox.settle(try message(text), me: me).map(\.1)
        }
        // Another author's delta with the same ID is not an answer.
        let others = try answers(#"{"type":"delta","room":"a","rev":1,"by":"p-2","at":1,"id":"1","set":{}}"#)
        #expect(others == [])
        let again = try answers(
            #"{"type":"delta","room":"a","rev":1,"by":"p-1","at":1,"id":"1","set":{},"again":true}"#)
        #expect(again == [.accepted])
        let rejected = try answers(#"{"type":"reject","room":"a","id":"2","code":"conflict","message":"m"}"#)
        #expect(rejected == [.refused(Notice.Reason(.conflict, "m"))])
        let backlog = try answers(
            #"{"type":"deltas","room":"a","deltas":[{"rev":2,"by":"p-1","id":"3","at":1,"set":{}},{"rev":3,"by":"p-1","id":"4","at":1,"set":{}}]}"#
        )
        #expect(backlog == [.accepted, .accepted])
        #expect(outbox.waiting.map(\.id) == (5...ClientOutbox.limit).map(String.init))
    }

    @Test("Reconnect pauses double within their bounds and reset after a steady connection")
    func pausesDoubleWithinTheirBoundsAndBeginAnew() {
        var random = SeededRandom(seed: 1)
        var backoff = Backoff()
        for attempt in 0..<20 {
            let whole = min(Backoff.longest, Backoff.first << min(attempt, 10))
            let pause = backoff.next(using: &random)
            #expect(pause >= whole / 2 && pause <= whole)
        }
        backoff.lost(after: Backoff.steady - 1)
        #expect(backoff.attempts == 20)
        backoff.lost(after: Backoff.steady)
        #expect(backoff.next(using: &random) <= Backoff.first)
    }

    @Test("A mirror remembers the names of departed participants, and reports a gap in the deltas")
    func namesStayKnownAndPresenceFollows() throws {
        var mirror = RoomMirror(room: RoomName("a")!)
        func take(_ text: String) throws -> RoomMirror.Change { mirror.apply(try message(text)) }
        let early = try take(#"{"type":"delta","room":"a","rev":1,"by":"p","at":1,"set":{}}"#)
        #expect(early == .gap)
        _ = try take(
            #"{"type":"snapshot","room":"a","epoch":"k","rev":0,"state":{},"participants":[{"id":"p-1","name":"Ann"}]}"#
        )
        _ = try take(#"{"type":"participants","room":"a","joined":[{"id":"p-2","name":"Bob"}],"left":["p-1"]}"#)
        #expect(!mirror.isHere(ParticipantID("p-1")) && mirror.isHere(ParticipantID("p-2")))
        #expect(mirror.person(ParticipantID("p-1"))?.name == "Ann")
        let otherRoom = try take(#"{"type":"delta","room":"b","rev":9,"by":"p","at":1,"set":{}}"#)
        #expect(otherRoom == .none)
        let otherEpoch = try take(#"{"type":"deltas","room":"a","epoch":"other","deltas":[],"participants":[]}"#)
        #expect(otherEpoch == .gap)
        #expect(mirror.known == nil)
    }
}
