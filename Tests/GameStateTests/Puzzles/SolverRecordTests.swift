import TestSupport
import Testing

@testable import GameState

@Suite("A person's record of puzzles")
struct SolverRecordTests {
    private static let day = 86_400_000
    private static let id = "Mnn-hb7xFvQ", other = "AAAAAAAAAAA"

    /// The owner's requests to a record, one a day.
    private struct Record {
        var room = Room(name: .puzzles, kind: .puzzles, epoch: "k", host: "p-owner")
        private var count = 0

        mutating func send(
            _ changes: [(String, JSON?)], by sender: ParticipantID = "p-owner", judged: JudgedAttempt? = nil
        ) -> Room.Judgement {
            count += 1
            let delta = Delta(changes: changes.map { Delta.Change($0.0, $0.1) })
            let request = DeltaRequest(room: room.name, id: "i\(count)", delta: delta)
            return room.judge(request, by: sender, now: (20_783 + count) * SolverRecordTests.day, attempt: judged)
        }

        /// Sends an attempt whose result the puzzle has decided.
        mutating func attempt(
            _ id: String = SolverRecordTests.id, isSolved: Bool, rating: Int = 1_500,
            weight: PuzzleAttempt.Weight = .full
        ) -> Room.Judgement {
            let attempt = PuzzleAttempt(id, .tries([Point(column: 7, row: 7)]), weight: weight)
            return send(
                [(SolverKey.attempt(id).text, .object([.init("tries", .string("7,7"))]))],
                judged: JudgedAttempt(attempt, rating: rating, isSolved: isSolved))
        }

        var rating: Glicko2.Rating? { room.state["rating"].flatMap { Glicko2.Rating($0) } }
    }

    private func accepted(_ judgement: Room.Judgement) throws -> Delta {
        try AnalysisRoomTests.accepted(judgement).delta
    }
    private static func stored(_ snapshot: SharedState.Snapshot) -> StoredRoom {
        let header = RoomHeader(name: .puzzles, kind: .puzzles, epoch: "k", host: "p-owner", created: 0)
        return StoredRoom(header: header, shared: .init(snapshot: snapshot, deltas: []), own: [])
    }
    private func code(_ judgement: Room.Judgement) -> Code? { AnalysisRoomTests.rejection(judgement)?.code }

    @Test("An attempt becomes its result, and the first one at a puzzle alone changes the rating")
    func first() throws {
        var record = Record()
        let delta = try accepted(record.attempt(isSolved: true))
        #expect(delta["attempt.\(Self.id)"] == .string("solved 2026-11-27"))
        let once = try #require(record.rating)
        #expect(once == SolverRating.updated(.start, puzzle: 1_500, isSolved: true) && once.rating > 1_600)
        #expect(try accepted(record.attempt(isSolved: false)).count == 1)
        #expect(record.room.state.text("attempt.\(Self.id)") == "failed 2026-11-28")
        #expect(record.rating == once)
        _ = try accepted(record.attempt(Self.other, isSolved: false))
        #expect(try #require(record.rating).rating < once.rating)
    }

    @Test("Half of the change counts if the theme was known, and nothing in runs, also later")
    func weights() throws {
        var half = Record()
        _ = try accepted(half.attempt(isSolved: true, weight: .half))
        let full = SolverRating.updated(.start, puzzle: 1_500, isSolved: true)
        #expect(abs(try #require(half.rating).rating - (1_500 + full.rating) / 2) < 1e-9)
        var none = Record()
        _ = try accepted(none.attempt(isSolved: true, weight: .none))
        _ = try accepted(none.attempt(isSolved: true))
        #expect(none.rating == nil)
    }

    @Test("A record stays readable after an attempt from any rating that it takes over")
    func extremes() throws {
        for rating in [-4_000.0, 2_200, 8_000] {
            for deviation in [45.0, 350] {
                for volatility in [0.000_1, 1] {
                    for isSolved in [true, false] {
                        var record = Record()
                        let before = Glicko2.Rating(
                            rating: rating, deviation: deviation, volatility: volatility, games: 1_000_000)
                        _ = try accepted(record.send([("rating", before.json)]))
                        for puzzle in [400, 2_600] {
                            let id = puzzle == 400 ? Self.id : Self.other
                            _ = try accepted(record.attempt(id, isSolved: isSolved, rating: puzzle))
                        }
                        #expect(record.rating != nil, "\(before)")
                        try SolverReferee.check(record.room.state)
                    }
                }
            }
        }
    }

    @Test("A client cannot write a result, and an attempt needs a puzzle of the server")
    func forged() throws {
        var record = Record()
        let key = "attempt.\(Self.id)"
        let tries = JSON.object([.init("tries", .string("7,7"))])
        for value in [.string("solved 2026-11-27"), tries, nil] as [JSON?] {
            #expect(code(record.send([(key, value)])) == .badValue)
        }
        let judged = JudgedAttempt(PuzzleAttempt(Self.other, .tries([])), rating: 1_500, isSolved: true)
        #expect(code(record.send([(key, tries)], judged: judged)) == .badValue)
        let own = JudgedAttempt(PuzzleAttempt(Self.id, .tries([])), rating: 1_500, isSolved: true)
        #expect(code(record.send([(key, tries), ("rating", Glicko2.Rating.start.json)], judged: own)) == .badKey)
        #expect(record.room.rev == 0)
    }

