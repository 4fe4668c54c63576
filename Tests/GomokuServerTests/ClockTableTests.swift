import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

/// Games with clocks in real rooms, in simulated time. Includes lag, broken connections, absent
/// players, stopped and killed servers, and a server clock that is set back.
@Suite("Clocks in a room")
struct ClockTableTests {
    @Test(
        "No player loses more time than it used plus the lag that was not refunded", arguments: ["30+2", "45+0", "8+0"])
    func fair(text: String) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("clock at a room \(text) seed \(seed)")
        var endings: [String: Int] = [:]
        for number in 0..<80 {
            let game = try SimulatedGame(text, seed: seed &+ UInt64(number))
            endings[try game.play(), default: 0] += 1
        }
        print("  endings \(endings)")
        #expect(endings["time", default: 0] > 0, "no game was lost on time, so the test checks too little")
        if text != "8+0" { #expect(endings["five", default: 0] > 0, "no game was played to its end") }
    }

    @Test("A flag falls even if the server's clock is set back while the player thinks")
    func setBack() throws { #expect(try SimulatedGame("8+0", seed: 1).flagFalls(afterSettingBack: 500)) }

    @Test("A server that stops in the millisecond of a move still gives the next move its increment")
    func stoppedAtOnce() throws {
        // In this game the server stops before either player has used any time.
        _ = try SimulatedGame("30+2", seed: 6_453_751_873_426_145_704).play()
    }
}

/// A game between two players who move at random, and the time that they really used.
private final class SimulatedGame {
    private struct Truth {
        /// The milliseconds that the timed moves took, minus refunded lag, and the number of those
        /// moves.
        var spent = 0, timedMoves = 0
        /// The lag that is refunded according to PROTOCOL.md: 600 ms initially, 200 ms more with
        /// each timed move, at most 1 s.
        var allowance = 600
    }

    private struct Player {
        let client: ClientConnection
        let outlet: RecordingOutlet
    }

    private let setting: ClockSetting
    private let text: String
    private let seed: UInt64
    private var generator: SeededRandom
    private let time = SimulatedTime()
    private let store = MemoryStore()
    private var registry: RoomRegistry
    private var players: [Player] = []
    private let room: RoomName
    private var count = 0
    private var truth = ByStone(both: Truth())
    /// The start of the current turn, and the server's downtime since then, in steady milliseconds.
    private var turnBegan = 0, serverAway = 0
    /// The time at which a flag fell without a move.
    private var flagFell: Int?

    init(_ text: String, seed: UInt64) throws {
        self.text = text
        self.seed = seed
        setting = try #require(ClockSetting(text))
        generator = SeededRandom(seed: seed)
        room = try #require(RoomName("clocked"))
        let (time, store) = (time, store)
        registry = RoomRegistry(
            services: Self.services(store, time, lastAlive: 0), quota: RoomQuota(perIdentity: 10, perAddress: 10)
        ) { "k1" }
    }

    private static func services(_ store: MemoryStore, _ time: SimulatedTime, lastAlive: Int) -> RoomServices {
        RoomServices(
            store: store, limits: Limits(), now: { time.now }, timer: { time.timer($0) }, lastAlive: lastAlive)
    }

    private func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    // MARK: Clients

    private func enter(_ index: Int) throws {
        let outlet = RecordingOutlet()
        let credits = TokenBucket(burst: 1_000_000, perSecond: 1_000, now: 0)
        let client = ClientConnection(outlet: outlet, credits: credits, abuse: credits, chat: credits)
        client.isKnown = true
        let name = index == 0 ? "ann" : "bob"
        client.participant = Participant(id: ParticipantID(name), name: name)
        let player = Player(client: client, outlet: outlet)
        if index < players.count { players[index] = player } else { players.append(player) }
        try live().join(client, knowing: nil)
    }

    private func live() throws -> LiveRoom {
        var found: LiveRoom?
        registry.open(room, kind: .gomoku, by: RoomMaker(identity: ParticipantID("ann"), address: nil)) {
            found = try? $0.get()
        }
        return try #require(found)
    }

    private func ask(_ index: Int, _ changes: [Delta.Change]) throws {
        count += 1
        try live().handle(
            DeltaRequest(room: room, id: "d\(count)", base: nil, guards: .none, delta: Delta(changes: changes)),
            from: players[index].client)
    }

    private func value(_ key: String) throws -> String? { try live().room.state.text(key) }

    // MARK: The server

    private func stop() throws {
        registry.suspendClocks {}
        try away(lastAlive: time.now)
    }

    private func kill() throws { try away(lastAlive: time.now - random(0...5_000)) }

    /// Replaces the server after some downtime, and reconnects both players.
    private func away(lastAlive: Int) throws {
        time.forget()
        let away = random(0...600_000)
        time.pass(away)
        serverAway += away
        registry = RoomRegistry(
            services: Self.services(store, time, lastAlive: lastAlive),
            quota: RoomQuota(perIdentity: 10, perAddress: 10)
        ) { "k2" }
        for index in 0..<2 { try enter(index) }
    }

