import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite("The table after a lost game") struct LostGameStepsTests {
    private func game() throws -> LostGame { try #require(LostGame(id: "k1-1", loser: ParticipantID("p-ann"))) }

    private func steps(_ address: String, tokens: TokenFile?, folder: String) throws -> LostGameSteps {
        let address = try Address(url: address, room: nil)
        var setup = Session.Setup(address: address, room: .lobby)
        setup.tokens = tokens
        return LostGameSteps(setup, environment: ["XDG_STATE_HOME": folder], standard: "http://club.example")
    }

    @Test("The command names the server unless it is the usual one, and the game unless the identity is")
    func command() throws {
        let folder = TemporaryDirectory()
        let environment = ["XDG_STATE_HOME": folder.path]
        let usual = TokenFile(server: "club.example:80", environment: environment)
        let found = WebFetch.Answer.json(.object([.init("id", .string("x"))]))
        func command(_ address: String, _ tokens: TokenFile?) throws -> String? {
            try steps(address, tokens: tokens, folder: folder.path).command(for: game(), after: found)
        }
        #expect(try command("http://club.example", usual) == "gomoku-cli puzzles lost")
        #expect(try command("http://club.example", nil) == "gomoku-cli puzzles --game k1-1")
        #expect(try command("http://club.example", TokenFile(path: "/x")) == "gomoku-cli puzzles --game k1-1")
        let other = TokenFile(server: "h:8080", environment: environment)
        #expect(try command("http://h:8080/?room=tea", other) == "gomoku-cli puzzles http://h:8080/ lost")
        let own = try steps("http://club.example", tokens: usual, folder: folder.path)
        #expect(try own.command(for: game(), after: .json(.null)) == nil, "a game without a puzzle")
        #expect(try own.command(for: game(), after: .refused(.init(word: "busy", message: ""))) == nil)
        #expect(try LostGameSteps.path(game()) == "api/games/k1-1/puzzle?missing=null")
    }

    @Test("The table asks a busy server five times again, with growing pauses, and then gives up")
    func busy() throws {
        let folder = TemporaryDirectory()
        var steps = try steps("http://h:1", tokens: nil, folder: folder.path)
        let (lost, later) = (try game(), try #require(LostGame(id: "k1-2", loser: ParticipantID("p-ann"))))
        let busy = WebFetch.Answer.refused(.init(word: "busy", message: ""))
        steps.remember(lost)
        #expect(steps.game == lost)
        #expect(
            (1...7).map { _ in steps.pause(after: busy, about: lost) } == [
                2_000, 4_000, 6_000, 8_000, 10_000, nil, nil,
            ])
        steps.remember(later)
        #expect(steps.pause(after: busy, about: lost) == nil, "an earlier game")
        #expect(steps.pause(after: busy, about: later) == 2_000, "each game has its own requests")
        for answer: WebFetch.Answer in [
            .json(.null), .refused(.init(word: "not-found", message: "")), .failed(.notReached(host: "h", .refused)),
        ] {
            #expect(steps.pause(after: answer, about: later) == nil)
        }
    }

    @Test("A guest of one run leaves nothing behind")
    func guest() throws {
        let folder = TemporaryDirectory()
        let file = LostGameFile(folder: folder.path + "/gomoku")
        var guest = try steps("http://h:1", tokens: nil, folder: folder.path)
        guest.remember(try game())
        #expect(file.game(on: "h:1") == nil)
        var user = try steps("http://h:1", tokens: TokenFile(path: folder.path + "/t"), folder: folder.path)
        user.remember(try game())
        #expect(try file.game(on: "h:1") == game())
    }
}
