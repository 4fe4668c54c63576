import Client
import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct PlayDialogTests {
    private static let sizes = [(80, 24), (60, 20), (34, 19)]

    /// Returns the corners of the frame on the canvas.
    private func corners(_ canvas: Canvas) -> Set<Point> {
        var found: Set<Point> = []
        for row in 0..<canvas.height {
            for column in 0..<canvas.width where ["┌", "┐", "└", "┘"].contains(canvas[column, row].text) {
                found.insert(Point(column: column, row: row))
            }
        }
        return found
    }

    private func canvas(_ dialog: PlayDialog, _ screen: (Int, Int)) -> Canvas {
        var canvas = Canvas(width: screen.0, height: screen.1)
        dialog.draw(on: &canvas, above: screen.1 - 1)
        return canvas
    }

    @Test(
        "The New Game dialog stays in its place, whatever is chosen in it", arguments: sizes,
        TestSpeed.cases([.english, .german], all: Language.allCases))
    func formStays(screen: (Int, Int), language: Language) {
        for purpose in [NewGameForm.Purpose.table, .seek] {
            var form = NewGameForm(purpose, mayRate: true)
            let before = corners(canvas(form.dialog(language.words), screen))
            #expect(before.count == 4)
            for _ in form.allRows {
                var shown: [NewGameForm] = []
                while !shown.contains(form) {
                    shown.append(form)
                    let now = canvas(form.dialog(language.words), screen)
                    #expect(corners(now) == before, "\(form.row), \(form.seat)")
                    // Rows that do not fit are scrolled into view.
                    #expect(now.picture.contains(language.words.label(form.row)), "\(form.row)")
                    form.press(.right)
                }
                form.press(.down)
            }
        }
    }

    @Test(
        "Help that is longer than the window can be scrolled to its end", arguments: sizes,
        TestSpeed.cases([.english, .german, .japanese], all: Language.allCases))
    func helpIsScrolled(screen: (Int, Int), language: Language) {
        let words = language.words
        var table = Table(width: screen.0, height: screen.1, words: words)
        table.type("?")
        var shown = ""
        var last = -1
        while case .help(let first) = table.model.input, first != last {
            shown += table.picture() + "\n"
            last = first
            table.press([.down])
        }
        // Text in a language without spaces breaks anywhere.
        func dense(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "│" } }
        for row in words.help(canPlay: true) {
            #expect(shown.contains(row.key))
            #expect(dense(shown).contains(dense(row.words)), "\(row.words)")
        }
        if screen.1 == 24 { #expect(last == 0, "everything fits") }
        if screen.1 == 19 { #expect(last > 0, "nothing was scrolled") }
        table.press([.escape])
        #expect(table.model.input == .board)
    }

    @Test("If the window shows all of the help, any key closes it")
    func anyKeyCloses() {
        var table = Table()
        table.type("?")
        table.press([.down])
        #expect(table.model.input == .board)
    }

    @Test("Every dialog can be drawn in a window of any size")
    func anySize() {
        let form = NewGameForm(.table, mayRate: true)
        for width in [0, 1, 3, 8, 20, 34] {
            for height in [0, 1, 2, 5, 9] {
                for dialog in [form.dialog(EnglishWords()), PlayDialog(title: "語", rows: [], footer: "語")] {
                    var canvas = Canvas(width: width, height: height)
                    dialog.draw(on: &canvas)
                    dialog.draw(on: &canvas, above: height - 2)
                    #expect(canvas.height == height)
                }
            }
        }
    }
}
