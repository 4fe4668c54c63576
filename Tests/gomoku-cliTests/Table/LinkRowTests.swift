import Client
import GameState
import Testing

@testable import gomoku_cli

/// Tests of the link for a friend on the screen.
@Suite struct LinkRowTests {
    private static let link =
        "https://play.example/?room=gentle-otter-42#secret=abcdefghijklmnopqrst-_"

    /// Returns a table in which Ann waits for a friend.
    private func waiting(width: Int, height: Int) -> Table {
        var table = Table(width: width, height: height, link: Self.link)
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        return table
    }

    @Test(
        "While a player is missing, the link is shown in one piece",
        arguments: [(80, 24), (80, 40), (100, 30), (120, 40), (200, 60), (120, 24)])
    func onePiece(width: Int, height: Int) {
        let table = waiting(width: width, height: height)
        let canvas = PlayScreen.draw(table.model, now: 0)
        #expect(canvas.picture.contains(Self.link), "\(canvas.picture)")
        #expect(canvas.picture.contains("Press w to copy it."))
        #expect(canvas.links.count == 1 && canvas.links.first?.target == LinkTarget(Self.link))
        #expect(canvas.links.first?.columns.count == Self.link.count)
    }

    @Test("In a window without room the link is shown when the user asks for it, cut but whole as a hyperlink")
    func narrow() {
        var table = waiting(width: 60, height: 20)
        #expect(!table.picture().contains("https://"))
        #expect(table.type("w") == [.copyLink])
        let canvas = PlayScreen.draw(table.model, now: 0)
        #expect(canvas.picture.contains(Self.link.prefix(50)) && canvas.links.first?.target.text == Self.link)
        table.press([.up])
        #expect(!table.picture().contains("https://"), "the next key hides it")
    }

    @Test("w copies the link at any time")
    func anyTime() {
        var table = waiting(width: 80, height: 24)
        table.change(table.model.game.taking(.o, by: Table.bob.id), by: Table.bob)
        #expect(!table.picture().contains("https://"), "both players are there")
        #expect(table.type("w") == [.copyLink] && table.picture().contains(Self.link))
        var watching = Table(mode: .watch)
        #expect(watching.type("w") == [.copyLink])
    }

    @Test("A hyperlink begins and ends with its cells, and is written again when it changes")
    func hyperlink() {
        var canvas = Canvas(width: 12, height: 2)
        canvas.put("ab http://h c", 0, 0)
        let plain = canvas
        let target = LinkTarget("http://h/x")!
        canvas.link(target, 3, 0, width: 8)
        let text = CanvasDiff.text(from: nil, to: canvas, colors: false, links: true)
        let (begin, end) = ("\u{1B}]8;;http://h/x\u{1B}\\", "\u{1B}]8;;\u{1B}\\")
        #expect(text.contains("ab\(begin)\u{1B}[1;4Hhttp://h\(end)"), "\(text.debugDescription)")
        #expect(!CanvasDiff.text(from: nil, to: canvas, colors: false).contains("]8;"))
        #expect(CanvasDiff.text(from: canvas, to: canvas, colors: false, links: true).isEmpty)
        let added = CanvasDiff.text(from: plain, to: canvas, colors: false, links: true)
        #expect(added.contains("]8;;http://h/x") && !added.contains("ab"))
        let removed = CanvasDiff.text(from: canvas, to: plain, colors: false, links: true)
        #expect(removed.contains("http://h") && !removed.contains("]8;"))
        canvas.link(target, 11, 1, width: 8)
        canvas.link(target, 0, 5, width: 8)
        #expect(canvas.links.map(\.columns) == [3..<11, 11..<12])
    }
}
