import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite("Keys of gomoku-cli study") struct StudyKeysTests {
    @Test("The first move in an empty room makes the chapter, and each own move is shown once it is accepted")
    func play() {
        var bench = StudyBench()
        bench.isPrompt = false
        bench.type("h8\ni9\n")
        #expect(bench.model.node == TreeNodeID(chapter: 1) && bench.picture().contains("●?"))
        bench.answer()
        #expect(bench.model.node == StudyBench.node("h8 i9"), "the second move waited for the first")
        bench.press([.home, .right])
        #expect(bench.model.node == StudyBench.node("h8"))
        let rev = bench.room.rev
        bench.type("i9\n")
        #expect(bench.model.node == StudyBench.node("h8 i9") && bench.room.rev == rev, "the move is there already")
        #expect(bench.agrees && bench.rejections.isEmpty)
    }

    @Test("A letter before a digit is a column, and otherwise a command or a step of the cursor")
    func letters() {
        var bench = StudyBench()
        bench.type("h")
        #expect(bench.model.cursor == StudyBench.point("g8"))
        bench.type("j")
        bench.type("l")
        bench.type("k")
        bench.type("l")
        #expect(bench.model.cursor == StudyBench.point("i8"))
        bench.type("j7\n")
        #expect(bench.model.node == StudyBench.node("j7"), "j began a point")
        bench.type("c8\n")
        #expect(bench.model.node == StudyBench.node("j7 c8"), "c began a point, not a comment")
        bench.type("m8\n")
        #expect(bench.model.node == StudyBench.node("j7 c8 m8") && bench.model.study.mainLine(1) == nil)
        bench.type("m")
        #expect(bench.model.study.mainLine(1) == bench.model.node)
    }

    @Test("Arrows go along the line and between variations, and forward returns to the line that was left")
    func walk() {
        var bench = StudyBench()
        bench.play("h8 i9 g7")
        bench.play("h8 j9 k1")
        bench.press([.right, .right])
        #expect(bench.model.node == StudyBench.node("h8 i9"))
        bench.press([.down])
        #expect(bench.model.node == StudyBench.node("h8 j9"))
        bench.press([.left, .right, .right])
        #expect(bench.model.node == StudyBench.node("h8 j9 k1"))
        bench.press([.up])
        #expect(bench.model.node == StudyBench.node("h8 i9"), "a move without variations: the last that has")
        bench.press([.end])
        #expect(bench.model.node == StudyBench.node("h8 i9 g7"))
        bench.press([.home])
        #expect(bench.model.node == TreeNodeID(chapter: 1))
    }

    @Test("d asks, and deletes what was shown when it asked; a branch that has grown since stays")
    func deletion() throws {
        var bench = StudyBench()
        bench.play("h8 i9 g7")
        bench.press([.right, .right])
        bench.type("d")
        #expect(bench.picture().contains("Delete 2 i9 and what follows, 2 moves in all? y or n"))
        bench.change(.play(StudyBench.point("a1"), after: StudyBench.node("h8 i9 g7"), in: bench.model.study))
        bench.type("y")
        #expect(bench.rejections.map(\.code) == [.conflict])
        #expect(bench.model.node == StudyBench.node("h8 i9") && bench.model.news?.isWarning == true)
        bench.type("dy")
        #expect(bench.model.node == StudyBench.node("h8"), "the last position that is left")
        #expect(bench.model.study.children(StudyBench.node("h8")).isEmpty && bench.agrees)
        bench.type("u")
        #expect(bench.model.study.lives(StudyBench.node("h8 i9 g7 a1")) && bench.rejections.count == 1)
    }

    @Test("p moves a variation up by one step, m makes the line the main line, and u undoes each")
    func promotion() {
        var bench = StudyBench()
        for move in ["a1", "b1", "c1"] { bench.play("h8 \(move)") }
        bench.play("h8 c1 d1")
        let first = ["a1", "b1", "c1"].map { StudyBench.node("h8 \($0)") }
        bench.press([.right, .down])
        bench.model.selection.go(to: StudyBench.node("h8 c1 d1"), in: bench.model.study)
        bench.type("p")
        #expect(bench.model.study.children(StudyBench.node("h8")) == [first[0], first[2], first[1]])
        bench.type("p")
        bench.type("p")
        #expect(bench.model.study.children(StudyBench.node("h8")) == [first[2], first[0], first[1]])
        #expect(bench.model.news?.text == "This variation is already the first.")
        bench.type("m")
        #expect(bench.model.study.mainLine(1) == StudyBench.node("h8 c1 d1"))
        bench.type("u")
        bench.type("u")
        bench.type("u")
        #expect(bench.model.study.children(StudyBench.node("h8")) == first && bench.model.study.mainLine(1) == nil)
        bench.type("u")
        #expect(bench.model.news?.text == "You have changed nothing that can be undone.")
        #expect(bench.rejections.isEmpty && bench.agrees)
    }

    @Test("u undoes a move, a comment, a mark and a chapter; what others have built on stays")
    func undo() {
        var bench = StudyBench()
        bench.type("h8\n")
        bench.type("tB\n")
        bench.type("t")
        bench.type("\n")
        bench.type("cA good start.\n")
        let node = StudyBench.node("h8")
        #expect(bench.model.study.marks(node).map(\.mark) == [.label("B")], "the mark stays as it is")
        #expect(bench.model.study.comments(node).map(\.text) == ["A good start."])
        bench.type("c")
        bench.press([.control("u")])
        bench.type("Better: h8.\n")
        bench.type("u")
        #expect(bench.model.study.comments(node).map(\.text) == ["A good start."])
        bench.type("u")
        bench.type("u")
        #expect(bench.model.study.comments(node).isEmpty && bench.model.study.marks(node).isEmpty)
        bench.type("u")
        #expect(!bench.model.study.lives(node) && bench.rejections.isEmpty, "the chapter was part of the first move")
        bench.type("nSecond\n\n")
        #expect(bench.model.chapter.number == 2)
        bench.type("h8\n")
        bench.change(.play(StudyBench.point("a1"), after: StudyBench.node("h8", chapter: 2), in: bench.model.study))
        bench.type("u")
        #expect(bench.rejections.map(\.code) == [.conflict])
        #expect(bench.model.study.lives(StudyBench.node("h8 a1", chapter: 2)) && bench.agrees)
    }

    @Test("A guard keeps an undo from overwriting the newer value of another participant")
    func guardedUndo() {
        var bench = StudyBench()
        bench.play("h8")
        bench.press([.right])
        bench.type("ta\n")
        bench.change(.mark(bench.model.cursor, .shape(.circle), on: bench.model.node))
        bench.type("u")
        #expect(bench.rejections.map(\.code) == [.conflict])
        #expect(bench.model.study.marks(bench.model.node).map(\.mark) == [.shape(.circle)] && bench.agrees)
    }

    @Test("n makes a chapter with a rule and a size, and Tab goes round")
    func chapters() {
        var bench = StudyBench()
        bench.play("h8")
        bench.type("nRenju\n")
        bench.press([.control("u")])
        bench.type("go 19\n")
        #expect(bench.model.news?.text == "Type a rule and a size, such as renju 15.")
        bench.press([.control("u")])
        bench.type("renju 13\n")
        #expect(bench.model.chapter.chapter == Chapter(title: "Renju", rule: .renju, size: BoardSize(13)!))
        #expect(bench.model.chapter.number == 2 && bench.picture().contains("2/2 Renju"))
        bench.press([.tab])
        #expect(bench.model.chapter.number == 1)
        bench.press([.tab])
        #expect(bench.model.chapter.number == 2)
    }

    @Test("f goes where another participant goes, until the user takes a step")
    func follow() {
        var bench = StudyBench()
        bench.play("h8 i9 g7")
        bench.type("f")
        #expect(bench.model.news?.isWarning == true, "nobody has a cursor")
        bench.look(StudyBench.node("h8"))
        bench.type("f")
        #expect(bench.model.node == StudyBench.node("h8") && bench.model.place?.follows == StudyBench.bob.id)
        bench.look(StudyBench.node("h8 i9"), StudyBench.point("c3"))
        #expect(bench.model.node == StudyBench.node("h8 i9"))
        #expect(bench.picture().contains("following Bob") && bench.picture().contains("─B─"))
        bench.press([.left])
        bench.look(StudyBench.node("h8 i9 g7"))
        #expect(bench.model.node == StudyBench.node("h8") && bench.model.place?.follows == nil)
        bench.type("f")
        bench.hear(.participants(.init(room: bench.room.name, joined: [], left: [StudyBench.bob.id])))
        #expect(bench.model.followed == nil && bench.model.cursors.isEmpty)
    }

    @Test("A reader sees everything and changes nothing")
    func reader() {
        var bench = StudyBench(owner: StudyBench.bob.id)
        bench.play("h8 i9")
        let role = Delta(changes: [Delta.Change(AnalysisKey.everyone.text, .string("reader"))])
        let rejection = bench.change(StudyRequest(role))
        #expect(rejection == nil)
        bench.press([.right])
        let rev = bench.room.rev
        for keys in ["a1\n", "c", "d", "m", "p", "t", "n", "u"] {
            bench.type(keys)
            #expect(bench.model.news?.text == bench.model.words.studyReadOnly, "\(keys)")
            #expect(bench.model.input == .board, "\(keys)")
        }
        #expect(bench.room.rev == rev && bench.picture().contains("reading only"))
        bench.type("i9\n")
        #expect(bench.model.node == StudyBench.node("h8 i9"), "a move that is there can be visited")
    }

    @Test("A file is merged into the room part by part, and the chapter goes into a file again")
    func files() throws {
        var bench = StudyBench()
        var text = "(;GM[4]FF[4]SZ[15]"
        // 300 first moves and answers, which need more than one delta.
        for row in 0..<10 {
            for column in 0..<15 where (column, row) != (7, 7) {
                let letters = "abcdefghijklmno".map(String.init)
                text += "(;B[\(letters[column])\(letters[row])];W[hh]C[\(column)])"
            }
        }
        let study = try Study(Array((text + ")").utf8), format: .sgf)
        bench.perform(bench.model.merge(study, losses: []))
        #expect(bench.model.importing == nil && bench.model.news?.text == "Imported: 298 new moves.")
        #expect(bench.room.rev > 1 && bench.agrees && bench.rejections.isEmpty)
        let rev = bench.room.rev
        bench.perform(bench.model.merge(study, losses: []))
        #expect(bench.model.news?.text == bench.model.words.studyNothingNew && bench.room.rev == rev)
        bench.type("e")
        bench.press([.control("u")])
        bench.type("tea.doc\n")
        #expect(bench.files.isEmpty && bench.model.news?.text == bench.model.words.studyNoFormat)
        bench.press([.control("u")])
        bench.type("tea.sgf\n")
        let file = try #require(bench.files.first)
        #expect(try Study(sgf: file.bytes).count == 298)
    }
}
