import Client
import Foundation
import GameState
import Testing
import Wire

@testable import gomoku_cli

/// Tests of looking at earlier moves while the game continues.
@Suite struct LookBackTests {
    private func table(mode: PlayModel.Mode = .play, width: Int = 80, height: Int = 24) -> Table {
        var table = Table(mode: mode, width: width, height: height)
        table.start("h8 i9 h9 i8")
        table.model.news = nil
        return table
    }

    private func stones(_ table: Table) -> Int { table.model.shownBoard.count }

    @Test("A player steps back and forward with brackets, and returns with Escape")
    func brackets() {
        var table = table()
        table.type("[")
        #expect(stones(table) == 3)
        #expect(table.picture().contains("Move 3 of 4: X h9. The game goes on."))
        #expect(table.picture().contains("(●)"), "the last move of the earlier position is marked")
        table.type("[[[[")
        #expect(stones(table) == 0 && table.picture().contains("Before the first move."))
        table.type("]")
        #expect(stones(table) == 1)
        table.press([.escape])
        #expect(table.model.lookBack == nil && stones(table) == 4)
        table.type("[]")
        #expect(table.model.lookBack == nil, "after the last move the current position is shown")
    }

    @Test("In an earlier position the arrows step, and neither a key, a click nor a paste plays a stone")
    func nothingIsPlayed() {
        var table = table()
        table.type("[")
        let keys: [Key] = [
            .enter, .click(column: 4, row: 4), .paste("a1"), .character("h"), .character("1"), .character("a"),
        ]
        for key in keys {
            let effects = table.press([key])
            #expect(effects.isEmpty, "\(key)")
            #expect(table.model.news?.text == EnglishWords().notFromEarlier, "\(key)")
            #expect(table.model.typed.isEmpty && table.model.lookBack != nil, "\(key)")
        }
        table.press([.left, .left, .right])
        #expect(stones(table) == 2)
        #expect(table.model.news == nil, "a step removes the warning")
        table.press([.home])
        #expect(stones(table) == 0)
        table.press([.pageDown])
        #expect(stones(table) == 4 && table.model.lookBack == nil)
        table.press([.left])
        #expect(table.model.lookBack == nil, "in the current position the arrows move the cursor")
        table.type("a1\n")
        #expect(table.model.game.moves.count == 5)
    }

    @Test(
        "Moves, offers and the turn of the running game reach a player who looks back", arguments: [(80, 24), (34, 20)])
    func theGameGoesOn(width: Int, height: Int) {
        var table = table(width: width, height: height)
        table.type("a1\n[[")
        #expect(stones(table) == 3)
        table.play("b2", by: Table.bob)
        #expect(stones(table) == 3)
        #expect(table.picture().contains("Move 3 of 6"))
        #expect(table.picture().contains("Your turn: play X.") || table.picture().contains("Your turn: X"))
        table.change(table.model.game.offering(Offer(.draw, by: .o)), by: Table.bob)
        #expect(table.picture().contains("Bob offers a draw"))
        table.type("y")
        #expect(table.model.game.isOver, "a command applies to the running game")
    }

    @Test("Taking moves back and a new game end the look at positions that no longer exist")
    func positionsThatAreGone() throws {
        var table = table()
        table.type("[")
        table.change(table.model.game.offering(Offer(.takeback, by: .o)), by: Table.bob)
        table.type("y")
        #expect(table.model.game.moves.count == 3)
        #expect(table.model.lookBack == nil)
        table.type("[")
        table.change(table.model.game.resigning(.o), by: Table.bob)
        #expect(table.model.lookBack?.moves == 2, "the end of the game leaves the position")
        #expect(table.picture().contains("Move 2 of 3: O i9.") && !table.picture().contains("goes on"))
        table.change(table.model.game.newGame(GameTerms(), seats: .init(x: Table.bob.id, o: nil)), by: Table.bob)
        #expect(table.model.lookBack == nil)
    }

    @Test("A spectator, and a player after the end, step with the arrows", arguments: [true, false])
    func withoutACursor(watches: Bool) {
        var table = table(mode: watches ? .watch : .play)
        if !watches { table.change(table.model.game.resigning(.o), by: Table.bob) }
        table.press([.left])
        #expect(stones(table) == 3)
        table.press([.home])
        #expect(stones(table) == 0)
        table.press([.end])
        #expect(table.model.lookBack == nil)
        table.press([.pageUp])
        #expect(stones(table) == 0)
    }

    @Test("Space plays the moves one after another up to the current position")
    func playing() {
        var table = table()
        table.press([.character("["), .home])
        var effects = table.model.press(.character(" "), now: 0)
        var seen: [Int] = []
        var now = 0
        while case .wake(let delay)? = effects.first {
            #expect(table.model.tick(now: now + delay - 1).isEmpty, "too early")
            now += delay
            effects = table.model.tick(now: now)
            seen.append(stones(table))
        }
        #expect(seen == [1, 2, 3, 4] && table.model.lookBack == nil)
        table.press([.character("["), .home, .character(" "), .character(" ")])
        #expect(table.model.tick(now: 10_000).isEmpty, "a second press stops")
    }

    @Test("A letter that waits for a digit becomes a command at once when the player looks back")
    func noHeldLetters() {
        var table = table()
        table.type("[")
        let effects = table.type("d")
        #expect(effects == [.send(table.model.game.offering(Offer(.draw, by: .x)))])
        #expect(table.model.held == nil)
    }

