import TestSupport
import Testing

@testable import GameState
@testable import Wire

@Suite("Parsing requests and writing notices")
struct RequestTests {
    private func read(_ text: String) throws -> Request { try Request(Array(text.utf8)) }

    @Test("Requests for greeting, rooms, chat, history and deltas are parsed with all their members")
    func requests() throws {
        #expect(try read(#"{"type":"hello"}"#) == .hello(.init(name: nil, token: nil, isBot: false)))
        #expect(
            try read(#"{"type":"hello","name":"Ann","token":"t","bot":true,"extra":[1]}"#)
                == .hello(.init(name: "Ann", token: "t", isBot: true)))
        let lunch = try #require(RoomName("lunch"))
        #expect(try read(#"{"type":"join","room":"lunch"}"#) == .join(.init(room: lunch, kind: .gomoku, known: nil)))
        #expect(
            try read(#"{"type":"join","room":"lunch","kind":"open","since":41,"epoch":"k3"}"#)
                == .join(.init(room: lunch, kind: .open, known: .init(rev: 41, epoch: "k3"))))
        #expect(
            try read(#"{"type":"join","room":"lunch","kind":"analysis"}"#)
                == .join(.init(room: lunch, kind: .analysis, known: nil)))
        #expect(
            try read(#"{"type":"cursor","room":"lunch","node":"jqybisK3g-","cell":"7,7","follows":"p-a"}"#)
                == .cursor(
                    .init(
                        room: lunch,
                        place: .init(
                            node: TreeNodeID(chapter: 1), cell: Point(column: 7, row: 7), follows: "p-a"))))
        #expect(
            try read(#"{"type":"cursor","room":"lunch"}"#) == .cursor(.init(room: lunch, place: .init(node: nil))))
        #expect(try read(#"{"type":"leave","room":"lunch"}"#) == .leave(.init(room: lunch)))
        #expect(try read(#"{"type":"ping","at":1.5}"#) == .ping(.init(at: .number("1.5"))))
        #expect(
            try read(#"{"type":"history","room":"lunch","from":1,"to":57}"#)
                == .history(.init(room: lunch, from: 1, to: 57, id: nil)))
        #expect(
            try read(#"{"type":"say","room":"lunch","id":"s3","text":"good luck"}"#)
                == .say(.init(room: lunch, id: "s3", text: "good luck")))
        #expect(
            try read(
                #"{"type":"delta","room":"lunch","id":"a17","base":57,"guard":true,"set":{"move":"18","col18":7,"x":null}}"#
            )
                == .delta(
                    .init(
                        room: lunch, id: "a17", base: 57, guards: .all,
                        delta: Delta(changes: [
                            .init("move", .string("18")), .init("col18", .number("7")), .init("x", nil),
                        ]))))
        #expect(
            try read(#"{"type":"delta","room":"lunch","id":"a","guard":["k"],"scope":"private","set":{}}"#)
                == .delta(.init(room: lunch, id: "a", guards: .keys(["k"]), scope: .own, delta: Delta())))
    }