    @Test("A new record takes over a device's rating and puzzles, once")
    func takeOver() throws {
        var record = Record()
        let device = Glicko2.Rating(rating: 1_720.5, deviation: 80, volatility: 0.06, games: 40)
        _ = try accepted(record.send([("rating", device.json), ("attempt.\(Self.id)", .string("seen"))]))
        #expect(record.rating == device)
        #expect(code(record.send([("rating", device.json)])) == .conflict)
        #expect(code(record.send([("attempt.\(Self.id)", .string("seen"))])) == .conflict)
        _ = try accepted(record.attempt(isSolved: true))
        #expect(record.rating == device, "the puzzle was seen before")
    }

    @Test(
        "Ratings beyond the limits are refused",
        arguments: [
            #"{"rating":9000,"deviation":80,"volatility":0.06,"games":1}"#,
            #"{"rating":1500,"deviation":5,"volatility":0.06,"games":1}"#,
            #"{"rating":1500,"deviation":80,"volatility":0,"games":1}"#,
            #"{"rating":1500,"deviation":80,"volatility":0.06,"games":-1}"#,
            #"{"rating":"1500","deviation":80,"volatility":0.06,"games":1}"#, "7",
        ])
    func ratings(text: String) throws {
        var record = Record()
        #expect(code(record.send([("rating", try JSONParser.parse(text))])) == .badValue)
    }

    @Test("The person's notes have a form and a size")
    func notes() throws {
        var record = Record()
        let review = "review.\(Self.id)"
        _ = try accepted(
            record.send([(review, .string("0 2026-11-28")), ("days", .object([])), ("best", .object([]))]))
        _ = try accepted(record.send([(review, nil)]))
        for text in ["", "2026-11-28", "0 tomorrow", "0 2026-1-28", "1000 2026-11-28", "+1 2026-11-28"] {
            #expect(code(record.send([(review, .string(text))])) == .badValue, "\(text)")
        }
        let long = JSON.object([.init("last", .string(String(repeating: "x", count: SolverReferee.Limit.noteBytes)))])
        for (key, value) in [("days", long), ("days", .string("x")), ("best", .array([]))] as [(String, JSON)] {
            #expect(code(record.send([(key, value)])) == .badValue)
        }
        for key in ["x", "attempt.x", "attempt.AAAAAAAAAA=", "review.", "game"] {
            #expect(code(record.send([(key, .string("0 2026-11-28"))])) == .badKey, "\(key)")
        }
    }

    @Test("Only its owner changes a record")
    func owner() throws {
        var record = Record()
        #expect(code(record.send([("best", .object([]))], by: "p-other")) == .readOnly)
    }

    @Test("A full record replaces its oldest attempts, and stays below the size of a room")
    func full() throws {
        let limit = SolverReferee.Limit.keys
        func key(_ number: Int) -> String {
            SolverKey.attempt(PuzzleID.text(ofBytes: (0..<9).map { UInt8(number >> ($0 * 8) & 255) })).text
        }
        var state = SharedState()
        for number in 0..<limit { state.apply(Delta(changes: [.init(key(number), .string("solved 2026-11-27"))])) }
        var record = Record()
        record.room = try Room(Self.stored(state.snapshot))
        #expect(record.room.state.count == limit)
        let delta = try accepted(record.attempt(isSolved: true))
        let evicted = SolverReferee.Limit.evicted
        #expect(record.room.state.count == limit - evicted + 2, "with the attempt and the first rating")
        #expect(delta.changes.count { $0.value == nil } == evicted)
        let edge = [0, evicted - 1, evicted]
        #expect(edge.map { record.room.state[key($0)] == nil } == [true, true, false], "the oldest ones")
        #expect(record.room.state.bytes < Limits().stateBytes / 2)
    }

    @Test("A stored record is loaded, unless a key or a value is impossible")
    func loaded() throws {
        var record = Record()
        _ = try accepted(record.attempt(isSolved: true))
        _ = try accepted(record.send([("review.\(Self.id)", .string("0 2026-11-28")), ("days", .object([]))]))
        #expect(try Room(Self.stored(record.room.state.snapshot)).state == record.room.state)
        var state = record.room.state
        state.apply(Delta(changes: [.init("rating", .string("high"))]))
        #expect(throws: ImpossibleGame(key: "rating")) { try Room(Self.stored(state.snapshot)) }
    }

    @Test("An attempt is read from its value")
    func attempts() throws {
        func read(_ text: String) throws -> PuzzleAttempt? { PuzzleAttempt(Self.id, try JSONParser.parse(text)) }
        let points = [Point(column: 7, row: 7), Point(column: 8, row: 10)]
        #expect(try read(#"{"tries":"7,7 8,10"}"#) == PuzzleAttempt(Self.id, .tries(points)))
        #expect(try read(#"{"tries":"","weight":0}"#) == PuzzleAttempt(Self.id, .tries([]), weight: .none))
        #expect(try read(#"{"choice":"o","weight":0.5}"#) == PuzzleAttempt(Self.id, .choice(.o), weight: .half))
        let long = String(repeating: "7,7 ", count: PuzzleAttempt.mostTries + 1)
        for text in [
            "{}", #"{"tries":"7,7","choice":"x"}"#, #"{"tries":"7"}"#, #"{"tries":7}"#, #"{"choice":"z"}"#,
            #"{"tries":"7,7","weight":2}"#, #"{"tries":"7,7","weight":"1"}"#, "{\"tries\":\"\(long)\"}",
        ] {
            #expect(try read(text) == nil, "\(text)")
        }
        let two = Delta(
            changes: [Self.id, Self.other].map { .init("attempt.\($0)", .object([.init("choice", .string("x"))])) })
        #expect(PuzzleAttempt(in: two) == nil, "one attempt a delta")
    }
}
