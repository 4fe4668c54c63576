import TestSupport
import Testing

@testable import GameState

@Suite("Copies of analysis rooms")
struct AnalysisFollowingTests {
    private typealias Rooms = AnalysisRoomTests

    /// Expects that a copy has the trees and notes of the room.
    private func expectSame(_ copy: AnalysisReferee, _ room: Room) throws {
        let live = try #require(room.analysis)
        #expect(copy.chapters == live.chapters && copy.extras == live.extras && copy.tree.count == live.tree.count)
        #expect(try copy.authors == AnalysisReferee(state: room.state).authors)
        for number in live.chapters.keys {
            let root = TreeNodeID(chapter: number)
            #expect(
                Rooms.outline(root, copy.tree, hasTouched: false) == Rooms.outline(root, live.tree, hasTouched: false))
        }
    }

    @Test(
        "A copy that follows the accepted deltas has the trees of the room, whatever was done in it",
        arguments: TestSpeed.seeds(40, all: 400))
    func follow(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var study = Rooms.Study(chapters: 2)
        var copy = try AnalysisReferee(state: study.room.state)
        var known = [TreeNodeID(chapter: 1), TreeNodeID(chapter: 2)]
        let cells = ["7,7", "8,8", "6,6", "7,8"]
        let authors: [ParticipantID] = ["p-owner", "p-a", "p-z"]
        for _ in 0..<100 {
            let node = try #require(known.randomElement(using: &random))
            let changes: KeyValuePairs<String, JSON?>
            var author: ParticipantID = "p-owner"
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2:
                let move = Rooms.move(try #require(cells.randomElement(using: &random)), after: node)
                changes = [move.key: move.value, AnalysisKey.mark(move.id, Point(column: 1, row: 1)).text: "circle"]
                known.append(move.id)
            case 3:
                author = try #require(authors.randomElement(using: &random))
                changes = [AnalysisKey.comment(node, by: author).text: Bool.random(using: &random) ? "Hm." : nil]
            case 4: changes = [AnalysisKey.deleted(node).text: Bool.random(using: &random) ? "1" : nil]
            case 5:
                changes = [
                    AnalysisKey.order(node).text: .string(
                        cells.shuffled(using: &random).prefix(2).joined(separator: " "))
                ]
            case 6: changes = [AnalysisKey.mainLine(chapter: 1).text: .string(node.text)]
            default: changes = [AnalysisKey.chapter(2).text: Chapter(title: "\(study.room.rev)").value]
            }
            let base = Int.random(in: max(1, study.room.rev - 5)...study.room.rev, using: &random)
            guard case .accepted(let accepted) = study.send(changes, by: author, base: base) else { continue }
            let fits = copy.follow(accepted)
            #expect(fits, "seed \(seed), revision \(accepted.rev)")
            try expectSame(copy, study.room)
        }
    }

    @Test("A copy follows the removal of deleted nodes, leaves first, with their notes")
    func removal() throws {
        var study = Rooms.Study()
        let line = try study.play("7,7 8,8 6,6")
        try Rooms.accepted(study.send([AnalysisKey.comment(line[2], by: "p-owner").text: "Hm."]))
        var copy = try AnalysisReferee(state: study.room.state)
        #expect(copy.hasNotes(line[2]) && copy.notes(of: line[2]) == [.comment(line[2], by: "p-owner")])
        let keys = [
            AnalysisKey.node(line[1]), .node(line[2]), .comment(line[2], by: "p-owner"), .deleted(line[1]),
        ]
        func delta(_ keys: [AnalysisKey]) -> AcceptedDelta {
            AcceptedDelta(
                rev: study.room.rev + 1, by: "p-owner", at: 0, id: nil,
                delta: Delta(changes: keys.map { Delta.Change($0.text, nil) }))
        }
        let before = copy
        let leavesChild = copy.follow(delta([.node(line[1])]))
        #expect(!leavesChild, "a child would remain without its parent")
        #expect(copy.tree.count == 3 && copy.extras == before.extras)
        let fits = copy.follow(delta(keys))
        #expect(fits)
        #expect(copy.tree.count == 1 && copy.extras.isEmpty && copy.tree[line[0]] != nil && copy.tree[line[1]] == nil)
    }

    @Test("A delta that does not fit changes nothing")
    func misfit() throws {
        var study = Rooms.Study()
        let line = try study.play("7,7")
        var copy = try AnalysisReferee(state: study.room.state)
        let child = Rooms.move("8,8", after: line[0]).id
        let orphan = Rooms.move("6,6", after: Rooms.move("1,1").id)
        let delta = Delta(changes: [
            Delta.Change(AnalysisKey.chapter(2).text, Chapter(title: "Other").value),
            Delta.Change(AnalysisKey.node(child).text, .string("\(line[0].text) 8,8")),
            Delta.Change(AnalysisKey.deleted(line[0]).text, "1"), Delta.Change(orphan.key, orphan.value),
        ])
        let fits = copy.follow(AcceptedDelta(rev: 99, by: "p-owner", at: 0, id: nil, delta: delta))
        #expect(!fits)
        try expectSame(copy, study.room)
    }
}
