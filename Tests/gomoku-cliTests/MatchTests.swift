import Foundation
import GameState
import Robot
import Testing

@testable import Engines
@testable import gomoku_cli

@Suite struct MatchTests {
    private func game(_ names: String, winner: Stone?, reason: String) -> MatchGame {
        let points = names.split(separator: " ").compactMap { BoardSize.standard.point(named: String($0)) }
        return MatchGame(winner: winner, reason: reason, moves: points, milliseconds: points.indices.map { $0 * 10 })
    }

    /// A record that was written is read as the same game, in both formats.
    @Test(
        "A match record survives writing and reading in both formats", arguments: [Stone.x, .o, nil],
        ["five", "the engine ended"])
    func recordsAreReadAgain(winner: Stone?, reason: String) throws {
        let names = ByStone(x: "robot", o: "level:5")
        let date = Date(timeIntervalSince1970: 1_795_219_200)
        let record = game("h8 i9 g7", winner: winner, reason: reason).record(
            names: names, size: .standard, rule: .caro, at: date)
        for read in [try GameRecord(sgf: record.sgf), try GameRecord(psq: try record.psq())] {
            #expect(read.points == record.points && read.rule == .caro)
            #expect(read.names.x == "robot" && read.names.o == "level:5")
            #expect(read.outcome == record.outcome && read.outcome?.rawValue == (winner?.rawValue ?? "draw"))
        }
        #expect(record.date == "2026-11-21")
        #expect(record.moves.map(\.milliseconds) == [0, 10, 20])
        #expect(record.sgf.contains("the engine ended") == (reason != "five"))
    }

    @Test("A missing file or engine of a match is reported with its path")
    func missing() {
        #expect(throws: MatchOpenings.Failure.missing("/nowhere/list")) {
            try MatchOpenings(file: "/nowhere/list", size: .standard, rule: .freestyle, count: 1, seed: 1)
        }
        let sentence = "\(MatchOpenings.Failure.missing("/nowhere/list"))"
        #expect(sentence == "/nowhere/list cannot be read. Is the name right?")
        #expect {
            _ = try MatchEngine(path: "/nowhere/engine", arguments: [], size: .standard, info: [])
        } throws: {
            "\($0)"
                == "the engine /nowhere/engine could not be started (No such file or directory); check its path"
        }
    }

    @Test("Players of a match are parsed from their descriptions") func playersAreRead() {
        #expect(MatchPlayer("robot") == .robot(.strongest))
        #expect(MatchPlayer("level:3") == .robot(Level(3)!))
        #expect(MatchPlayer("level:11") == nil && MatchPlayer("level:") == nil && MatchPlayer("human") == nil)
        #expect(MatchPlayer("engine:/bin/a -x 1") == .engine(path: "/bin/a", arguments: ["-x", "1"]))
        #expect(MatchPlayer("engine:") == nil)
        #expect(MatchPlayer("remote:http://127.0.0.1:8080/?room=lunch")?.name == "remote:lunch")
        #expect(MatchPlayer("remote:http://127.0.0.1:8080/") == nil && MatchPlayer("remote:") == nil)
    }
}
