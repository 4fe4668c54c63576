import GameState
import Testing

@testable import Engines

@Suite struct MoveNamesTests {
    @Test("Moves are parsed from words, each of which may hold several")
    func moves() throws {
        let moves = try BoardSize.standard.moves(named: ["h8", "i9 \n g7"])
        #expect(moves.map(BoardSize.standard.name(of:)) == ["h8", "i9", "g7"])
    }

    @Test("The error names the word that is not a free point", arguments: ["z9", "h16", "h8"])
    func wrong(word: String) {
        #expect(throws: MoveNameError(word)) { try BoardSize.standard.moves(named: ["h8 i9", word]) }
    }
}
