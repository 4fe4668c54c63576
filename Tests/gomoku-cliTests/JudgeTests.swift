import GameState
import Testing

@testable import gomoku_cli

@Suite struct JudgeTests {
    private static let empty = [String](repeating: String(repeating: ".", count: 13), count: 13).joined(separator: "/")
    private static let four = "XXXX" + empty.dropFirst(4)

    /// Returns the output for these pieces of input.
    private func judge(_ pieces: [String], rule: Rule = .renju, side: Stone = .x) throws -> String {
        var stream = JudgeStream(rule: rule, side: side)
        for piece in pieces { try stream.consume(Array(piece.utf8)[...]) }
        try stream.finish()
        return String(decoding: stream.takeAnswers(), as: UTF8.self)
    }

    @Test("Positions are judged line by line, however the input is cut") func answersLineByLine() throws {
        let input = "point\trows\ne13\t\(Self.four)\r\na13\tlegal\t\(Self.four)\na1\t\(Self.four)"
        #expect(try judge([input]) == "five\noccupied\nlegal\n")
        #expect(try judge([input], side: .o) == "legal\noccupied\nlegal\n")
        for cut in [1, 12, 40, 200, 201] {
            #expect(try judge([String(input.prefix(cut)), String(input.dropFirst(cut))]) == "five\noccupied\nlegal\n")
        }
    }

    @Test(
        "An invalid line is refused with its number and the reason",
        arguments: [
            ("a1", JudgeLineError.fields(1)), ("", .fields(1)), ("a1\tb\tc\td", .fields(4)), ("a1\t...", .size(3)),
            ("n1\t\(empty)", .point("n1", side: 13)), ("A1\t\(empty)", .point("A1", side: 13)),
            ("a1\t\(empty)/", .shape(13)), ("a1\t\(empty.dropLast())/", .shape(13)),
            ("a1\t\(empty.dropLast())*", .cell(42)),
            (String(repeating: ".", count: 5_000), .tooLong),
        ])
    func refusesWithTheLine(line: String, reason: JudgeLineError) {
        var stream = JudgeStream(rule: .renju, side: .x)
        let failure = #expect(throws: JudgeStream.Failure.self) {
            try stream.consume(Array("a1\t\(Self.empty)\n\(line)\na1\t\(Self.empty)\n".utf8)[...])
        }
        #expect(failure == JudgeStream.Failure(line: 2, reason: reason))
        #expect(String(decoding: stream.takeAnswers(), as: UTF8.self) == "legal\n")
        #expect(reason.description.hasSuffix("."))
    }
}
