import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct CanvasTests {
    @Test("Only changed cells are drawn") func drawsOnlyWhatChanged() {
        var old = Canvas(width: 10, height: 2)
        old.put("hello", 0, 0)
        var new = old
        new.put("p", 3, 0, .bold)
        let text = CanvasDiff.text(from: old, to: new, colors: true)
        #expect(text == "\u{1B}[?25l\u{1B}[1;4H\u{1B}[0;1mp\u{1B}[0m")
        #expect(CanvasDiff.text(from: new, to: new, colors: true) == "")
    }

    @Test("Without colours no colour codes are written") func withoutColorsNoneAreWritten() {
        var canvas = Canvas(width: 4, height: 1)
        canvas.put("x", 0, 0, [.bold, .red])
        #expect(CanvasDiff.text(from: nil, to: canvas, colors: false).contains("\u{1B}[0;1mx"))
        #expect(!CanvasDiff.text(from: nil, to: canvas, colors: false).contains("31"))
        #expect(CanvasDiff.text(from: nil, to: canvas, colors: true).contains("\u{1B}[0;1;31mx"))
    }

    @Test("Wide characters are never cut in half") func wideCharactersAreNeverCutInHalf() {
        var canvas = Canvas(width: 4, height: 1)
        canvas.put("語語", 0, 0)
        canvas.put("a", 1, 0)
        #expect(canvas.picture == " a語")
        canvas.put("b", 2, 0)
        #expect(canvas.picture == " ab")
        canvas.put("語", 3, 0)  // does not fit
        #expect(canvas.picture == " ab")
    }

    /// For any two pictures, a terminal that shows the first one shows the second one after the
    /// difference was written.
    @Test("The written difference turns any picture into any other", arguments: UInt64(1)...200)
    func theDifferenceLeadsFromAnyPictureToAnyOther(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var terminal = TinyTerminal(width: 12, height: 3)
        var shown: Canvas?
        for _ in 0..<6 {
            let next = Self.picture(&random)
            terminal.write(CanvasDiff.text(from: shown, to: next, colors: true))
            shown = next
            #expect(terminal.picture == next.picture, "seed \(seed)")
        }
    }

    private static func picture(_ random: inout SeededRandom) -> Canvas {
        var canvas = Canvas(width: 12, height: 3)
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let text = ["a", "bc ", "語", "x語y", "é", "😀"].randomElement(using: &random)!
            let style = Canvas.Style(rawValue: UInt16.random(in: 0...7, using: &random))
            canvas.put(text, Int.random(in: -1..<12, using: &random), Int.random(in: 0..<3, using: &random), style)
        }
        return canvas
    }
}

/// A terminal emulator with the features that `CanvasDiff` needs. Overwriting half of a wide
/// character blanks the other half.
private struct TinyTerminal {
    let width: Int, height: Int
    private var cells: [[String]]
    private var column = 0, row = 0

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    }

    mutating func write(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                put(scalar)
                continue
            }
            rest = rest.dropFirst()
            let end = rest.firstIndex { $0.properties.isAlphabetic }!
            let middle = String(String.UnicodeScalarView(rest[..<end]))
            switch rest[end] {
            case "H":
                let numbers = middle.split(separator: ";").map { Int($0)! - 1 }
                (row, column) = (numbers[0], numbers[1])
            case "J": cells = Array(repeating: Array(repeating: " ", count: width), count: height)
            default: break
            }
            rest = rest[(end + 1)...]
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let wide = SafeText(String(scalar)).width == 2
        for place in wide ? [column, column + 1] : [column] {
            if cells[row][place].isEmpty, place > 0 { cells[row][place - 1] = " " }
            if place + 1 < width, cells[row][place + 1].isEmpty { cells[row][place + 1] = " " }
        }
        cells[row][column] = String(scalar)
        if wide { cells[row][column + 1] = "" }
        column += wide ? 2 : 1
    }

    var picture: String {
        cells.map { row in
            var line = row.joined()
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
