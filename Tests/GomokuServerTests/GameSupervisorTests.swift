import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Game supervisor")
struct GameSupervisorTests {
    private let test = TestServer()

    /// Returns a room with a game between Ann and Bob, with a clock and two moves.
    private func room(host: ParticipantID = ParticipantID("ann")) throws -> Room {
        var room = Room(name: try #require(RoomName("r")), kind: .gomoku, epoch: "k", host: host)
        func change(_ by: String, _ id: String, _ changes: [(String, String)]) throws {
            let request = DeltaRequest(
                room: room.name, id: id, delta: Delta(changes: changes.map { .init($0.0, .string($0.1)) }))
            guard case .accepted = room.judge(request, by: ParticipantID(by), now: 1_000) else {
                throw StoreFailure("\(changes) is not accepted")
            }
        }
        try change("ann", "1", [("game", "1"), ("clock", "60+0"), ("x", "ann")])
        try change("bob", "2", [("o", "bob")])
        try change("ann", "3", [("move", "1"), ("col1", "7"), ("row1", "7")])
        try change("bob", "4", [("move", "2"), ("col2", "8"), ("row2", "7")])
        return room
    }

    @Test("The flag's timer runs exactly while a game's clock runs")
    func flag() throws {
        var supervisor = GameSupervisor()
        #expect(supervisor.update(for: nil, now: 0) == nil)
        var room = try room()
        let deadline = try #require(room.game?.clock?.deadline)
        #expect(
            supervisor.update(for: room.game, now: 1_000) == .wake(.flag, afterMilliseconds: deadline - 1_000 + 1))
        #expect(supervisor.update(for: room.game, now: deadline + 50) == .wake(.flag, afterMilliseconds: 1))
        #expect(GameSupervisor.timedPlayer(room.game) == ParticipantID("ann"))
        let fallen = room.apply(.tick, now: deadline + 1)
        #expect(fallen != nil)
        #expect(supervisor.update(for: room.game, now: deadline + 1) == .cancel(.flag))
        #expect(supervisor.update(for: room.game, now: deadline + 1) == nil, "only once")
        #expect(GameSupervisor.timedPlayer(room.game) == nil)
    }

    @Test("An absent player is announced after a grace period, and the announcement ends on return")
    func absence() throws {
        var (supervisor, audience) = (GameSupervisor(), Audience())
        var room = try room()
        let (ann, bob) = (test.connection("ann").0, test.connection("bob").0)
        audience.announce(bob)
        let grace = GameSupervisor.Effect.wake(.absence, afterMilliseconds: GameSupervisor.quietGrace)
        #expect(supervisor.mayHaveLeft(bob.participant.id, room, audience, now: 5_000) == nil, "Bob is present")
        #expect(supervisor.mayHaveLeft(ParticipantID("eve"), room, audience, now: 5_000) == nil, "Eve is not a player")
        #expect(supervisor.mayHaveLeft(ann.participant.id, room, audience, now: 5_000) == grace)
        #expect(supervisor.announce(in: room.game, audience, now: 14_999) == nil, "the grace period has not ended")
        let gone = Absence(side: .x, claimableAt: 15_000 + GameSupervisor.announcedGrace)
        #expect(supervisor.announce(in: room.game, audience, now: 15_000) == .happened(.absence(gone)))
        let told = room.apply(.absence(gone), now: 15_000)
        #expect(told != nil)
        #expect(supervisor.announce(in: room.game, audience, now: 99_000) == nil, "announced only once")
        audience.remove(bob)
        #expect(supervisor.mayHaveLeft(bob.participant.id, room, audience, now: 16_000) == grace)
        audience.announce(ann)
        #expect(
            supervisor.cameBack(ann.participant.id, room.game) == [grace, .happened(.absence(nil))],
            "the other absent player is still watched")
    }

    @Test("The absence of players whom the server has paired is watched, and only once")
    func toCome() throws {
        var supervisor = GameSupervisor()
        let room = try room(host: Room.server)
        let players = [ParticipantID("ann"), ParticipantID("bob")]
        let effect = supervisor.mayBeAway(players, room, Audience(), now: 1_000)
        #expect(effect == .wake(.absence, afterMilliseconds: GameSupervisor.quietGrace))
        #expect(supervisor.mayBeAway(players, room, Audience(), now: 2_000) == nil, "already being watched")
    }
}
