import TestSupport
import Testing

@testable import GameState

@Suite("Analysis rooms")
struct AnalysisRoomTests {
    /// A participant's requests to a room, with consecutive ids.
    struct Study {
        var room = Room(name: RoomName("study")!, kind: .analysis, epoch: "k", host: "p-owner")
        private var count = 0

        init(chapters: Int = 1) {
            for number in 1..<(chapters + 1) {
                _ = send(["chapter.\(number)": Chapter(title: "Chapter \(number)").value])
            }
        }

        mutating func send(
            _ changes: KeyValuePairs<String, JSON?>, by sender: ParticipantID = "p-owner", base: Int? = nil
        ) -> Room.Judgement {
            count += 1
            let delta = Delta(changes: changes.map { Delta.Change($0.key, $0.value) })
            let request = DeltaRequest(room: room.name, id: "i\(count)", base: base, delta: delta)
            return room.judge(request, by: sender, now: count)
        }

        /// Plays a line from the root of the first chapter, each move as a delta of its own.
        mutating func play(_ cells: String, by sender: ParticipantID = "p-owner") throws -> [TreeNodeID] {
            var parent = TreeNodeID(chapter: 1)
            var nodes: [TreeNodeID] = []
            for cell in cells.split(separator: " ") {
                let move = AnalysisRoomTests.move(String(cell), after: parent)
                _ = try accepted(send([move.key: move.value], by: sender))
                nodes.append(move.id)
                parent = move.id
            }
            return nodes
        }
    }

    static func move(
        _ cell: String, after parent: TreeNodeID = TreeNodeID(chapter: 1)
    ) -> (id: TreeNodeID, key: String, value: JSON) {
        let id = TreeNodeID(parent: parent, point: Point(cell: cell)!)
        return (id, AnalysisKey.node(id).text, .string("\(parent.text) \(cell)"))
    }

    @discardableResult
    static func accepted(_ judgement: Room.Judgement) throws -> AcceptedDelta {
        guard case .accepted(let delta) = judgement else {
            Issue.record("not accepted: \(judgement)")
            throw CancellationError()
        }
        return delta
    }

    static func rejection(_ judgement: Room.Judgement) -> Rejection? {
        if case .rejected(let rejection) = judgement { rejection } else { nil }
    }

    // MARK: Nodes

    @Test("A node's id follows from its parent and its move, by a hash that clients can compute")
    func ids() {
        // Computed with Python: FNV-1a of "chapter 1" and "<root> 7,7", the upper 60 bits.
        #expect(TreeNodeID(chapter: 1).text == "jqybisK3g-")
        #expect(TreeNodeID(parent: TreeNodeID(chapter: 1), point: Point(column: 7, row: 7)).text == "Mnn-hb7xFv")
        #expect(TreeNodeID("AAAAAAAAA") == nil)
        #expect(TreeNodeID("AAAAAAAAA=") == nil)
        let id = TreeNodeID(chapter: 2)
        #expect(TreeNodeID(id.text) == id)
    }

    @Test("The same move by two participants is one node, and both deltas are accepted")
    func sameMove() throws {
        var study = Study()
        let move = Self.move("7,7")
        let base = study.room.rev
        try Self.accepted(study.send([move.key: move.value], by: "p-a", base: base))
        try Self.accepted(study.send([move.key: move.value], by: "p-b", base: base))
        #expect(study.room.analysis?.tree.count == 1)
    }

    @Test("Concurrent moves in one position all become children, and the server lists their order")
    func order() throws {
        var study = Study()
        let base = study.room.rev
        for cell in ["7,7", "8,8", "6,6"] {
            let move = Self.move(cell)
            try Self.accepted(study.send([move.key: move.value], by: ParticipantID("p-\(cell)"), base: base))
        }
        let key = AnalysisKey.order(TreeNodeID(chapter: 1)).text
        #expect(study.room.state.text(key) == "7,7 8,8 6,6")
        // A promotion by a participant who has not seen the third child keeps it.
        try Self.accepted(study.send([key: "8,8 7,7"], base: base + 2))
        #expect(study.room.state.text(key) == "8,8 7,7 6,6")
        #expect(Self.rejection(study.send([key: "8,8 8,8"]))?.code == .badValue)
        #expect(Self.rejection(study.send([key: "1,1"]))?.code == .badValue)
    }

