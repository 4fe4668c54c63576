import TestSupport
import Testing

@testable import GameState

@Suite("Race rooms")
struct RaceRoomTests {
    /// A room with fake puzzles: the answer `<id> 1,1` is right, `<id> 0,0` does not decide the
    /// puzzle, and everything else is wrong.
    struct Bench {
        var room = Room(name: RoomName("race")!, kind: .race, epoch: "k", host: "p-ann")
        var present: Set<ParticipantID> = ["p-ann", "p-bob"]
        var puzzles = ["A", "B", "C"]
        private var count = 0

        /// Sends a delta in the way of the server: it answers the room's question first.
        mutating func send(
            _ changes: KeyValuePairs<String, JSON?>, by sender: ParticipantID = "p-ann", at now: Int = 0,
            id: String? = nil
        ) -> Room.Judgement {
            count += 1
            let delta = Delta(changes: changes.map { Delta.Change($0.key, $0.value) })
            let request = DeltaRequest(room: room.name, id: id ?? "i\(count)", delta: delta)
            var finding: RaceFinding?
            switch room.raceInquiry(request, by: sender, now: now) {
            case .draw: finding = .drawn(puzzles, present: present)
            case .judge(let answer):
                let isRight = answer.points == [Point(column: 1, row: 1)]
                let isOpen = answer.points == [Point(column: 0, row: 0)]
                finding = .judged(isRight ? .solved : isOpen ? .unfinished : .failed)
            case nil: break
            }
            return room.judge(request, by: sender, now: now, finding: finding)
        }

        mutating func accept(
            _ changes: KeyValuePairs<String, JSON?>, by sender: ParticipantID = "p-ann", at now: Int = 0
        ) throws -> [String: JSON?] {
            guard case .accepted(let accepted) = send(changes, by: sender, at: now) else {
                throw Unexpected(changes: "\(changes)")
            }
            return Dictionary(uniqueKeysWithValues: accepted.delta.changes.map { ($0.key, $0.value) })
        }

        mutating func refusal(
            _ changes: KeyValuePairs<String, JSON?>, by sender: ParticipantID = "p-ann", at now: Int = 0
        ) -> Rejection? {
            if case .rejected(let rejection) = send(changes, by: sender, at: now) { rejection } else { nil }
        }

        /// Lets Ann and Bob join, and starts a race of a minute at time 0, which begins at 3000.
        static func started() throws -> Bench {
            var bench = Bench()
            _ = try bench.accept(["racer.p-ann": "", "minutes": "1"])
            _ = try bench.accept(["racer.p-bob": ""], by: "p-bob")
            _ = try bench.accept(["start": "now"])
            return bench
        }

        struct Unexpected: Error { let changes: String }
    }

    private let begin = Race.countdown