    // MARK: The game

    /// Plays the game to its end. Returns the reason of the end.
    func play() throws -> String {
        time.tell(self)
        for index in 0..<2 { try enter(index) }
        try ask(0, [.init("game", .string("1")), .init("clock", .string(text)), .init("x", .string("ann"))])
        try ask(1, [.init("o", .string("bob"))])
        var points = (0..<225).map { Point(column: $0 % 15, row: $0 / 15) }
        points.shuffle(using: &generator)
        // X's stones come from the middle row, so that some games end with five in a row.
        points.sort { $0.row != 7 && $1.row == 7 }
        for number in 1...225 where try value("result") == nil {
            try move(number, &points)
        }
        return try value("reason") ?? "unfinished"
    }

    /// Returns whether the flag of a player who never moves falls in time, although the clock is
    /// set back meanwhile.
    func flagFalls(afterSettingBack milliseconds: Int) throws -> Bool {
        for index in 0..<2 { try enter(index) }
        try ask(0, [.init("game", .string("1")), .init("clock", .string(text)), .init("x", .string("ann"))])
        try ask(1, [.init("o", .string("bob"))])
        for number in 1...4 {
            try ask(
                (number - 1) % 2,
                [
                    .init("move", .string("\(number)")), .init("col\(number)", .string("\(number)")),
                    .init("row\(number)", .string("\(2 * number)")),
                ])
        }
        time.offset -= milliseconds
        time.pass(10_000)
        return try value("reason") == "time"
    }

    private func move(_ number: Int, _ points: inout [Point]) throws {
        let side = Stone.ofMove(number)
        let index = side == .x ? 0 : 1
        let isTimed = try live().room.game?.clock?.runningSince != nil
        (turnBegan, serverAway) = (time.steady, 0)
        let thought = random(0...(random(0...9) == 0 ? 9_000 : 1_200))
        let lag = random(0...(random(0...6) == 0 ? 2_500 : 250))
        switch random(0...24) {
        case 0:
            time.pass(thought)
            try stop()
        case 1:
            time.pass(thought)
            try kill()
        case 2:
            // The connection breaks while the player thinks.
            try live().lost(players[index].client)
            time.pass(thought)
            try enter(index)
        case 3:
            // The player leaves, perhaps long enough for the opponent to claim the game.
            try live().lost(players[index].client)
            time.pass(random(0...40_000))
            try enter(index)
        case 4:
            // The opponent leaves, which stops no clock.
            try live().lost(players[1 - index].client)
            time.pass(thought)
            try enter(1 - index)
        case 5:
            time.pass(thought)
            time.offset -= random(0...4_000)
        default: time.pass(thought)
        }
        time.pass(lag)
        players[index].outlet.roundTripMilliseconds = lag
        if try value("result") == nil {
            let point = side == .x && number < 60 ? points.removeLast() : points.removeFirst()
            try ask(
                index,
                [
                    .init("move", .string("\(number)")), .init("col\(number)", .string("\(point.column)")),
                    .init("row\(number)", .string("\(point.row)")),
                ])
        }
        try check(side, number, isTimed: isTimed, lag: lag)
    }

    /// Compares the room's keys with the simulated times.
    private func check(_ side: Stone, _ number: Int, isTimed: Bool, lag: Int) throws {
        guard case .fischer(let main, let increment) = setting else { return }
        let used = (flagFell ?? time.steady) - turnBegan - (flagFell == nil ? serverAway : 0)
        let refund = isTimed ? min(lag, truth[side].allowance) : 0
        let given = main * 1_000 + truth[side].timedMoves * increment * 1_000
        if try value("reason") == "time" {
            #expect(try isTimed && value("result") == side.opponent.rawValue, "seed \(seed)")
            // If a flag falls without a move, there is no lag to refund.
            let paid = used - (flagFell == nil ? refund : 0)
            #expect(
                given <= truth[side].spent + paid, "\(side) lost on time with some left in move \(number), seed \(seed)"
            )
            return
        }
        if isTimed {
            truth[side].spent += max(0, used - refund)
            truth[side].timedMoves += 1
            truth[side].allowance = min(1_000, truth[side].allowance - refund + 200)
        }
        let left = try #require(Int(try value(side == .x ? "xTime" : "oTime") ?? ""))
        let now = main * 1_000 + truth[side].timedMoves * increment * 1_000
        #expect(now - left <= truth[side].spent, "\(side) lost too much in move \(number), seed \(seed)")
        #expect(left > 0 && left <= now)
        if isTimed, number < 225, try value("result") == nil {
            let turnAt = try #require(Int(try value("turnAt") ?? ""))
            #expect(turnAt == time.now, "the opponent's time starts at the move, seed \(seed)")
        }
    }
}

extension SimulatedGame: SimulatedTime.Witness {
    func timerFired() {
        if flagFell == nil, registry.rooms[room]?.room.state.text("reason") == "time" { flagFell = time.steady }
    }
}