    @Test("Impossible moves are rejected: off the board, occupied, after a five, without a parent, with a wrong id")
    func impossible() throws {
        var study = Study()
        let line = try study.play("0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0")
        func code(_ cell: String, after parent: TreeNodeID) -> Code? {
            let move = Self.move(cell, after: parent)
            var copy = study
            return Self.rejection(copy.send([move.key: move.value]))?.code
        }
        #expect(code("7,7", after: line[8]) == .gameOver)
        #expect(code("0,0", after: line[7]) == .occupied)
        #expect(code("17,17", after: line[7]) == .offBoard)
        #expect(code("7,7", after: TreeNodeID(chapter: 9)) == .badValue)
        #expect(code("7,7", after: line[7]) == nil)
        let other = Self.move("7,7")
        #expect(Self.rejection(study.send([Self.move("8,8").key: other.value]))?.code == .badKey)
        #expect(Self.rejection(study.send([other.key: nil]))?.code == .badValue)
    }

    @Test("A rejected delta changes nothing, however many of its moves were possible")
    func rollBack() throws {
        var study = Study()
        let first = Self.move("7,7")
        let second = Self.move("8,8")
        let wrong = Self.move("7,7", after: first.id)
        let before = study.room.state
        let judgement = study.send([first.key: first.value, second.key: second.value, wrong.key: wrong.value])
        #expect(Self.rejection(judgement)?.code == .occupied)
        #expect(study.room.state == before)
        #expect(study.room.analysis?.tree.count == 0)
        #expect(study.room.analysis?.tree[first.id] == nil)
        try Self.accepted(study.send([first.key: first.value, second.key: second.value]))
        #expect(study.room.analysis?.tree.count == 2)
    }

    // MARK: Deleting

    @Test("A branch that another participant continued is not deleted by one who had not seen the continuation")
    func deletionLosesToAddition() throws {
        var study = Study()
        let line = try study.play("7,7 8,8")
        let base = study.room.rev
        let next = Self.move("9,9", after: line[1])
        try Self.accepted(study.send([next.key: next.value], by: "p-b", base: base))
        let deletion = AnalysisKey.deleted(line[0]).text
        #expect(Self.rejection(study.send([deletion: "1"], base: base))?.code == .conflict)
        try Self.accepted(study.send([deletion: "1"], base: base + 1))
    }

    @Test("A continuation by a participant who had not seen a deletion restores the branch")
    func additionRestores() throws {
        var study = Study()
        let line = try study.play("7,7 8,8")
        let base = study.room.rev
        let deletion = AnalysisKey.deleted(line[0]).text
        try Self.accepted(study.send([deletion: "1"]))
        let next = Self.move("9,9", after: line[1])
        #expect(Self.rejection(study.send([next.key: next.value], by: "p-b"))?.code == .conflict)
        let delta = try Self.accepted(study.send([next.key: next.value], by: "p-b", base: base))
        #expect(delta.delta[deletion] == .some(nil))
        #expect(study.room.state[deletion] == nil)
    }

    @Test("The first move of a deleted branch, played again, comes without its former continuations")
    func playedAgain() throws {
        var study = Study()
        let line = try study.play("7,7 8,8")
        try Self.accepted(study.send([AnalysisKey.deleted(line[0]).text: "1"]))
        let move = Self.move("7,7")
        try Self.accepted(study.send([move.key: move.value]))
        #expect(study.room.state[AnalysisKey.deleted(line[0]).text] == nil)
        #expect(study.room.state.text(AnalysisKey.deleted(line[1]).text) == "1")
    }

    @Test("The main line ends before a deleted branch, and changes otherwise only on request")
    func mainLine() throws {
        var study = Study()
        let line = try study.play("7,7 8,8 9,9")
        let key = AnalysisKey.mainLine(chapter: 1).text
        #expect(study.room.state[key] == nil)
        try Self.accepted(study.send([key: .string(line[2].text)]))
        let seen = study.room.rev
        try Self.accepted(study.send([key: .string(line[1].text)], by: "p-b"))
        #expect(Self.rejection(study.send([key: .string(line[2].text)], base: seen))?.code == .conflict)
        try Self.accepted(study.send([AnalysisKey.deleted(line[1]).text: "1"]))
        #expect(study.room.state.text(key) == line[0].text)
    }

