import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite("Refused and unsent changes in gomoku-cli study") struct StudyAnswersTests {
    private static let busy = Notice.Reason(.rateLimited, "Too much at once.")

    @Test("After a move that was accepted and deleted at once, the next move is possible")
    func deletedMove() {
        var bench = StudyBench()
        bench.play("h8")
        bench.isPrompt = false
        bench.press([.right])
        bench.type("i9\ng7\n")
        bench.answerLate(then: .delete(StudyBench.node("h8 i9"), base: 0))
        #expect(bench.model.pending == nil && bench.model.queued.isEmpty)
        #expect(bench.model.node == StudyBench.node("h8") && bench.agrees)
        bench.isPrompt = true
        bench.type("a1\n")
        #expect(bench.model.node == StudyBench.node("h8 a1") && bench.agrees)
    }

    @Test("A refused comment is in its field again, or waits until the user opens the field")
    func comment() {
        var bench = StudyBench()
        bench.play("h8")
        bench.press([.right])
        bench.nextRefusal = Self.busy
        bench.type("cA long story.\n")
        #expect(bench.picture().contains("Comment: A long story.") && bench.picture().contains("Too much at once."))
        bench.press([.enter])
        #expect(bench.model.study.comments(bench.model.node).map(\.text) == ["A long story."])
        bench.isPrompt = false
        bench.type("c And more.\n")
        bench.press([.left])
        bench.nextRefusal = Self.busy
        bench.answer()
        #expect(bench.model.input == .board, "the user is elsewhere")
        #expect(bench.model.news?.text.hasSuffix("Your text is kept: press c.") == true)
        bench.press([.right])
        bench.type("c")
        #expect(bench.picture().contains("Comment: A long story. And more."))
        bench.press([.escape])
        bench.type("c")
        #expect(bench.picture().contains("Comment: A long story. ") == false, "the user has dropped the text")
    }

    @Test("A comment or chat message that meets a full outbox, and a refused chat message, are in their fields again")
    func unsent() {
        var bench = StudyBench()
        bench.play("h8")
        bench.press([.right])
        bench.isFull = true
        bench.type("cOne.\n")
        #expect(bench.picture().contains("Comment: One.") && bench.model.news?.text == bench.model.words.outboxFull)
        bench.press([.escape])
        bench.type("sTwo.\n")
        #expect(bench.said == ["Two."] && bench.picture().contains("Two."))
        bench.press([.escape])
        bench.perform(
            bench.model.settled(.say(text: "Three.", id: "x", room: bench.room.name), .refused(Self.busy), now: 0))
        #expect(bench.picture().contains("Three."))
    }

    @Test("An undo that was refused or not sent can be tried again, and one that others prevent comes last")
    func undo() {
        var bench = StudyBench()
        bench.type("h8\n")
        bench.type("i9\n")
        bench.nextRefusal = Self.busy
        bench.type("u")
        #expect(bench.model.news?.isWarning == true && bench.model.study.lives(StudyBench.node("h8 i9")))
        bench.isFull = true
        bench.type("u")
        bench.isFull = false
        bench.type("u")
        #expect(!bench.model.study.lives(StudyBench.node("h8 i9")) && bench.rejections.isEmpty)
        bench.type("i9\n")
        bench.type("cHm.\n")
        bench.type("j9\n")
        bench.change(.play(StudyBench.point("a1"), after: bench.model.node, in: bench.model.study))
        bench.type("u")
        #expect(bench.rejections.map(\.code) == [.conflict])
        bench.type("u")
        #expect(bench.model.study.comments(StudyBench.node("h8 i9")).isEmpty, "the change before the prevented one")
        bench.change(.delete(StudyBench.node("h8 i9 j9 a1"), base: bench.room.rev))
        bench.type("u")
        #expect(!bench.model.study.lives(StudyBench.node("h8 i9 j9")) && bench.rejections.count == 1, "possible again")
        #expect(bench.agrees)
    }

    @Test("An import that meets a full outbox continues with the next answer")
    func importing() throws {
        var bench = StudyBench()
        bench.play("h8")
        bench.press([.right])
        bench.isPrompt = false
        bench.type("i9\n")
        bench.isFull = true
        let study = try Study(Array("(;GM[4]FF[4]SZ[15];B[aa];W[bb])".utf8), format: .sgf)
        bench.perform(bench.model.merge(study, losses: []))
        #expect(bench.model.importing != nil && bench.model.pending != nil && bench.model.news?.isWarning != true)
        bench.isFull = false
        bench.isPrompt = true
        bench.answer()
        #expect(bench.model.importing == nil && bench.model.study.lives(StudyBench.node("a15 b14")))
        #expect(bench.model.node == StudyBench.node("h8 i9") && bench.agrees)
    }

    @Test("m announces the new main line once it is accepted")
    func mainLine() {
        var bench = StudyBench()
        bench.play("h8 i9")
        bench.press([.right])
        bench.isPrompt = false
        bench.type("m")
        #expect(bench.model.news == nil)
        bench.answer()
        #expect(bench.model.news?.text == bench.model.words.studyMainLineMade)
    }

    @Test("Following ends when the followed person has left during a lost connection")
    func followed() {
        var bench = StudyBench()
        bench.play("h8")
        bench.look(StudyBench.node("h8"))
        bench.type("f")
        #expect(bench.model.followed == StudyBench.bob.id)
        bench.hear(
            .deltas(
                .init(
                    room: bench.room.name, epoch: "k1", deltas: [],
                    resume: .init(own: nil, participants: [StudyBench.ann], chat: []))))
        #expect(bench.model.followed == nil)
    }
}
