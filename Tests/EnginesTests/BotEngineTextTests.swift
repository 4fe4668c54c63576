import GameState
import Testing

@testable import Engines

/// Tests of real engines' output and of the lines sent to them: the observed cases that need no
/// process.
@Suite struct BotEngineTextTests {
    private func line(_ text: String) -> EngineLine { EngineLine(Array(text.utf8)) }

    @Test(
        "A line is a move only as a whole",
        arguments: [("7,7", 7, 7), (" 12 , 3\t", 12, 3), ("007,019", 7, 19), ("0,0", 0, 0)])
    func movesAreWholeLines(text: String, column: Int, row: Int) {
        #expect(line(text) == .move(column: column, row: row))
    }

    @Test(
        "A line that is neither a move nor a word of the protocol is noise",
        arguments: ["MESSAGE 7,7", "7,7,1", "-1,3", "7.7", "7", "1;(08,06)  17 ---", "1234,5", "7,7 x", "", "x7,7"])
    func everythingElseIsNoise(text: String) {
        #expect(line(text) == .noise(text))
    }

    @Test("Words of the protocol are recognised") func words() {
        #expect(line("OK") == .ok && line(" OK ") == .ok)
        #expect(line("OK now") == .noise("OK now"))
        #expect(line("ERROR unsupported size") == .error("ERROR unsupported size"))
        #expect(line("SUGGEST 3,4") == .suggestion("3,4"))
    }

    @Test(
        "A log shows each line as the engine wrote it", arguments: ["OK", "7,12", "SUGGEST 3,4", "ERROR no", "MESSAGE"])
    func shown(_ text: String) { #expect("\(line(text))" == text) }

    /// LF, CR LF and CR end lines, in pieces of any size. A row of a board in a message is no move.
    /// An overlong line is dropped.
    @Test("Output is cut at any line ending, in pieces of any size") func linesAreCut() {
        let long = String(repeating: "1,", count: BotLineCutter.lineLimit)
        let bytes = Array("OK\r\nMESSAGE .......o\r7,7\n\n\(long)\n8,8\n".utf8) + [0xFF, 0x0A] + Array("9,9".utf8)
        let expected: [EngineLine] = [
            .ok, .noise("MESSAGE .......o"), .move(column: 7, row: 7), .move(column: 8, row: 8), .noise("\u{FFFD}"),
        ]
        for size in [1, 2, 3, 7, bytes.count] {
            var cutter = BotLineCutter()
            var lines: [EngineLine] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                lines += cutter.cut(bytes[start..<min(start + size, bytes.count)])
            }
            #expect(lines == expected, "in pieces of \(size)")
        }
    }

    /// `time_left` comes before every move. BEGIN is for an empty board, TURN for one more stone,
    /// and otherwise BOARD in playing order.
    @Test("Requests for a move are written as the Gomocup protocol requires") func requests() {
        let moves = [Point(column: 7, row: 7), Point(column: 8, row: 6), Point(column: 6, row: 8)]
        #expect(EngineWords.request([], known: [], left: 5) == ["INFO time_left 5", "BEGIN"])
        #expect(EngineWords.request(Array(moves.prefix(1)), known: [], left: 5) == ["INFO time_left 5", "TURN 7,7"])
        #expect(
            EngineWords.request(moves, known: Array(moves.prefix(2)), left: 5) == ["INFO time_left 5", "TURN 6,8"])
        #expect(
            EngineWords.request(moves, known: [], left: 5) == [
                "INFO time_left 5", "BOARD", "7,7,2", "8,6,1", "6,8,2", "DONE",
            ])
        // If the engine knows other stones, no request can correct it, because BOARD would add to
        // them.
        #expect(EngineWords.request([], known: moves, left: 5) == nil)
        #expect(EngineWords.request(moves, known: Array(moves.prefix(1)), left: 5) == nil)
        #expect(EngineWords.request(Array(moves.prefix(2)), known: moves, left: 5) == nil)
    }

    @Test("The engine is told its rule, times, memory and folder in INFO lines") func information() {
        let lines = EngineWords.information(
            rule: .caro, moveMilliseconds: 0, matchMilliseconds: 0, memoryBytes: 9, folder: "/f")
        #expect(
            lines == [
                "INFO timeout_turn 1", "INFO timeout_match 0", "INFO time_left 2147483647", "INFO max_memory 9",
                "INFO game_type 1", "INFO rule 9", "INFO folder /f",
            ])
        #expect([Rule.freestyle, .standard, .renju, .caro].map(\.facts.gomocupNumber) == [0, 1, 4, 9])
    }
}
