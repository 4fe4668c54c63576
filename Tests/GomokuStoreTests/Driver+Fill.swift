import GameState
import Storage
import TestSupport
import Testing

extension Driver {
    /// Fills four rooms with random deltas, plays some games by the rules, and stores a
    /// participant.
    func fill(seed: UInt64 = 5, games: Int = 3) throws {
        var random = SeededRandom(seed: seed)
        var model = Model()
        for step in 1...200 {
            let append = try model.random(&random, chain: step)
            _ = try self.append(append)
            _ = model.apply(append)
        }
        for number in 0..<games {
            var players = Players(seed + UInt64(number))
            players.play(150)
            var state = SharedState()
            let header = RoomHeader(
                name: try #require(RoomName("game\(number)")), kind: .gomoku, epoch: "k", host: ParticipantID("p-ann"),
                created: 1)
            for delta in players.accepted {
                state.apply(delta.delta, rev: delta.rev)
                let snapshot = delta.rev % 16 == 0 ? state.snapshot : nil
                #expect(try self.append(Append(room: header, scope: .shared, delta: delta, snapshot: snapshot)) == nil)
            }
        }
        let person = Participant(id: ParticipantID("p-1"), name: "Ann")
        #expect(try save(StoredParticipant(participant: person, tokenHash: [1, 2, 3])) == nil)
    }
}
