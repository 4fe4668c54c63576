import GameState
import Robot
import Testing
import Wire

@testable import Engines

/// Conversations with the engine, line by line: `>` from the manager, `<` from the engine.
@Suite struct EngineSessionTests {
    @Test("ABOUT reports the program's own version")
    func about() {
        var session = EngineSession()
        guard case .reply(let text) = session.receive("ABOUT").first else {
            Issue.record("no answer")
            return
        }
        #expect(text.contains("version=\"\(Product.version)\""))
    }

    @Test("A line of numbers before START is answered with UNKNOWN") func numbersBeforeTheStart() {
        var session = EngineSession()
        guard case .reply(let text) = session.receive("1,1,1").first else {
            Issue.record("no answer")
            return
        }
        #expect(text.hasPrefix("UNKNOWN"))
    }

    /// Plays the script. Each search returns the first free point in reading order.
    private func transcript(_ script: String, ending: String = "") -> String {
        var session = EngineSession()
        var lines: [String] = []
        for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append("> \(line)")
            for effect in session.receive(line + ending) {
                switch effect {
                case .reply(let text): lines.append("< \(text)")
                case .cancel: lines.append("(cancel)")
                case .prepare: break
                case .exit: lines.append("(exit)")
                case .think(let task):
                    let position = task.position
                    let free = task.size.points.first { position.board[$0] == nil }
                    lines.append("(think as \(position.turn.rawValue))")
                    lines.append("< \(session.answer(task, free.map { .move($0) } ?? .none))")
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test("A game from its start is played with BEGIN, TURN and TAKEBACK") func aGameFromTheStart() {
        #expect(
            transcript(
                "START 15\nINFO timeout_turn 1000\nBEGIN\nTURN 7,7\nTURN 7,7\nTURN 15,0\nTAKEBACK 7,7\nTURN 8,8\nEND")
                    == """
                    > START 15
                    < OK
                    > INFO timeout_turn 1000
                    > BEGIN
                    (think as x)
                    < 0,0
                    > TURN 7,7
                    (think as x)
                    < 1,0
                    > TURN 7,7
                    < ERROR the point is off the board or taken
                    > TURN 15,0
                    < ERROR the point is off the board or taken
                    > TAKEBACK 7,7
                    < OK
                    > TURN 8,8
                    (think as x)
                    < 2,0
                    > END
                    (exit)
                    """)
    }

    @Test("A board in playing order is accepted, and the game continues from it") func aBoardInPlayingOrder() {
        #expect(
            transcript("START 20\nBOARD\n7,7,2\n8,8,1\n7,8,2\nDONE\nTURN 1,0\nRESTART", ending: "\r")
                == """
                > START 20
                < OK
                > BOARD
                > 7,7,2
                > 8,8,1
                > 7,8,2
                > DONE
                (think as o)
                < 0,0
                > TURN 1,0
                (think as o)
                < 2,0
                > RESTART
                < OK
                """)
    }

    @Test("DONE ends a board that was refused") func doneEndsARefusedBoard() {
        #expect(
            transcript("BOARD\n7,7,1\nDONE\n8,8,1\nDONE")
                == """
                > BOARD
                < ERROR no game was started: send START first
                > 7,7,1
                > DONE
                > 8,8,1
                < UNKNOWN command
                > DONE
                < UNKNOWN command
                """)
    }

