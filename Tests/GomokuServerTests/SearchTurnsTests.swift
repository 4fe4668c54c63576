import GameState
import TestSupport
import Testing

@testable import GomokuServer
@testable import Robots

@Suite("Turns of long robot searches")
struct SearchTurnsTests {
    /// The duration of a search if no other search waits, in milliseconds.
    private static let usual = 1_000
    private static let slots = 2

    /// A simulation of rooms in which people play against robots, and of ``RobotService`` using
    /// ``SearchTurns``.
    private struct Simulation {
        struct Player {
            let room: RoomName
            let group: String
            /// The time of the next move, unless the room waits for the robot.
            var moves: Int?
            var asked = 0
        }

        private var turns = SearchTurns(slots: SearchTurnsTests.slots)
        private var running: [(turn: SearchTurns.Turn, player: Int, end: Int)] = []
        private var players: [Player]
        private let numbers: [RoomName: Int]
        private(set) var now = 0
        /// The longest time from a move to its answer, by group.
        private(set) var longest: [String: Int] = [:]
        private(set) var answers = 0
        /// The milliseconds that each search may take, recorded at its start.
        private(set) var shares: [(group: String, milliseconds: Int)] = []

        init(_ players: [Player]) {
            self.players = players
            numbers = Dictionary(uniqueKeysWithValues: players.enumerated().map { ($1.room, $0) })
        }

        /// Runs the simulation.
        ///
        /// - Parameter think: Returns the time that a player thinks before the next move, or nil to
        ///   stop playing.
        mutating func run(until end: Int, think: () -> Int?) {
            while now < end {
                for search in running where search.end <= now {
                    turns.end(search.turn)
                    let player = players[search.player]
                    longest[player.group] = max(longest[player.group] ?? 0, now - player.asked)
                    answers += 1
                    players[search.player].moves = think().map { now + $0 }
                }
                running.removeAll { $0.end <= now }
                start()
                for number in players.indices where players[number].moves.map({ $0 <= now }) ?? false {
                    players[number].moves = nil
                    players[number].asked = now
                    turns.add(
                        players[number].room, for: players[number].group, usual: SearchTurnsTests.usual, now: now)
                    start()
                }
                now += 1
            }
        }

        private mutating func start() {
            while running.count < SearchTurnsTests.slots, let turn = turns.next(now: now) {
                guard let number = numbers[turn.room] else { return }
                shares.append((players[number].group, turn.milliseconds))
                running.append((turn, number, now + turn.milliseconds))
            }
            guard !turns.isEmpty else { return }
            for index in running.indices {
                let rest = turns.rest(of: running[index].turn, now: now)
                running[index].end = min(running[index].end, now + rest)
            }
        }
    }

    private func players(_ count: Int, group: (Int) -> String, at time: (Int) -> Int) throws -> [Simulation.Player] {
        try (0..<count).map {
            .init(room: try #require(RoomName("\(group($0))-\($0)")), group: group($0), moves: time($0))
        }
    }

    @Test("A robot with a single player gets the whole time")
    func alone() throws {
        var simulation = Simulation(try players(1, group: { _ in "a" }, at: { _ in 0 }))
        simulation.run(until: 10_000) { 10 }
        #expect(simulation.shares.count { $0.milliseconds == Self.usual } == simulation.shares.count)
        #expect(simulation.longest == ["a": Self.usual])
    }

    @Test(
        "Thirty simultaneous moves are each answered in twice the usual time, from any number of addresses",
        arguments: [1, 3, 30])
    func burst(groups: Int) throws {
        var simulation = Simulation(try players(30, group: { "g\($0 % groups)" }, at: { _ in 0 }))
        simulation.run(until: 5_000) { nil }
        #expect(simulation.answers == 30)
        let longest = try #require(simulation.longest.values.max())
        #expect(longest <= 2 * Self.usual, "\(longest) ms")
        #expect(longest > Self.usual, "the available time is used")
    }

    @Test(
        "Thirty players moving at any time are each answered within twice the usual time",
        arguments: TestSpeed.seeds(3, all: 8), [300, 5_000])
    func steady(seed: UInt64, thinking: Int) throws {
        var random = SeededRandom(seed: seed)
        let groups = Int.random(in: 1...30, using: &random)
        let players = try players(30, group: { "g\($0 % groups)" }, at: { $0 * 37 % 1_000 })
        var simulation = Simulation(players)
        simulation.run(until: 30_000) { Int.random(in: 0...thinking, using: &random) }
        let longest = try #require(simulation.longest.values.max())
        #expect(longest <= 2 * Self.usual, "seed \(seed), \(groups) groups: \(longest) ms")
        #expect(simulation.answers > 100)
    }

    @Test("Two hundred rooms of one address leave another address more than half its usual time")
    func crowd() throws {
        let players = try players(201, group: { $0 == 0 ? "ann" : "crowd" }, at: { $0 == 0 ? 500 : 0 })
        var simulation = Simulation(players)
        simulation.run(until: 30_000) { 100 }
        #expect(try #require(simulation.longest["ann"]) <= 2 * Self.usual)
        let shares = simulation.shares.filter { $0.group == "ann" }.map(\.milliseconds)
        #expect(shares.count > 10)
        #expect(try #require(shares.min()) > Self.usual / 2, "\(shares)")
    }

    @Test("However many addresses wait, each search gets at least a minimum time")
    func overload() throws {
        var turns = SearchTurns(slots: 1)
        for number in 0..<1_000 {
            turns.add(try #require(RoomName("r\(number)")), for: "g\(number)", usual: Self.usual, now: number / 100)
        }
        let first = turns.next(now: 10)
        #expect(first?.room.text == "r0" && first?.milliseconds == SearchTurns.leastMilliseconds)
        var count = 1
        while turns.next(now: 5_000) != nil { count += 1 }
        #expect(count == 1_000 && turns.isEmpty)
    }

    @Test("A room waits only once, and no search exceeds its usual time")
    func once() throws {
        var turns = SearchTurns(slots: 1)
        let room = try #require(RoomName("a"))
        turns.add(room, for: "a", usual: 30, now: 0)
        turns.add(room, for: "b", usual: 1_000, now: 0)
        #expect(turns.count == 1)
        let next = turns.next(now: 0)
        #expect(next?.milliseconds == 30)
        let none = turns.next(now: 0)
        #expect(none == nil)
    }
}