    @Test(
        "A malformed request gets a bad-message error with an explanation",
        arguments: [
            "", "{", "[]", "1", "\"delta\"", "{}", #"{"type":1}"#, #"{"type":"dance"}"#, #"{"type":"join"}"#,
            #"{"type":"join","room":1}"#, #"{"type":"join","room":""}"#, #"{"type":"join","room":"a/b"}"#,
            #"{"type":"join","room":"../etc"}"#, #"{"type":"join","room":"lunch","kind":"chess"}"#,
            #"{"type":"join","room":"lunch","since":-1,"epoch":"k"}"#, #"{"type":"hello","name":{}}"#,
            #"{"type":"hello","bot":1}"#, #"{"type":"cursor","room":"lunch","node":"short"}"#,
            #"{"type":"cursor","room":"lunch","cell":"20,0"}"#, #"{"type":"cursor","room":"lunch","follows":""}"#,
            #"{"type":"say","room":"lunch","text":"x"}"#, #"{"type":"say","room":"lunch","id":"1"}"#,
            #"{"type":"delta","room":"lunch","set":{}}"#, #"{"type":"delta","id":"1","set":{}}"#,
            #"{"type":"history","room":"lunch","from":"x"}"#,
        ])
    func malformed(_ text: String) {
        #expect { try read(text) } throws: { error in
            guard let error = error as? Malformed else { return false }
            return error.code == .badMessage && error.description.count > 20 && error.target == nil
        }
    }

    @Test(
        "A malformed delta that names its room and id is rejected with that id",
        arguments: [
            (#""set":[]"#, "bad-value"), (#""set":"x""#, "bad-value"), (#""base":1"#, "bad-value"),
            (#""set":{},"base":-1"#, "bad-value"), (#""set":{},"base":"1""#, "bad-value"),
            (#""set":{},"base":1.5"#, "bad-value"),
            (#""set":{},"guard":1"#, "bad-value"), (#""set":{},"guard":[1]"#, "bad-value"),
            (#""set":{},"scope":"x""#, "bad-value"),
        ])
    func rejected(_ part: String, _ code: String) {
        #expect { try read(#"{"type":"delta","room":"lunch","id":"a1",\#(part)}"#) } throws: { error in
            let target = (error as? Malformed)?.target
            return target?.id == "a1" && target?.room.text == "lunch" && target?.rejection.code.rawValue == code
        }
    }

    @Test(
        "A room name has 1 to 64 characters that need no escaping anywhere",
        arguments: [
            ("a", true), ("lunch-2", true), ("A_b.c~d", true), ("", false), (".", false), ("..", false), ("-a", false),
            ("a b", false), ("~lobby", true), ("~puzzles", true), ("~other", false), ("~", false),
            ("é", false), ("a/b", false), ("a\"b", false), (String(repeating: "a", count: 64), true),
            (String(repeating: "a", count: 65), false),
        ])
    func rooms(_ name: String, _ isOne: Bool) {
        #expect((RoomName(name) != nil) == isOne)
    }

    @Test("Notices are written as the JSON of the protocol")
    func notices() throws {
        let lunch = try #require(RoomName("lunch"))
        let accepted = AcceptedDelta(
            rev: 58, by: "p-a", at: 1_700_000_000_000, id: "a17",
            delta: Delta(changes: [.init("move", .string("18")), .init("n", .number("1.0")), .init("x", nil)]))
        func text(_ notice: Notice) -> String { String(decoding: notice.json, as: UTF8.self) }
        #expect(
            text(.delta(room: lunch, accepted, scope: .shared, again: false))
                == #"{"type":"delta","room":"lunch","rev":58,"by":"p-a","at":1700000000000,"id":"a17","set":{"move":"18","n":1.0,"x":null}}"#
        )
        #expect(
            text(.delta(room: lunch, accepted, scope: .own, again: true)).hasSuffix(
                #","scope":"private","again":true}"#))
        #expect(
            text(.reject(room: lunch, id: "a17", .conflict(keys: ["move"]), rev: 58))
                == #"{"type":"reject","room":"lunch","id":"a17","code":"conflict","keys":["move"],"rev":58,"message":"Another participant changed this first. Look at the new state and try again."}"#
        )
        #expect(text(.pong(at: .number("123"), time: 5)) == #"{"type":"pong","at":123,"time":5}"#)
        #expect(
            text(.error(code: .badMessage, message: "a \"b\"", id: "i"))
                == #"{"type":"error","code":"bad-message","message":"a \"b\"","id":"i"}"#)
        #expect(
            text(.participants(room: lunch, joined: [.init(id: "p-b", name: "Bob\n", isBot: true)], left: ["p-a"]))
                == #"{"type":"participants","room":"lunch","joined":[{"id":"p-b","name":"Bob\n","bot":true}],"left":["p-a"]}"#
        )
        #expect(
            text(.deltas(.init(room: lunch, epoch: "k", deltas: [accepted], resume: nil)))
                == #"{"type":"deltas","room":"lunch","epoch":"k","deltas":[{"rev":58,"by":"p-a","at":1700000000000,"id":"a17","set":{"move":"18","n":1.0,"x":null}}]}"#
        )
        var state = SharedState()
        state.apply(Delta(changes: [.init("k", .bool(true))]))
        let snapshot = Notice.Snapshot(
            room: lunch, kind: .open, epoch: "k", state: state, own: SharedState(), participants: [], host: "p-a",
            chat: [])
        #expect(
            text(.snapshot(snapshot))
                == #"{"type":"snapshot","room":"lunch","kind":"open","epoch":"k","rev":1,"state":{"k":true},"private":{},"privateRev":0,"participants":[],"seated":[],"host":"p-a","chat":[]}"#
        )
    }

    @Test("A snapshot of pre-encoded parts has the same bytes, with or without headroom")
    func preparedSnapshot() {
        let people = [
            Participant(id: "p-a", name: "Ann", place: 1), Participant(id: "p-b", name: "B\"ob", isBot: true, place: 2),
        ]
        var state = SharedState()
        state.apply(Delta(changes: [.init("k", .string("\u{1}\\")), .init("l", .number("1.0"))]))
        func text(_ participants: [Participant], _ prepared: Notice.Snapshot.Prepared, headroom: Int) -> [UInt8] {
            Notice.snapshot(
                .init(
                    room: RoomName("lunch")!, kind: .open, epoch: "k", state: state, own: nil,
                    participants: participants, host: "p-a", chat: [], prepared: prepared)
            ).json(headroom: headroom)
        }
        var writer = JSONWriter()
        for participant in people { writer.participant(participant) }
        let plain = text(people, .init(), headroom: 0)
        #expect(text([], .init(state: state.json, participants: writer.bytes), headroom: 0) == plain)
        #expect(Array(text([], .init(participants: writer.bytes), headroom: 4).dropFirst(4)) == plain)
        #expect(text([], .init(participants: []), headroom: 0) == text([], .init(), headroom: 0))
    }

    @Test("Every rejection code has full sentences, and only rate limits have a retry time")
    func rejections() {
        let all: [Rejection] = [
            .conflict(keys: []), .gameNumber(expected: 2), .gameStarted, .gameRunning, .seatHeld(.x),
            .notYourTurn(expected: .o), .notSeated, .playersOnly,
            .seatTaken(.o), .occupied(point: "h8"), .offBoard(size: .standard), .wrongMoveNumber(expected: 3),
            .gameOver, .noGame,
            .forbidden(.overline, point: "h8"), .notOffered("a draw"), .badKey("k"), .badValue(key: "k", expected: "v"),
            .tooLarge(what: "a key", limit: 1), .rateLimited("deltas", retryAfter: 5),
            .readOnly("Nothing can be stored."),
            .notClaimed(isRobot: true), .outsideOpening(point: "h8", phase: .place3), .refusedOffer(movesLeft: 2),
            .refusedOffer(movesLeft: nil),
        ]
        #expect(Set(all.map(\.code)) == Set(Code.ofRejections))
        #expect(all.allSatisfy { $0.description.hasSuffix(".") })
        // Clients wait for this time, whichever limit was exceeded.
        #expect(all.allSatisfy { ($0.retryAfter != nil) == ($0.code == .rateLimited) })
        #expect(Rejection.refusedOffer(movesLeft: 1).retryAfter == 10_000)
        #expect(
            "\(Rejection.refusedOffer(movesLeft: 1))"
                == "Your opponent declined this offer. Make it again after 1 more move.")
    }
}