    @Test("A start draws the puzzles, sets the times and clears the results of all who are present")
    func start() throws {
        var bench = Bench()
        #expect(try bench.accept(["racer.p-ann": ""]) == ["racer.p-ann": ""])
        _ = try bench.accept(["racer.p-gone": ""], by: "p-gone")
        let set = try bench.accept(["rule": "renju", "minutes": "2", "start": "now"], at: 100)
        #expect(
            set == [
                "rule": "renju", "minutes": "2", "start": "3100", "end": "123100", "puzzles": "A B C",
                "racer.p-ann": "", "racer.p-gone": nil,
            ])
        #expect(bench.room.race?.terms.rule == .renju)
    }

    @Test("Right and wrong answers become results, without the answer itself")
    func answers() throws {
        var bench = try Bench.started()
        #expect(
            try bench.accept(["answer": "A 1,1"], at: begin + 700) == ["racer.p-ann": "+", "last.p-ann": "700"])
        #expect(try bench.accept(["answer": "A 5,5"], by: "p-bob", at: begin + 800) == ["racer.p-bob": "-"])
        #expect(try bench.accept(["answer": "B"], at: begin + 900) == ["racer.p-ann": "+-"], "skipped")
        let race = try #require(bench.room.race)
        #expect(race.racers["p-ann"] == Race.Racer(results: [.solved, .failed], last: 700))
        #expect(race.racers["p-bob"] == Race.Racer(results: [.failed], last: nil))
    }

    @Test("An answer to another puzzle, before the start, after the end or from a spectator is rejected")
    func refusedAnswers() throws {
        var bench = Bench()
        #expect(bench.refusal(["answer": "A 1,1"]) == .race(.notStarted))
        bench = try Bench.started()
        #expect(bench.refusal(["answer": "A 1,1"], at: begin - 101) == .race(.notStarted))
        #expect(bench.refusal(["answer": "B 1,1"], at: begin) == .race(.otherPuzzle(next: "A")))
        #expect(bench.refusal(["answer": "A 1,1"], by: "p-eve", at: begin) == .race(.notRacing))
        #expect(bench.refusal(["answer": "A 1,1"], at: begin + 60_000) == .race(.over))
        #expect(bench.room.race?.racers["p-ann"]?.results == [])
        _ = try bench.accept(["answer": "A 1,1"], at: begin + 59_999)
    }

    @Test("An answer up to 100 ms before the start counts as given at the start")
    func earlyAnswers() throws {
        var bench = try Bench.started()
        #expect(
            try bench.accept(["answer": "A 1,1"], at: begin - 100) == ["racer.p-ann": "+", "last.p-ann": "0"])
        #expect(try bench.accept(["answer": "A"], by: "p-bob", at: begin - 1) == ["racer.p-bob": "-"])
        #expect(bench.room.race?.racers["p-ann"]?.last == 0)
    }

    @Test("An answer that decides nothing, or whose puzzle the server lacks, changes nothing")
    func undecided() throws {
        var bench = try Bench.started()
        #expect(bench.refusal(["answer": "A 0,0"], at: begin)?.code == .badValue)
        for text in ["", "A 1,1,1", "A  1,1", "A x", "A 99,1"] {
            #expect(bench.refusal(["answer": .string(text)], at: begin)?.code == .badValue, "\(text)")
        }
        let request = DeltaRequest(
            room: bench.room.name, id: "lost", delta: Delta(changes: [.init("answer", "A 1,1")]))
        #expect(bench.room.judge(request, by: "p-ann", now: begin) == .rejected(.race(.unknownPuzzle)))
        #expect(try bench.accept(["answer": "A"], at: begin) == ["racer.p-ann": "-"], "such a puzzle can be skipped")
    }

    @Test("A participant who joins a finished race does not reopen it, and a start needs a racer")
    func newcomer() throws {
        var bench = try Bench.started()
        for (racer, puzzle) in [("p-ann", "A"), ("p-bob", "A"), ("p-ann", "B"), ("p-bob", "B")] {
            _ = try bench.accept(["answer": .string("\(puzzle) 1,1")], by: ParticipantID(racer), at: begin + 1_000)
        }
        #expect(try bench.accept(["racer.p-cyd": ""], by: "p-cyd", at: begin + 1_500) == ["racer.p-cyd": ""])
        for racer in ["p-ann", "p-bob", "p-cyd"] {
            for puzzle in racer == "p-cyd" ? ["A", "B", "C"] : ["C"] {
                let answer = JSON.string("\(puzzle) 1,1")
                _ = try bench.accept(["answer": answer], by: ParticipantID(racer), at: begin + 2_000)
            }
        }
        #expect(
            try bench.accept(["racer.p-dan": ""], by: "p-dan", at: begin + 3_000)
                == ["racer.p-dan": "", "end": .string(String(begin + 3_000))])
        #expect(bench.refusal(["answer": "A 1,1"], by: "p-dan", at: begin + 3_000) == .race(.over))
        var empty = Bench()
        #expect(empty.refusal(["start": "now"]) == .race(.notRacing))
    }

    @Test("An answer has a limited number of points")
    func longAnswer() throws {
        var bench = try Bench.started()
        let points = String(repeating: " 5,5", count: RaceAnswer.mostPoints)
        #expect(bench.refusal(["answer": .string("A\(points) 5,5")], at: begin)?.code == .badValue)
        _ = try bench.accept(["answer": .string("A\(points)")], at: begin)
    }

    @Test("Each mistake takes ten seconds, and a race is over when everyone has finished")
    func penalty() throws {
        var bench = try Bench.started()
        _ = try bench.accept(["answer": "A 5,5"], at: begin)
        #expect(bench.refusal(["answer": "B 1,1"], at: begin + 50_000) == .race(.over))
        #expect(bench.refusal(["start": "now"], at: begin + 50_000) == .race(.running), "Bob has ten seconds left")
        for puzzle in ["A", "B", "C"] {
            _ = try bench.accept(["answer": .string("\(puzzle) 1,1")], by: "p-bob", at: begin + 1_000)
        }
        #expect(bench.refusal(["answer": "D 1,1"], by: "p-bob", at: begin + 1_000) == .race(.over))
        let again = try bench.accept(["start": "now"], at: begin + 50_000)
        #expect(again["last.p-bob"] == .some(nil) && again["racer.p-ann"] == "" && again["racer.p-bob"] == "")
    }

    @Test("A running race keeps its terms and its racers, and other terms do not prolong a finished one")
    func running() throws {
        var bench = try Bench.started()
        for changes: KeyValuePairs<String, JSON?> in [
            ["start": "now"], ["minutes": "3"], ["racer.p-ann": nil],
        ] {
            #expect(bench.refusal(changes, at: begin + 1) == .race(.running))
        }
        let late = begin + 60_000
        _ = try bench.accept(["minutes": "10"], at: late)
        #expect(bench.refusal(["answer": "A 1,1"], at: late) == .race(.over))
        #expect(try bench.accept(["racer.p-ann": nil], at: late) == ["racer.p-ann": nil])
    }

    @Test("A late participant begins at the first puzzle, and joining again keeps the results")
    func late() throws {
        var bench = try Bench.started()
        _ = try bench.accept(["racer.p-eve": ""], by: "p-eve", at: begin + 5_000)
        _ = try bench.accept(["answer": "A 1,1"], by: "p-eve", at: begin + 6_000)
        #expect(try bench.accept(["racer.p-eve": ""], by: "p-eve", at: begin + 7_000) == ["racer.p-eve": "+"])
    }

    @Test("Only a racer or the room's creator can start a race, and only a racer's own answers count")
    func rights() throws {
        var bench = Bench()
        #expect(bench.refusal(["start": "now"], by: "p-eve") == .race(.notRacing))
        #expect(bench.refusal(["rule": "caro"], by: "p-eve") == .race(.notRacing))
        #expect(bench.refusal(["start": "now"]) == .race(.notRacing), "there is no racer")
        _ = try bench.accept(["racer.p-bob": ""], by: "p-bob")
        _ = try bench.accept(["start": "now"])
        let own: [KeyValuePairs<String, JSON?>] = [
            ["racer.p-bob": ""], ["last.p-ann": "1"], ["puzzles": "X"], ["game": "1"],
            ["answer": "A 1,1", "racer.p-ann": ""], ["end": "now", "start": "now"],
        ]
        for changes in own { #expect(bench.refusal(changes)?.code == .badKey, "\(changes)") }
        let values: [KeyValuePairs<String, JSON?>] = [
            ["racer.p-ann": "+++"], ["start": "1"], ["end": "9"], ["minutes": "10081"], ["count": "201"],
            ["count": "0"], ["rating": "100"], ["rule": "chess"],
            ["minutes": .number("3")],
        ]
        for changes in values { #expect(bench.refusal(changes)?.code == .badValue, "\(changes)") }
    }

    @Test("A race for a class lasts until its end: newcomers join after the others are done")
    func forClass() throws {
        var bench = Bench()
        let day = 86_400_000
        _ = try bench.accept(["racer.p-ann": "", "minutes": "1440", "count": "3", "start": "now"])
        for puzzle in ["A", "B", "C"] { _ = try bench.accept(["answer": .string("\(puzzle) 1,1")], at: begin) }
        #expect(try bench.accept(["racer.p-bob": ""], by: "p-bob", at: day) == ["racer.p-bob": ""])
        #expect(try bench.accept(["answer": "A 1,1"], by: "p-bob", at: day)["racer.p-bob"] == "+")
        #expect(bench.refusal(["start": "now"], at: day) == .race(.running))
        #expect(bench.refusal(["answer": "B 1,1"], by: "p-bob", at: begin + day) == .race(.over))
    }

    @Test("Only the creator of the room starts a race for a class, ends it, and starts one after it")
    func creator() throws {
        var bench = Bench()
        _ = try bench.accept(["racer.p-bob": "", "minutes": "10"], by: "p-bob")
        #expect(bench.refusal(["minutes": "11"], by: "p-bob") == .race(.notCreator(.minutes)))
        _ = try bench.accept(["minutes": "11"])
        #expect(bench.refusal(["start": "now"], by: "p-bob") == .race(.notCreator(.start)))
        _ = try bench.accept(["racer.p-ann": "", "start": "now"])
        #expect(bench.refusal(["end": "now"], by: "p-bob", at: begin) == .race(.notCreator(.end)))
        #expect(try bench.accept(["end": "now"], at: begin + 5) == ["end": .string(String(begin + 5))])
        #expect(bench.refusal(["end": "now"], at: begin + 6) == .race(.notRunning))
        #expect(bench.refusal(["answer": "A 1,1"], at: begin + 6) == .race(.over))
        #expect(
            bench.refusal(["start": "now", "minutes": "1"], by: "p-bob", at: begin + 6) == .race(.notCreator(.start)))
        _ = try bench.accept(["start": "now"], at: begin + 6)
    }

    @Test("A race has the wanted number of puzzles, otherwise 20 per minute up to 200")
    func counts() throws {
        let counts = try [["minutes": "3"], ["minutes": "1440"], ["minutes": "1440", "count": "12"]].map { keys in
            try RaceTerms { keys[$0.text] }.puzzleCount
        }
        #expect(counts == [60, 200, 12])
    }

    @Test("32 participants take part at most")
    func limit() throws {
        var bench = Bench()
        for number in 0..<Race.Limit.racers {
            let id = ParticipantID("p-\(number)")
            _ = try bench.accept([RaceKey.racer(id).text: ""], by: id)
        }
        #expect(bench.refusal(["racer.p-ann": ""])?.code == .tooLarge)
    }

    @Test("A server without puzzles of the rule starts no race")
    func noPuzzles() throws {
        var bench = Bench()
        bench.puzzles = []
        _ = try bench.accept(["racer.p-ann": ""])
        #expect(bench.refusal(["start": "now"]) == .race(.noPuzzles(.freestyle)))
        #expect(bench.room.race?.start == nil)
    }

    @Test("A repeated answer gets the first result again")
    func again() throws {
        var bench = try Bench.started()
        let first = bench.send(["answer": "A 1,1"], at: begin, id: "one")
        guard case .accepted(let accepted) = first else { throw Bench.Unexpected(changes: "\(first)") }
        #expect(bench.send(["answer": "A 1,1"], at: begin + 9, id: "one") == .again(accepted))
        #expect(bench.room.race?.racers["p-ann"]?.results == [.solved])
    }

    @Test("A room is restored from its keys, and damaged keys are found")
    func restored() throws {
        var bench = try Bench.started()
        _ = try bench.accept(["answer": "A 1,1"], at: begin)
        func restored(_ state: SharedState) throws -> Room {
            let header = RoomHeader(name: bench.room.name, kind: .race, epoch: "k", host: "p-ann", created: 0)
            return try Room(StoredRoom(header: header, shared: .init(snapshot: state.snapshot, deltas: []), own: []))
        }
        #expect(try restored(bench.room.state).race == bench.room.race)
        for (key, value) in [
            ("racer.p-ann", "++++"), ("racer.p-ann", "x"), ("last.p-bob", "1"), ("start", "-1"), ("minutes", "0"),
            ("answer", "A"), ("other", ""),
        ] {
            var state = bench.room.state
            state.apply(Delta(changes: [.init(key, .string(value))]))
            #expect(throws: ImpossibleGame.self, "\(key)") { try restored(state) }
        }
    }
}
