import GameState
import Storage
import Testing

@Suite struct FinishedGameTests {
    @Test("A finished game is public only if its room is listed and has no secret", arguments: [false, true])
    func isPublic(isListed: Bool) throws {
        let open = try #require(RoomName("lunch"))
        let lock = try #require(RoomLock(digest: [UInt8](repeating: 7, count: RoomLock.length)))
        var terms = GameTerms()
        terms.isListed = isListed
        for (room, expected) in [(open, isListed), (open.locked(by: lock), false)] {
            let game = FinishedGame(
                id: GameID(epoch: "k", number: 1), room: room, terms: terms, players: ByStone(both: nil),
                result: "x", reason: .resign, moves: [], ended: 0)
            #expect(game.isPublic == expected)
        }
    }
}
