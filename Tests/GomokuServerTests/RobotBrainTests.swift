import GameState
import Robot
import TestSupport
import Testing

@testable import GomokuServer
@testable import Robots

@Suite struct RobotBrainTests {
    /// Returns the first action of a robot that starts an opening. The action is random.
    private func beginning(in room: String) throws -> Delta {
        let terms = GameTerms(rule: .freestyle, size: .standard, opening: .swap)
        let game = try Game(number: 1, terms: terms, seats: ByStone(x: "robot:3", o: "p-ann"))
        let task = RobotTask(
            room: try #require(RoomName(room)), level: try #require(Level(3)), game: game, rev: 1, milliseconds: 20,
            stop: StopFlag())
        return try #require(RobotBrain.answer(task))
    }

    @Test("The robot varies its opening between rooms, and repeats it in the same room") func variety() throws {
        let beginnings = try (0..<8).map { try beginning(in: "room-\($0)") }
        #expect(beginnings.contains { $0 != beginnings[0] })
        #expect(try beginning(in: "room-0") == beginnings[0])
    }
}
