import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite("The screen of gomoku-cli study") struct StudyScreenTests {
    private static func bench(_ width: Int, _ height: Int, words: any Words = EnglishWords()) -> StudyBench {
        var bench = StudyBench(width: width, height: height, words: words)
        bench.play("h8 i9 g7 j10")
        bench.play("h8 i9 a1")
        bench.press([.right, .right, .right])
        bench.change(.comment("Watch the corner.", on: bench.model.node, by: StudyBench.bob.id))
        bench.look(StudyBench.node("h8 i9 a1"))
        return bench
    }

    @Test(
        "Tree, node, comment and participants are on the screen", arguments: [(80, 24), (120, 40), (60, 20), (200, 60)])
    func parts(width: Int, height: Int) {
        let bench = Self.bench(width, height)
        let picture = bench.picture()
        for text in ["(●)", "[g7\"]", "Watch", "Bob: 3 a1", "3 g7 · O to move", "3 a1"] {
            #expect(picture.contains(text), "\(text)")
        }
        #expect(picture.contains("•"), "the next move of the line")
    }

    @Test("The owner who deletes another participant's comment is named, not its author")
    func deletedComment() {
        var bench = StudyBench(owner: StudyBench.bob.id)
        bench.play("h8")
        bench.change(.comment("A story.", on: StudyBench.node("h8"), by: StudyBench.ann.id), by: StudyBench.ann)
        bench.change(.comment("", on: StudyBench.node("h8"), by: StudyBench.ann.id))
        #expect(bench.model.news?.text == "Bob deletes the comment on 1 h8.")
    }

    @Test("In ASCII mode only ASCII is drawn, and nothing is wider than the screen", arguments: Language.allCases)
    func ascii(_ language: Language) {
        var bench = Self.bench(80, 24, words: language.words)
        for text in [
            "", "c", "t", "d", "n", "e", "i", "s", "?",
        ] {
            bench.type(text)
            #expect(bench.picture(isUnicode: false).utf8.allSatisfy { $0 < 0x80 }, "\(text)")
            bench.press([.escape])
        }
    }

    @Test("Help is shown in full at 80 by 24", arguments: Language.allCases)
    func help(_ language: Language) {
        var bench = Self.bench(80, 24, words: language.words)
        bench.type("?")
        let picture = bench.picture()
        for row in language.words.studyHelp {
            #expect(picture.contains(row.key) && picture.contains(row.words), "\(row)")
        }
    }

    @Test("Messages fit into one row of a terminal with 80 columns", arguments: Language.allCases)
    func messages(_ language: Language) {
        let words = language.words
        for sentence in [
            words.studyReadOnly, words.studyUnreadable, words.studyNothingToUndo, words.studyLastChapter,
            words.studyNoTerms, words.studyNobodyToFollow, words.studyAskDelete(at: "225 h10", count: 20_000),
            words.studyNoFormat, words.studyNothingNew, words.studyMainLineMade, words.studyFollows("Bartholomäus"),
        ] {
            #expect(SafeText("! " + sentence).width <= 80, "\(sentence)")
        }
    }

    @Test("Marks of others are on the board, beside a stone or on an empty point")
    func marks() {
        var bench = Self.bench(80, 24)
        bench.change(.mark(StudyBench.point("c3"), Mark("label:Q"), on: bench.model.node))
        bench.change(.mark(StudyBench.point("h8"), .shape(.triangle), on: bench.model.node))
        let picture = bench.picture()
        #expect(picture.contains("─Q─") && picture.contains("●△"))
    }

    @Test("An empty analysis says in full how to begin, in a narrow panel too", arguments: Language.allCases)
    func empty(language: Language) throws {
        let words = language.words
        let bench = StudyBench(width: 60, height: 20, words: words)
        let panel = try #require(StudyLayout(size: .standard, screen: bench.model.screen).table.panel)
        let picture = bench.picture()
        for line in SafeText(words.studyEmptyHint).wrapped(to: panel.width) {
            #expect(picture.contains(line.text), "\(line.text)")
        }
    }

    @Test("A click on a move of the tree goes there")
    func click() {
        var bench = Self.bench(80, 24)
        bench.layOut()
        let canvas = StudyScreen.draw(bench.model, now: 0)
        let place = bench.model.treeLines.nodes.firstIndex(
            of: bench.model.study.trees.tree[StudyBench.node("h8 i9 a1")]!)!
        let target = canvas.targets.first { $0.click == [.move(place)] }
        #expect(target != nil)
        bench.press([.move(place)])
        #expect(bench.model.node == StudyBench.node("h8 i9 a1"))
    }

    @Test("v shows comments that do not fit, and hostile text stays harmless")
    func comments() throws {
        var bench = Self.bench(60, 20)
        let long = String(repeating: "word ", count: 200) + "end\u{1B}[2J"
        bench.change(.comment(long, on: bench.model.node, by: StudyBench.bob.id))
        #expect(!bench.picture().contains("end") && bench.picture().contains("v: more"))
        bench.type("v")
        bench.press([.end])
        #expect(bench.picture().contains("end?[2J"))
        bench.press(try StudyScreen.draw(bench.model, now: 0).click("any other key"))
        #expect(bench.model.input == .board)
    }

    @Test("A lost connection is said in the first row")
    func offline() {
        var bench = Self.bench(80, 24)
        bench.model.status = .offline(why: .broken, retryAt: bench.now + 3_000)
        #expect(bench.picture().hasPrefix(" " + bench.model.words.retry(bench.model.words.loss(.broken), seconds: 3)))
    }

    @Test("The printed lines name who did what")
    func lines() {
        var bench = StudyBench()
        var lines = StudyLines(EnglishWords())
        var mirror = RoomMirror(room: bench.room.name)
        var printed: [String] = []
        func hear(_ notice: Notice) { printed += lines.lines(for: mirror.apply(notice), mirror: mirror) }
        hear(
            .snapshot(
                .init(
                    room: bench.room.name, kind: .analysis, epoch: "k1", state: SharedState(), own: nil,
                    participants: [StudyBench.bob], host: nil, chat: [])))
        bench.play("h8 i9")
        let node = StudyBench.node("h8")
        bench.change(.comment("Hm.", on: node, by: StudyBench.bob.id))
        bench.change(.mark(StudyBench.point("a1"), Mark("label:A"), on: node))
        bench.change(.delete(StudyBench.node("h8 i9"), base: bench.room.rev))
        for accepted in bench.accepted { hear(.delta(room: bench.room.name, accepted, scope: .shared, again: false)) }
        #expect(
            printed == [
                "In tea: Bob.", "Empty analysis.", "Bob sets chapter 1: ", "Bob plays 1 h8.", "Bob plays 2 i9.",
                "Bob on 1 h8: Hm.", "Bob marks a1: A", "Bob deletes the branch of 2 i9.",
            ])
    }
}
