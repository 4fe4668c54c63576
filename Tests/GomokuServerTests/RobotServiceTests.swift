import GameState
import Robot
import TestSupport
import Testing
import Wire

@testable import GomokuServer
@testable import Robots
@testable import Rooms
@testable import WebSockets

@Suite("Robots in rooms") struct RobotServiceTests {
    private let test = TestServer()

    /// Returns a room in which Ann has just started a game against the robot, whose turn it is.
    private func room(_ name: String, level: Int) throws -> LiveRoom {
        let live = try test.live(.gomoku, named: name)
        test.services.rooms.add(live)
        let (ann, _) = test.connection("ann")
        live.join(ann, knowing: nil)
        let seats = ByStone<ParticipantID?>(x: ParticipantID("robot:\(level)"), o: ann.participant.id)
        let game = Intent.newGame(.init(number: 1, terms: GameTerms(), seats: seats)).delta
        live.handle(DeltaRequest(room: live.name, id: "1", delta: game), from: ann)
        return live
    }

    @Test("A low level does not wait for long searches, and searches for at most 50 ms")
    func quick() throws {
        test.store.holdsAppends = false
        let answers = Mailbox<RobotAnswer>()
        // There are no threads for long searches, so none of them ends.
        let service = RobotService(
            rooms: test.services.rooms, now: { 0 }, workers: RobotWorkers(count: 0), slots: 1, answers: answers)
        for number in 0..<3 { service.observe(.settled(try room("strong\(number)", level: 10))) }
        service.observe(.settled(try room("weak", level: 1)))
        var found: [RobotAnswer] = []
        let end = ContinuousClock.now + .seconds(30)
        // Polls because a mailbox only wakes an event loop. The time limit only detects hangs.
        while found.isEmpty, ContinuousClock.now < end { answers.removeAll(into: &found) }
        let answer = try #require(found.first)
        #expect(answer.task.room.text == "weak" && answer.delta != nil)
        #expect(answer.task.milliseconds <= RobotService.quickMilliseconds)
        #expect(RobotService.quickMilliseconds <= 50)
    }
}