    @Test("A full analysis makes room by removing the nodes that were deleted first, with their comments")
    func removal() throws {
        var study = Study()
        var nodes: [TreeNodeID] = []
        // Every first and second move of the board, until the limit is reached.
        outer: for first in BoardSize.standard.points {
            let move = Self.move(first.cell)
            try Self.accepted(study.send([move.key: move.value]))
            nodes.append(move.id)
            var changes: [Delta.Change] = []
            for second in BoardSize.standard.points where second != first {
                guard nodes.count + changes.count < AnalysisReferee.Limit.nodes else { break }
                let next = Self.move(second.cell, after: move.id)
                changes.append(.init(next.key, next.value))
            }
            let request = DeltaRequest(room: study.room.name, id: "n\(nodes.count)", delta: Delta(changes: changes))
            try Self.accepted(study.room.judge(request, by: "p-owner", now: 0))
            nodes += changes.map { TreeNodeID($0.key.dropFirst(5))! }
            if nodes.count == AnalysisReferee.Limit.nodes { break outer }
        }
        let last = try #require(nodes.last)
        let next = Self.move("14,13", after: last)
        #expect(Self.rejection(study.send([next.key: next.value]))?.code == .tooLarge)
        // One delta deletes a leaf and takes its place.
        let (leaf, other) = (nodes[2], Self.move("14,12", after: last))
        let replaced = try Self.accepted(
            study.send([
                AnalysisKey.deleted(leaf).text: "1", other.key: other.value,
            ])
        ).delta
        #expect(replaced[AnalysisKey.node(leaf).text] == .some(nil))
        #expect(replaced[AnalysisKey.deleted(leaf).text] == nil)
        try Self.expectReload(study.room, comparesTouched: false)
        // The branch of the first move: 224 nodes, one of them with a comment.
        let comment = AnalysisKey.comment(nodes[1], by: "p-owner").text
        try Self.accepted(study.send([comment: "Too close to the corner."]))
        try Self.accepted(study.send([AnalysisKey.deleted(nodes[0]).text: "1"]))
        let delta = try Self.accepted(study.send([next.key: next.value])).delta
        #expect(delta[AnalysisKey.node(nodes[1]).text] == .some(nil))
        #expect(delta[comment] == .some(nil))
        #expect(study.room.analysis?.tree.count == AnalysisReferee.Limit.nodes)
        #expect(study.room.state[AnalysisKey.node(nodes[0]).text] != nil)
        // The change that was removed with its node no longer counts after a restart.
        try Self.expectReload(study.room, comparesTouched: false)
    }

    // MARK: Comments, marks, roles