    @Test("Commands that cannot be understood or carried out get an error") func whatIsNotUnderstood() {
        #expect(
            transcript(
                "BEGIN\nTURN 1,1\nBOARD\nRESTART\nSTART 4\nSTART\nRECTSTART 15,20\nRECTSTART 15,15\nFROB 1\n\n   \nINFO\nINFO x y"
            )
                == """
                > BEGIN
                < ERROR no game was started: send START first
                > TURN 1,1
                < ERROR no game was started: send START first
                > BOARD
                < ERROR no game was started: send START first
                > RESTART
                < ERROR no game was started: send START first
                > START 4
                < ERROR unsupported size: choose one from 5 to 20
                > START
                < ERROR unsupported size: choose one from 5 to 20
                > RECTSTART 15,20
                < ERROR only square boards are played
                > RECTSTART 15,15
                < OK
                > FROB 1
                < UNKNOWN command
                >\u{20}
                >\u{20}\u{20}\u{20}\u{20}
                > INFO
                > INFO x y
                """)
    }

    @Test("Every board size from five to twenty is accepted, and no other", arguments: 1...24)
    func everySizeFromFiveToTwenty(side: Int) {
        for command in ["START \(side)", "RECTSTART \(side),\(side)"] {
            var session = EngineSession()
            let effects = session.receive(command)
            #expect(effects.filter { if case .reply = $0 { true } else { false } }.count == 1)
            #expect((effects.first == .reply("OK")) == (5...20).contains(side))
        }
    }

    @Test("The engine plays legal moves on small, even and large boards", arguments: [5, 6, 14, 20])
    func smallAndOddBoardsArePlayed(side: Int)
        throws
    {
        let size = try #require(BoardSize(engine: side))
        var brain = EngineBrain(seed: 0)
        var session = EngineSession()
        _ = session.receive("START \(side)")
        for command in ["INFO max_node 300", "INFO hash_size 1024"] { _ = session.receive(command) }
        var effects = session.receive("BEGIN")
        for _ in 0..<4 {  // Four stones in a row, because a fifth would end the game.
            guard case .think(let task)? = effects.last else {
                return #expect(Bool(false), "the engine does not think")
            }
            let (answer, _) = brain.think(task, stop: StopFlag())
            guard case .move(let point) = answer else { return #expect(Bool(false), "no move: \(answer)") }
            #expect(size.contains(point) && !task.stones.contains { $0.point == point })
            _ = session.answer(task, answer)
            let free = try #require(size.points.first { point in !session.stones.contains { $0.point == point } })
            effects = session.receive("TURN \(free.cell)")
        }
    }

    @Test("The commands of a Yixin board are answered") func whatAYixinBoardAsks() throws {
        var session = EngineSession()
        #expect(session.receive("YXNBEST 2") == [.reply("ERROR no game was started: send START first")])
        _ = session.receive("START 15")
        #expect(
            session.receive("YXSHOWINFO") == [
                .reply("MESSAGE INFO MAX_THREAD_NUM 64"), .reply("MESSAGE INFO MAX_HASH_SIZE 20"),
            ])
        for line in ["YXBOARD", "7,7,2", "8,8,1", "7,8,2", "DONE", "INFO max_node 2000", "INFO show_detail 2"] {
            #expect(!session.receive(line).contains { if case .reply = $0 { true } else { false } }, "\(line)")
        }
        for wrong in ["YXNBEST", "YXNBEST 0", "YXNBEST x"] {
            #expect(session.receive(wrong) == [.reply("ERROR say how many moves are wanted")])
        }
        guard case .think(let task)? = session.receive("YXNBEST 3").last else {
            return #expect(Bool(false), "the engine does not think")
        }
        var brain = EngineBrain(seed: 0)
        let (answer, _) = brain.think(task, stop: StopFlag())
        let lines = session.answer(task, answer).split(separator: "\n").map(String.init)
        #expect(lines.count == 4 && lines[0].hasPrefix("MESSAGE (1) ") && lines[2].hasPrefix("MESSAGE (3) "))
        let moves = lines.prefix(3).map { $0.split(separator: "|")[2].split(separator: " ")[0] }
        #expect(
            Set(moves).count == 3 && moves[0] == lines[3],
            "expected three moves, of which the first is played: \(lines)")
        #expect(session.stones.count == 4)
    }

    @Test("The size of the transposition table follows the requested memory") func theTableIsAsLargeAsWasAsked() {
        func megabytes(_ lines: String...) -> Int {
            var info = EngineInfo()
            for line in lines { info.set(line) }
            return info.tableMegabytes
        }
        #expect(megabytes() == 64)
        #expect(megabytes("max_memory 0") == 64)
        #expect(megabytes("max_memory 10485760") == 1)
        #expect(megabytes("max_memory 83886080") == 27)
        #expect(megabytes("max_memory 367001600") == 64)
        #expect(megabytes("max_memory 10485760", "hash_size 262144") == 256)
        var session = EngineSession()
        _ = session.receive("START 15")
        #expect(!session.receive("INFO max_memory 10485760").isEmpty, "the table is rebuilt before it is needed")
        #expect(session.receive("INFO timeout_turn 100").isEmpty)
    }

    @Test("A board gets only one error, however many of its lines follow") func oneErrorForABoard() {
        #expect(
            transcript(
                "BOARD\n7,7,2\n8,8,1\nDONE\nSTART 15\nBOARD\n7,7,2\n7,7,1\n8,8,2\nDONE\nYXBOARD\n7,7,2\nDONE\nTURN 7,7")
                    == """
                    > BOARD
                    < ERROR no game was started: send START first
                    > 7,7,2
                    > 8,8,1
                    > DONE
                    > START 15
                    < OK
                    > BOARD
                    > 7,7,2
                    > 7,7,1
                    < ERROR the line is not a free point: 7,7,1
                    > 8,8,2
                    > DONE
                    > YXBOARD
                    > 7,7,2
                    > DONE
                    > TURN 7,7
                    < ERROR the point is off the board or taken
                    """)
    }

    @Test("RESTART while thinking drops the move") func restartWhileThinkingDropsTheMove() {
        var session = EngineSession()
        _ = session.receive("START 15")
        guard case .think = session.receive("BEGIN").first else {
            Issue.record("BEGIN does not start thinking")
            return
        }
        #expect(session.receive("RESTART").prefix(2) == [.cancel, .reply("OK")])
        #expect(session.stones.isEmpty)
    }

    @Test("INFO sets the rule, the time limits, the nodes and the memory") func rulesAndTimes() {
        func info(_ lines: String...) -> EngineInfo {
            var info = EngineInfo()
            for line in lines { info.set(line) }
            return info
        }
        let rules: [(Int, Rule)] = [
            (0, .freestyle), (1, .standard), (4, .renju), (8, .caro), (9, .caro), (2, .freestyle), (3, .standard),
        ]
        for (mask, rule) in rules { #expect(info("rule \(mask)").rule == rule) }
        let turn = { (info: EngineInfo) in info.limits.milliseconds ?? 0 }
        #expect((900..<1000).contains(turn(info("timeout_turn 1000"))))
        #expect((150..<200).contains(turn(info("timeout_turn 200"))))
        #expect(turn(info("timeout_turn 0")) <= 40)
        #expect(turn(info("timeout_turn 30000", "timeout_match 180000", "time_left 60000")) <= 6000)
        #expect(turn(info("timeout_turn 30000", "time_left -5")) <= 40)
        #expect((900..<1000).contains(turn(info("timeout_turn 1000", "time_left 2147483647"))))
        #expect(info("max_node 500").limits.nodes == 500)
        #expect(info("max_memory 1000").tableMegabytes == 1)
    }
}
