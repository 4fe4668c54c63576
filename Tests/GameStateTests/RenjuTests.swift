import Foundation
import TestSupport
import Testing

@testable import GameState

/// Returns the content of a fixture in the test bundle.
func fixture(_ name: String) throws -> String {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
    return try String(contentsOf: url, encoding: .utf8)
}

/// Returns the verdict on the point marked `?` in a picture, with X to move.
func renju(_ picture: String) throws -> String {
    let lines = picture.split(separator: "\n").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    let side = lines.count
    var board = Board(size: try #require(BoardSize(side)))
    var asked: Point?
    for (row, line) in lines.enumerated() {
        for (column, character) in line.enumerated() {
            let point = Point(column: column, row: row)
            switch character {
            case "X": board[point] = .x
            case "O": board[point] = .o
            case "?": asked = point
            default: break
            }
        }
    }
    let point = try #require(asked)
    #expect(RenjuByDefinition().word(at: point, of: board) == Rule.renju.verdict(on: .x, at: point, of: board).word)
    return Rule.renju.verdict(on: .x, at: point, of: board).word
}

/// Returns the verdict on the `?` in a line of an otherwise empty board. The verdicts along all
/// directions must agree.
func renju(line: String) throws -> String {
    var words: Set<String> = []
    for direction in Direction.allCases {
        var board = Board()
        var asked: Point?
        let start = Point(
            column: direction == .down ? 7 : 0, row: direction == .rising ? 14 : direction == .across ? 7 : 0)
        for (offset, character) in line.enumerated() {
            let point = start.stepping(offset, toward: direction)
            switch character {
            case "X": board[point] = .x
            case "O": board[point] = .o
            case "?": asked = point
            default: break
            }
        }
        let point = try #require(asked)
        words.insert(Rule.renju.verdict(on: .x, at: point, of: board).word)
        words.insert(RenjuByDefinition().word(at: point, of: board))
    }
    #expect(words.count == 1, "\(line)")
    return words.first ?? ""
}

@Suite struct RenjuTests {
    @Test("Verdicts agree with 2,000 positions that two other referees have judged")
    func agreesWithTwoOtherReferees() throws {
        let rows = try fixture("renju-positions.tsv").split(separator: "\n").dropFirst()
        #expect(rows.count == 2_000)
        for row in rows {
            let fields = row.split(separator: "\t")
            let board = try #require(Board(picture: String(fields[2])))
            let point = try #require(board.size.point(named: String(fields[0])))
            #expect(Rule.renju.verdict(on: .x, at: point, of: board).word == fields[1], "\(row)")
        }
    }

    @Test(
        "Fours and overlines in one line are recognised as the renju rules define them",
        arguments: [
            // Two fours on one line in every form. If either loses a stone, a single four remains.
            ("..XXX?X.XXX....", "five"), ("..XXX.?.XXX....", "double-four"), (".XX.?X.XX......", "double-four"),
            (".X.?XX.X.......", "double-four"), (".X.X?X.X.......", "double-four"), ("X.?XX.X........", "double-four"),
            ("OX.?XX.XO......", "double-four"), (".X.?XX.O.......", "legal"), ("XXX.?.XXX......", "double-four"),
            // A straight four counts once, and so does a four with one closed end.
            ("...XXX?........", "legal"), ("..OXXX?........", "legal"), ("XXX?...........", "legal"),
            // One more X in XX_XX_XX would make an overline, not a five.
            (".XXX.?X.X......", "legal"), (".XXX.?X.XXX....", "legal"),
            // Overlines, and exact fives.
            (".XXX?XX........", "overline"), (".XXXX?X........", "overline"), (".XXXX?XXXX.....", "overline"),
            (".XXX?X.........", "five"), (".XXX?X.X.......", "five"), ("XXXX?..........", "five"),
            ("OXXXX?O........", "five"),
        ])
    func lines(line: String, word: String) throws {
        #expect(try renju(line: line) == word, "\(line)")
    }

    @Test("A five takes precedence over an overline") func fiveComesBeforeOverlineAndDoubleFour() throws {
        let cross = """
            . . . . . . . . . . . . .
            . . . . . . . X . . . . .
            . . . . . . . X . . . . .
            . . . . . . . X . . . . .
            . . . . . . . X . . . . .
            . . . X X X X ? . . . . .
            . . . . . . . X . . . . .
            . . . . . . . X . . . . .
            . . . . . . . X . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            """
        #expect(try renju(cross) == "five")
        #expect(try renju(cross.replacingOccurrences(of: "X X X X ?", with: ". X X X ?")) == "overline")
    }

    /// Returns the verdict on a cross of two threes through the point. `across` and `down` are its
    /// row and its column.
    private func cross(_ across: String, _ down: String) throws -> String {
        var lines = [[Character]](repeating: [Character](repeating: ".", count: 15), count: 15)
        for (offset, character) in across.enumerated() where character != "." { lines[7][offset] = character }
        for (offset, character) in down.enumerated() where character != "." { lines[offset][7] = character }
        lines[7][7] = "?"
        return try renju(lines.map { String($0) }.joined(separator: "\n"))
    }

    @Test("Threes, and their combinations with fours, are judged as the renju rules define them") func threes() throws {
        // Solid and broken threes. A blocked end prevents a three, and so does an edge that is too
        // near.
        #expect(try cross(".....XX........", ".....XX........") == "double-three")
        #expect(try cross("....X.X........", "........XX.....") == "double-three")
        #expect(try cross("....XX.........", "......X.X......") == "double-three")
        #expect(try cross("....OXX........", ".....XX........") == "legal")
        // Closed at a distance of two cells on both sides, .XXX. can only become a four with one
        // open end.
        #expect(try cross("...O.XX..O.....", ".....XX........") == "legal")
        #expect(try cross("...O.XX...O....", ".....XX........") == "double-three")
        // An X beyond the end would make the five an overline.
        #expect(try cross("...X.XX...X....", ".....XX........") == "legal")
        // A three and a four together are allowed.
        #expect(try cross("...OXXX........", ".....XX........") == "legal")
        // Two fours in two directions are forbidden.
        #expect(try cross("...OXXX........", "....XXX........") == "double-four")
        #expect(try cross("....XXX........", "........XXX....") == "double-four")
    }
}
