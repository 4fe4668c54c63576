import Testing

@testable import gomoku_cli

@Suite struct MessageAreaTests {
    @Test("A long message covers the rows below it first, then those above, and never other rows")
    func covered() {
        let area = MessageArea(row: 22, rows: 20...23)
        #expect((1...6).map { area.covered(by: $0) } == [22...22, 22...23, 21...23, 20...23, 20...23, 20...23])
        let last = MessageArea(row: 18, rows: 16...18)
        #expect((1...4).map { last.covered(by: $0) } == [18...18, 17...18, 16...18, 16...18])
    }

    @Test("A message replaces the text below it, and is cut where there is no room")
    func put() {
        var canvas = Canvas(width: 10, height: 4)
        for row in 0..<4 { canvas.put("xxxxxxxxxx", 0, row) }
        canvas.put("one two three four five six", in: MessageArea(row: 2, rows: 1...3))
        #expect(canvas.picture == "xxxxxxxxxx\n one two\n three\n four fi…")
        canvas.put("end", in: MessageArea(row: 2, rows: 1...3))
        #expect(canvas.picture == "xxxxxxxxxx\n one two\n end\n four fi…")
    }
}