    @Test("The list of moves follows the position and marks it, and a click on a move shows its position")
    func theList() throws {
        var table = Table(width: 80, height: 24)
        table.start(Self.long)
        let canvas = PlayScreen.draw(table.model, now: 0)
        #expect(canvas.picture.contains("39. ") && !canvas.picture.contains(" 1. "))
        table.press([.character("["), .home, .character("]")])
        let back = PlayScreen.draw(table.model, now: 0)
        #expect(back.picture.contains(" 1. ") && !back.picture.contains("39. "))
        let place = try #require(back.place(of: " 3. "))
        let keys = back.meaning(of: .click(column: place.column + 9, row: place.row))
        #expect(keys == [.move(4)])
        table.press(keys)
        #expect(stones(table) == 4)
        let marked = PlayScreen.draw(table.model, now: 0)
        #expect(marked[place.column + 9, place.row].style.contains(.reverse))
    }

    @Test("The wheel steps through the moves over the board, and scrolls the list of moves beside it")
    func theWheel() throws {
        var table = Table(width: 80, height: 24)
        table.start(Self.long)
        func turn(_ wheel: Wheel, _ column: Int, _ row: Int) {
            table.press(PlayScreen.draw(table.model, now: 0).meaning(of: .wheel(wheel, column: column, row: row)))
        }
        turn(.up, 10, 10)
        turn(.up, 10, 10)
        turn(.down, 10, 10)
        #expect(stones(table) == 39)
        table.press([.escape])
        let list = try #require(PlayScreen.draw(table.model, now: 0).place(of: "39. "))
        for _ in 0..<50 { turn(.up, list.column, list.row) }
        #expect(table.picture().contains(" 1. ") && table.model.lookBack == nil)
        let back = table.model.linesBack
        turn(.up, list.column, list.row)
        #expect(table.model.linesBack == back, "the list ends at its first line")
        turn(.down, list.column, list.row)
        #expect(!table.picture().contains("  1. "), "one notch down shows one line more at the end")
        for _ in 0..<50 { turn(.down, list.column, list.row) }
        #expect(table.picture().contains("39. ") && table.model.linesBack == 0)
    }

    @Test("The chat scrolls with keys while the user types, and with the wheel, and stays there when messages arrive")
    func chat() throws {
        var table = Table(width: 80, height: 24)
        table.start("h8 i9")
        func say(_ numbers: ClosedRange<Int>) {
            for number in numbers {
                let text = "message \(number)."
                table.hear(.said(room: table.room.name, .init(by: Table.bob, at: 1, id: "s\(number)", text: text)))
            }
        }
        say(1...40)
        table.model.news = nil
        #expect(table.picture().contains("message 40.") && !table.picture().contains("message 1."))
        table.press([.character("c"), .pageUp, .up])
        #expect(table.picture().contains("message 29.") && !table.picture().contains("message 30."))
        #expect(table.picture().contains("Chat ↓ 11") && table.picture(isUnicode: false).contains("Chat v 11"))
        say(41...42)
        table.model.news = nil
        #expect(table.picture().contains("message 29.") && !table.picture().contains("message 30."))
        for _ in 0..<9 { table.press([.pageUp]) }
        #expect(table.picture().contains("message 1.") && table.picture().contains("message 3."))
        table.press([.escape])
        #expect(table.picture().contains("message 42."), "leaving the chat shows the latest message")
        let place = try #require(PlayScreen.draw(table.model, now: 0).place(of: "message 42."))
        table.press(PlayScreen.draw(table.model, now: 0).meaning(of: .wheel(.up, column: place.column, row: place.row)))
        #expect(table.picture().contains("message 41.") && !table.picture().contains("message 42."))
    }

    @Test("A small window shows earlier chat messages in its dialog")
    func chatInASmallWindow() {
        var table = Table(width: 40, height: 22)
        table.start("h8")
        for number in 1...60 {
            let text = "message \(number)."
            table.hear(.said(room: table.room.name, .init(by: Table.bob, at: 1, id: "s\(number)", text: text)))
        }
        table.press([.character("c")])
        #expect(table.picture().contains("message 60."))
        table.press([.pageUp])
        #expect(table.picture().contains("message 50.") && !table.picture().contains("message 51."))
    }

    /// Forty moves without five in a row.
    private static let long: String = {
        let letters = Array("abcdefghijklmno")
        return (0..<40).map { number in
            let (line, place) = (number / 14, number % 14)
            let row = number % 4 < 2 ? 1 + 5 * line : 3 + 5 * line
            return "\(letters[place])\(row)"
        }.joined(separator: " ")
    }()
}

extension Canvas {
    /// Returns the position of a text on the screen.
    func place(of text: String) -> (column: Int, row: Int)? {
        for (row, line) in picture.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let found = line.range(of: text) else { continue }
            return (SafeText(String(line[..<found.lowerBound])).width, row)
        }
        return nil
    }

    /// Returns the keys that a click on a text of the screen stands for.
    ///
    /// - Parameter offset: the number of columns right of the text's start.
    func click(_ text: String, offset: Int = 0) throws -> [Key] {
        let place = try #require(self.place(of: text), "\(text)")
        return meaning(of: .click(column: place.column + offset, row: place.row))
    }
}
