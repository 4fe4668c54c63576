import TestSupport
import Testing

@testable import GameState

@Suite("Merging studies")
struct StudyChangesTests {
    /// A room that accepts requests, and whose participants send studies.
    private struct Analysis {
        var room = Room(name: RoomName("study")!, kind: .analysis, epoch: "k", host: "p-owner")
        private var count = 0

        mutating func send(_ delta: Delta, by sender: ParticipantID = "p-owner") throws {
            count += 1
            let request = DeltaRequest(room: room.name, id: "i\(count)", base: nil, delta: delta)
            try AnalysisRoomTests.accepted(room.judge(request, by: sender, now: count))
        }

        func changes(_ study: Study, by sender: ParticipantID = "p-owner") throws -> StudyChanges {
            try study.changes(for: try #require(room.analysis), state: room.state, by: sender)
        }

        @discardableResult
        mutating func merge(_ study: Study, by sender: ParticipantID = "p-owner") throws -> StudyChanges {
            let changes = try changes(study, by: sender)
            for delta in changes.deltas { try send(delta, by: sender) }
            return changes
        }

        func study() throws -> Study {
            Study(try #require(room.analysis), state: room.state) { $0.text }
        }
    }

    private func study(_ sgf: String) throws -> Study { try Study(sgf: Array(sgf.utf8)) }

    @Test("A room gets every move, comment and mark of a study, and gives the same study back")
    func wholeStudies() throws {
        let seeds = TestSpeed.seeds(20, all: 200)
        var withFive: [UInt64] = []
        for seed in seeds {
            var random = RandomStudy(seed: seed, isForLibraries: true)
            let study = random.next()
            var analysis = Analysis()
            let changes = try analysis.merge(study)
            #expect(changes.losses[.comments] == nil, "seed \(seed)")
            // Random moves rarely make a five, after which a room takes no moves.
            guard changes.losses[.ended] == nil else {
                withFive.append(seed)
                continue
            }
            #expect(try analysis.study() == study, "seed \(seed)")
            for delta in changes.deltas {
                #expect(delta.count <= StudyChanges.Limit.keys && delta.size <= StudyChanges.Limit.bytes + 2)
            }
            // A second import of the same study changes nothing.
            #expect(try analysis.changes(study).deltas.isEmpty, "seed \(seed)")
        }
        #expect(withFive.count * 50 <= seeds.count, "\(withFive)")
    }

    @Test("Merging adds to moves, comments and marks of others, and replaces nothing")
    func addsOnly() throws {
        var analysis = Analysis()
        try analysis.merge(study("(;SZ[15]C[mine]TR[aa];B[hh]C[a];W[ii])"), by: "p-ann")
        let changes = try analysis.merge(
            study("(;SZ[15]C[mine]CR[aa]SQ[bb];B[hh]C[b](;W[gg])(;W[ii];B[jj]))"), by: "p-bob")
        #expect(changes.moves == 2)
        #expect(changes.losses[.marks]?.count == 1)
        #expect(
            try analysis.study().outline()
                == "( a15=triangle b14=square \"mine\"(h8 \"p-ann: a\\n\\np-bob: b\"(i7(j6))(g9)))")
        // The main line changes only on request.
        #expect(try analysis.study().mainMoves(1).map(\.cell) == ["7,7", "8,8"])
        // An own comment is continued.
        try analysis.merge(study("(;SZ[15];B[hh]C[c])"), by: "p-bob")
        #expect(analysis.room.state.values.contains { $0.value.string == "b\n\nc" })
    }

    @Test("A study with another title, position or rule becomes a chapter of its own")
    func chapters() throws {
        var analysis = Analysis()
        try analysis.merge(study("(;SZ[15]GN[One];B[hh])"))
        try analysis.merge(study("(;SZ[15]GN[Two];B[hh])(;SZ[15]RU[renju]GN[One];B[hh])(;SZ[15];B[ii])"))
        #expect(try analysis.study().numbers.count == 3)
        #expect(try analysis.study().outline(1) == "((h8)(i7))")
    }

    @Test("Merging brings deleted moves back")
    func deleted() throws {
        var analysis = Analysis()
        let study = try study("(;SZ[15]C[x];B[hh](;W[ii];B[jj])(;W[gg]))")
        try analysis.merge(study)
        let node = TreeNodeID(parent: TreeNodeID(chapter: 1), point: Point(cell: "7,7")!)
        try analysis.send(Delta(changes: [Delta.Change(AnalysisKey.deleted(node).text, "1")]))
        #expect(try analysis.study().outline() == "( \"x\")")
        try analysis.merge(study)
        #expect(try analysis.study().outline() == study.outline())
    }

    @Test("Moves after a five are left out and counted")
    func ended() throws {
        var analysis = Analysis()
        let line = "(;SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea](;W[hh];B[ii])(;W[jj]))"
        let changes = try analysis.merge(study(line))
        #expect(changes.losses[.ended]?.count == 3)
        #expect(try analysis.study().count == 9)
        #expect(try analysis.study().mainMoves(1).count == 9)
    }

    @Test("A study that the room cannot hold is refused as a whole")
    func limits() throws {
        var many = Study()
        for _ in 0...Chapter.limit { many.add(Chapter(title: "x\(many.chapters.count)")) }
        let analysis = Analysis()
        #expect(throws: StudyError(.room("chapters", Chapter.limit))) { try analysis.changes(many) }
        var limits = Limits()
        limits.stateBytes = 150
        let study = try study("(;SZ[15];B[hh];W[ii];B[jj];W[kk])")
        #expect(throws: StudyError(.room("bytes", 150))) {
            try study.changes(for: AnalysisReferee(), state: SharedState(), by: "p-a", limits: limits)
        }
        // A comment is cut at the limit of a room, between characters.
        var long = Study()
        let root = long.add(Chapter(title: ""))
        long.comment(String(repeating: "五", count: 2_000), on: try #require(root))
        let changes = try analysis.changes(long)
        #expect(changes.losses[.comments]?.count == 1)
        #expect(changes.deltas.last?.changes.last?.value?.string?.utf8.count == 3_999)
    }

    @Test("Files merge into one study without replacing anything")
    func files() throws {
        var one = try study("(;SZ[15]C[a]TR[aa];B[hh];W[ii])")
        let before = one
        try one.merge(study("(;SZ[15]C[b]CR[aa];B[hh];W[gg])(;SZ[19];B[aa])"))
        #expect(one.outline() == "( a15=triangle \"a\\n\\nb\"(h8(i7)(g9)))")
        #expect(one.numbers == [1, 2] && one.losses[.marks]?.count == 1)
        #expect(one.mainMoves(1).map(\.cell) == ["7,7", "8,8"])
        try one.merge(before)
        #expect(one.outline() == "( a15=triangle \"a\\n\\nb\"(h8(i7)(g9)))")
        var many = Study()
        for _ in 0..<StudyLimits.chapters { many.add(Chapter(title: "x\(many.chapters.count)")) }
        let whole = many
        let other = try study("(;SZ[15]GN[other];B[hh])")
        #expect(throws: StudyError(.chapters)) { try many.merge(other) }
        #expect(many == whole)
    }
}