    @Test("Comments belong to their authors, and the owner may delete them")
    func comments() throws {
        var study = Study()
        let node = try study.play("7,7")[0]
        let mine = AnalysisKey.comment(node, by: "p-b").text
        try Self.accepted(study.send([mine: "A quiet move."], by: "p-b"))
        #expect(Self.rejection(study.send([mine: "No."], by: "p-c"))?.code == .readOnly)
        #expect(Self.rejection(study.send([mine: nil], by: "p-c"))?.code == .readOnly)
        #expect(
            Self.rejection(study.send([mine: .string(String(repeating: "a", count: 4_001))], by: "p-b"))?.code
                == .badValue)
        try Self.accepted(study.send([mine: nil]))
    }

    @Test(
        "Marks are SGF's five shapes or a label of up to five characters",
        arguments: [
            ("triangle", true), ("label:A", true), ("label:ab12c", true), ("label:ab12cd", false), ("label:", false),
            ("label:\u{1b}[m", false), ("star", false),
        ])
    func marks(text: String, isValid: Bool) throws {
        var study = Study()
        let node = try study.play("7,7")[0]
        let judgement = study.send([AnalysisKey.mark(node, Point(column: 3, row: 4)).text: .string(text)])
        #expect((Self.rejection(judgement) == nil) == isValid)
    }

    @Test("Only editors change the tree, and only the owner decides about roles")
    func roles() throws {
        var study = Study()
        let move = Self.move("7,7")
        #expect(Self.rejection(study.send(["role.p-b": "reader"], by: "p-b"))?.code == .readOnly)
        try Self.accepted(study.send(["role.p-b": "reader"]))
        #expect(Self.rejection(study.send([move.key: move.value], by: "p-b"))?.code == .readOnly)
        try Self.accepted(study.send(["listed": "yes"]))
        #expect(Self.rejection(study.send([move.key: move.value], by: "p-stranger"))?.code == .readOnly)
        try Self.accepted(study.send(["everyone": "editor"]))
        try Self.accepted(study.send([move.key: move.value], by: "p-stranger"))
        try Self.accepted(study.send(["owner": "p-b"]))
        #expect(Self.rejection(study.send(["everyone": "reader"]))?.code == .readOnly)
        try Self.accepted(study.send(["role.p-b": nil], by: "p-b"))
    }

    @Test("A chapter's number is used once, and only its title changes")
    func chapters() throws {
        var study = Study()
        let base = study.room.rev
        try Self.accepted(study.send(["chapter.2": Chapter(title: "Mine", rule: .renju).value], base: base))
        let other = Chapter(title: "Yours", rule: .standard)
        #expect(Self.rejection(study.send(["chapter.2": other.value], by: "p-b", base: base))?.code == .conflict)
        try Self.accepted(study.send(["chapter.2": Chapter(title: "Better title", rule: .renju).value]))
        #expect(Self.rejection(study.send(["chapter.2": nil]))?.code == .badValue)
        for bad in [["rule": "chess"], ["size": "14"], ["start": "7,7 7,7"], ["unknown": "1"]] as [[String: String]] {
            let members = bad.map { JSON.Member($0.key, .string($0.value)) }
            #expect(Self.rejection(study.send(["chapter.3": .object(members)]))?.code == .badValue)
        }
    }

    // MARK: Restoring

    /// Restores the room from its snapshot and compares the trees.
    static func expectReload(_ room: Room, comparesTouched: Bool = true) throws {
        let snapshot = room.state.snapshot
        let stored = StoredRoom(
            header: RoomHeader(name: room.name, kind: room.kind, epoch: room.epoch, host: room.creator, created: 0),
            shared: .init(snapshot: snapshot, deltas: []), own: [])
        let again = try #require(Room(stored).analysis)
        let live = try #require(room.analysis)
        #expect(again.chapters == live.chapters)
        #expect(again.extras == live.extras)
        for number in live.chapters.keys {
            let root = TreeNodeID(chapter: number)
            #expect(
                outline(root, again.tree, hasTouched: comparesTouched)
                    == outline(root, live.tree, hasTouched: comparesTouched))
        }
    }

    /// A text with all values of a branch.
    static func outline(_ id: TreeNodeID, _ tree: GameTree, hasTouched: Bool) -> [String] {
        guard let root = tree[id] else { return ["none"] }
        var lines: [String] = []
        var open = [root]
        while let node = open.popLast() {
            let deleted = tree.deletedAt(node).map { " deleted at \($0)" } ?? ""
            let touched = hasTouched ? " touched \(tree.touched(node))" : ""
            lines.append("\(tree.depth(node)) \(tree.id(node))\(touched)\(deleted)")
            open += tree.children(node)
        }
        return lines
    }

    @Test(
        "No branch is lost to a participant who had not seen it, whatever participants with old states do at once",
        arguments: TestSpeed.seeds(60, all: 1_000))
    func merge(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var study = Study()
        // The nodes that were added or changed by each accepted delta, by revision.
        var changed: [(rev: Int, node: TreeNodeID)] = []
        let cells = ["7,7", "8,8", "6,6", "7,8", "8,7"]
        var known = [TreeNodeID(chapter: 1)]
        for _ in 0..<80 {
            let base = Int.random(in: max(1, study.room.rev - 6)...study.room.rev, using: &random)
            let sender = ParticipantID("p-\(Int.random(in: 0..<4, using: &random))")
            let node = known.randomElement(using: &random)!
            var target = node
            let changes: KeyValuePairs<String, JSON?>
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                let move = Self.move(cells.randomElement(using: &random)!, after: node)
                (target, changes) = (move.id, [move.key: move.value])
            case 2: changes = [AnalysisKey.comment(node, by: sender).text: "Hm."]
            case 3 where node != known[0]: changes = [AnalysisKey.deleted(node).text: "1"]
            default: changes = [AnalysisKey.mark(node, Point(column: 1, row: 1)).text: "circle"]
            }
            let isDeletion = changes[0].key.hasPrefix("deleted")
            guard case .accepted(let delta) = study.send(changes, by: sender, base: base) else { continue }
            let tree = try #require(study.room.analysis).tree
            if !isDeletion {
                if !known.contains(target) { known.append(target) }
                changed.append((delta.rev, target))
                #expect(!tree.isDeleted(try #require(tree[target])), "seed \(seed): an accepted change is visible")
                continue
            }
            for (rev, node) in changed where rev > base {
                let index = try #require(tree[node])
                #expect(
                    !tree.path(index).contains { tree.id($0) == target },
                    "seed \(seed): the deletion with base \(base) took the change of \(rev) along")
            }
        }
        try Self.expectReload(study.room)
    }
}
