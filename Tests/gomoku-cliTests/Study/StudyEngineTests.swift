import Client
import GameState
import Testing
import Wire

@testable import gomoku_cli

@Suite("The engine in gomoku-cli study") struct StudyEngineTests {
    private static func answer(_ id: String = "e1", _ rest: String) throws -> Notice.Analysis {
        let text = #"{"type":"analysis","id":"\#(id)","milliseconds":9,"done":false,\#(rest)}"#
        guard case .analysis(let answer) = try Notice(Array(text.utf8)) else { throw Other() }
        return answer
    }

    private struct Other: Error {}

    @Test("The question names the position, the rule and the side to move")
    func question() {
        var board = Board()
        board[StudyBench.point("h8")] = .x
        board[StudyBench.point("i7")] = .o
        let text = StudyEngine.request(.init(rule: .renju, board: board, turn: .x), id: "a1").text
        #expect(
            text
                == #"{"type":"analyse","id":"a1","rule":"renju","size":15,"turn":"x","x":["7,7"],"o":["8,8"],"lines":3,"milliseconds":5000}"#
        )
    }

    @Test("a asks about each position on the screen, once per pause; x asks as if it were the other side's move")
    func asking() {
        var bench = StudyBench()
        bench.play("h8 i9 g7")
        bench.type("a")
        #expect(bench.questions.map(\.turn) == [.x] && bench.questions.last?.board.count == 0)
        bench.press([.right])
        #expect(bench.questions.map(\.turn) == [.x, .o])
        bench.perform(bench.model.press(.right, now: bench.now))
        bench.perform(bench.model.press(.right, now: bench.now))
        #expect(bench.questions.count == 2, "two steps within the pause")
        bench.press([])
        bench.perform(bench.model.tick(now: bench.now + StudyEngine.pause))
        #expect(bench.questions.count == 3 && bench.questions.last?.board.count == 3)
        bench.type("x")
        #expect(bench.questions.last?.turn == .x && bench.questions.last?.board.count == 3)
        #expect(bench.picture().contains("If X were to move · thinking"))
        bench.type("a")
        bench.press([.left])
        #expect(bench.questions.count == 4 && !bench.picture().contains("thinking"))
    }

    @Test("An answer from a proof, without a search, has no depth")
    func proofWithoutSearch() throws {
        var bench = StudyBench()
        bench.play("h8")
        bench.type("a")
        let proof = #""depth":0,"lines":[{"cell":"1,1","chance":100,"line":["1,1"],"proof":"n"}],"claims":[]"#
        func picture(isDone: Bool) throws -> String {
            let text = #"{"type":"analysis","id":"e1","milliseconds":9,"done":\#(isDone),\#(proof)}"#
            guard case .analysis(let answer) = try Notice(Array(text.utf8)) else { throw Other() }
            bench.model.engine.take(answer)
            return bench.picture()
        }
        let begun = try picture(isDone: false)
        #expect(begun.contains("X to move · thinking") && !begun.contains("depth"))
        let done = try picture(isDone: true)
        #expect(done.contains("b14 100% proven") && !done.contains("depth") && !done.contains("X to move ·"))
    }

    @Test("Lines have chances, claims are sentences, and an answer to another question is dropped")
    func answers() throws {
        var bench = StudyBench(width: 120, height: 40)
        bench.play("h8")
        bench.type("a")
        bench.model.engine.take(
            try Self.answer(
                "e1",
                #""depth":8,"lines":[{"cell":"7,6","score":120,"chance":58,"line":["7,6","8,7"]},{"cell":"1,1","chance":40,"line":["1,1"],"proof":"n"}],"claims":[{"kind":"wins","means":"fours","moves":3,"name":"n","proof":"","line":["7,6"]},{"kind":"only-hold","points":["9,9","7,6"],"means":"any","moves":3,"name":"n","proof":"","line":[]},{"kind":"only-hold","points":[],"means":"any","moves":3,"name":"n","proof":"","line":[]},{"kind":"loses","point":"3,3","means":"any","moves":3,"name":"n","proof":"","line":[]},{"kind":"new"}]"#
            ))
        let lines = StudyEngineLines.lines(bench.model, width: 60).map(\.text).joined(separator: "\n")
        #expect(bench.picture().contains("X to move · depth 8"))
        for text in [
            "X to move · depth 8", "h9 58%  i8", "b14 40% proven", "Proven: X wins by fours in 3 moves. h9",
            "Proven: X can hold only with h9 j6.", "Proven: every move of X loses.",
        ] { #expect(lines.contains(text), "\(text)") }
        bench.model.engine.take(try Self.answer("e0", #""depth":99,"lines":[],"claims":[]"#))
        #expect(!bench.picture().contains("depth 99"))
    }

    @Test("A refusal is a sentence, and a refusal for now is asked again in time")
    func refusals() {
        var bench = StudyBench()
        bench.play("h8")
        bench.type("a")
        let isOwn = bench.model.engine.fail("Too much at once.", id: "e1", retryAt: bench.now + 700)
        #expect(isOwn)
        #expect(bench.picture().contains("Too much at once."))
        bench.perform(bench.model.tick(now: bench.now + 699))
        #expect(bench.questions.count == 1)
        bench.perform(bench.model.tick(now: bench.now + 700))
        #expect(bench.questions.count == 2)
        let isOld = bench.model.engine.fail("Other.", id: "e1", retryAt: nil)
        #expect(!isOld)
    }

    @Test("Cells off the board are left out, and long lines are cut")
    func hostile() throws {
        var bench = StudyBench()
        bench.type("a")
        let long = Array(repeating: #""2,2""#, count: 300).joined(separator: ",")
        bench.model.engine.take(
            try Self.answer(
                "e1",
                #""depth":1,"lines":[{"cell":"19,1","chance":1,"line":[]},{"cell":"1,1","chance":1,"line":["1,1","19,19",\#(long)]}],"claims":[]"#
            ))
        let lines = StudyEngineLines.lines(bench.model, width: 60).map(\.text)
        #expect(lines.count == 2 && lines[1].hasPrefix("b14 1%  c13 c13") && lines[1].count < 500)
    }
}
