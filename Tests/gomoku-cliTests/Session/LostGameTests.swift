import Client
import Foundation
import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("The last lost game of each server") struct LostGameTests {
    private func game(_ id: String = "k1-1", _ loser: String = "p-ann") throws -> LostGame {
        try #require(LostGame(id: id, loser: ParticipantID(loser)))
    }

    @Test("The file has one game per server, also for the next program")
    func file() throws {
        let folder = TemporaryDirectory()
        let file = LostGameFile(folder: folder.path + "/new")
        #expect(file.game(on: "a:1") == nil)
        file.note(try game("k1-1"), on: "a:1")
        file.note(try game("k2-1"), on: "b:1")
        file.note(try game("k1-2"), on: "a:1")
        let later = LostGameFile(folder: folder.path + "/new")
        #expect(try later.game(on: "a:1") == game("k1-2") && later.game(on: "b:1") == game("k2-1"))
        let text = try String(contentsOfFile: folder.path + "/new/lost-games.json", encoding: .utf8)
        #expect(text.split(separator: "\"server\"").count == 3, "two entries")
    }

    @Test("The number of games and the size of the file are limited; the oldest games are dropped")
    func limits() throws {
        let folder = TemporaryDirectory()
        let file = LostGameFile(folder: folder.path)
        for number in 0...LostGameFile.limit { file.note(try game("k-\(number)"), on: "host\(number):1") }
        #expect(try file.game(on: "host0:1") == nil && file.game(on: "host1:1") == game("k-1"))
        let long = String(repeating: "\u{1}", count: 300)
        for number in 0..<LostGameFile.limit {
            file.note(try game("k-\(number)"), on: "\(long)\(number)")
            let bytes = try #require(StateFile.bytes(folder.path + "/lost-games.json", limit: .max - 1))
            #expect(bytes.count <= LostGameFile.sizeLimit)
            let previous = max(0, number - 1)
            #expect(try file.game(on: "\(long)\(previous)") == game("k-\(previous)"))
        }
        #expect(file.game(on: "\(long)0") == nil)
    }

    @Test(
        "A damaged file or entry counts as none, and the next game replaces it",
        arguments: [
            "", "{", "[]", #"{"games":1}"#, #"{"games":[1,{}]}"#,
            #"{"games":[{"server":"a:1","game":"../x-1","participant":"p"}]}"#,
            #"{"games":[{"server":"a:1","game":"k-1","participant":""}]}"#,
            #"{"games":[]}"# + String(repeating: " ", count: LostGameFile.sizeLimit),
        ])
    func damaged(_ text: String) throws {
        let folder = TemporaryDirectory()
        #expect(StateFile.write(text, to: folder.path + "/lost-games.json"))
        let file = LostGameFile(folder: folder.path)
        #expect(file.game(on: "a:1") == nil)
        file.note(try game(), on: "a:1")
        #expect(try file.game(on: "a:1") == game())
    }

    @Test("Without a folder, or with one that cannot be written, nothing is remembered")
    func unwritable() throws {
        let folder = TemporaryDirectory()
        #expect(StateFile.write("a file", to: folder.path + "/file"))
        for file in [LostGameFile(folder: nil), LostGameFile(folder: folder.path + "/file")] {
            file.note(try game(), on: "a:1")
            #expect(file.game(on: "a:1") == nil)
        }
    }

    @Test("Only IDs of finished games are taken")
    func ids() {
        for id in ["kp7zy3ze5yajt-1", "a-b_c-123456789"] { #expect(LostGame.isID(id), "\(id)") }
        let long = String(repeating: "a", count: 61) + "-1"
        for id in ["", "-1", "a-", "a-x", "a-1234567890", "a b-1", "../a-1", "a;b-1", "ä-1", long] {
            #expect(!LostGame.isID(id), "\(id)")
        }
    }

    /// Returns the game that Ann has lost by the last of these changes.
    private func lost(_ table: inout Table, me: Participant = Table.ann, _ change: (inout Table) -> Void) -> LostGame? {
        let old = table.model.game
        change(&table)
        return LostGame(from: old, to: table.model.game, epoch: table.model.mirror.epoch, me: me.id)
    }

    @Test("A game counts that the user has lost in whatever way, to anyone, while they were here")
    func table() throws {
        var table = Table()
        table.start("a1 h8 c1 i8 e1 j8 g1 k8 i1")
        let eve = Participant(id: ParticipantID("p-eve"), name: "Eve")
        var copy = table
        #expect(lost(&copy, me: eve) { $0.play("l8", by: Table.bob) } == nil, "a spectator")
        copy = table
        #expect(lost(&copy, me: Table.bob) { $0.play("l8", by: Table.bob) } == nil, "the winner")
        #expect(try lost(&table) { $0.play("l8", by: Table.bob) } == game("k1-1"))
        #expect(lost(&table) { _ in } == nil, "it was over before")
        let over = table.model.game
        #expect(LostGame(from: GameView(), to: over, epoch: "k1", me: Table.ann.id) == nil, "it was over on arrival")

        table.change(
            table.model.game.newGame(GameTerms(rule: .freestyle), seats: .init(x: Table.ann.id, o: nil)), by: Table.ann)
        table.change(table.model.game.taking(.o, by: Table.bob.id), by: Table.bob)
        table.play("h8", by: Table.ann)
        table.play("h9", by: Table.bob)
        #expect(try lost(&table) { $0.change($0.model.game.resigning(.x), by: Table.ann) } == game("k1-2"))

        table.change(
            table.model.game.newGame(GameTerms(rule: .freestyle), seats: .init(both: Table.ann.id)), by: Table.ann)
        table.play("h8", by: Table.ann)
        table.play("h9", by: Table.ann)
        let alone = lost(&table) { $0.change($0.model.game.resigning(.x), by: Table.ann) }
        #expect(table.model.game.isOver && alone == nil, "a game against oneself")
    }
}
