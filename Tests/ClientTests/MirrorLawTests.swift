import Client
import GameState
import TestSupport
import Testing
import Wire

/// Tests that any interleaving of deltas, lost frames, duplicates, broken connections and resumes
/// ends in the same state as a full replay.
@Suite struct MirrorLawTests {
    @Test("Any interleaving of lost, repeated and reordered frames ends like a full replay")
    func anyInterleavingEndsLikeAFullReplay() throws {
        let seeds = TestSpeed.seeds(15, all: 60)
        var quiet: [UInt64] = []
        for seed in seeds {
            var world = World(seed: seed, kind: seed % 3 == 0 ? .open : .gomoku)
            for _ in 0..<600 { try world.step() }
            try world.settle()
            #expect(world.mirror.rev == world.room.rev, "seed \(seed)")
            if world.room.rev <= 10 || world.resumes == 0 || world.gaps == 0 { quiet.append(seed) }
        }
        #expect(quiet.count * 20 <= seeds.count, "too little happened to prove anything: \(quiet)")
    }
}

/// A room, the connection to one client, and that client.
private struct World {
    var room: Room
    var mirror: RoomMirror
    var view = GameView()
    var gaps = 0
    var resumes = 0
    private var random: SeededRandom
    private var line: [[UInt8]] = []
    private var states: [[String: JSON]] = [[:]]
    private var counter = 0
    private let seed: UInt64
    private let people = ["p-ann", "p-bob", "p-eve"].map { ParticipantID($0) }

    init(seed: UInt64, kind: RoomKind) {
        self.seed = seed
        random = SeededRandom(seed: seed)
        var limits = Limits()
        limits.historyPerRoom = 12  // so that some resumes need a snapshot
        let name = RoomName("law")!
        room = Room(name: name, kind: kind, epoch: "k1", host: ParticipantID("p-ann"), limits: limits)
        mirror = RoomMirror(room: name)
        join()
    }

    mutating func step() throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: change()
        case 10..<16: try deliver()
        case 9 where !line.isEmpty: line.swapAt(0, line.count - 1)  // overtaken
        case 16 where !line.isEmpty: line.append(line.randomElement(using: &random)!)  // arrives again, late
        case 17 where !line.isEmpty: line.remove(at: Int.random(in: 0..<line.count, using: &random))  // a gap
        case 18 where Int.random(in: 0..<4, using: &random) == 0:
            line = []  // the connection breaks
            join()
        default: break
        }
    }

    /// Repairs the connection. All frames in flight arrive, and a loss at the end is detected with
    /// the next delta.
    mutating func settle() throws {
        while !line.isEmpty { try deliver() }
        line = []
        join()
        while !line.isEmpty { try deliver() }
    }

    private mutating func join() {
        resumes += 1
        let resume = Notice.Deltas.Resume(own: SharedState(), participants: [], chat: [])
        if let known = mirror.known, known.epoch == room.epoch,
            case .deltas(let missed) = room.shared.since(known.rev)
        {
            line.append(Notice.deltas(.init(room: room.name, epoch: room.epoch, deltas: missed, resume: resume)).json)
        } else {
            line.append(
                Notice.snapshot(
                    .init(
                        room: room.name, kind: room.kind, epoch: room.epoch, state: room.state, own: nil,
                        participants: [],
                        host: room.creator, chat: [])
                ).json)
        }
    }

    private mutating func deliver() throws {
        guard !line.isEmpty else { return }
        let change = mirror.apply(try Notice(line.removeFirst()))
        switch change {
        case .restored: view = GameView(state: mirror.state)
        case .continued(let deltas, _):
            for accepted in deltas { view.apply(accepted.delta, state: mirror.state) }
        case .gap:
            gaps += 1
            join()
        default: break
        }
        let values = Dictionary(uniqueKeysWithValues: mirror.state.values.map { ($0.key, $0.value) })
        #expect(values == states[mirror.rev], "seed \(seed), revision \(mirror.rev)")
        #expect(view == GameView(state: mirror.state), "seed \(seed), revision \(mirror.rev)")
    }

    private mutating func change() {
        counter += 1
        let delta = room.kind == .open ? openDelta() : gameDelta()
        let request = DeltaRequest(room: room.name, id: "\(counter)", delta: delta)
        let server = GameView(state: room.state)
        let holder = server.turn.flatMap { server.seats[$0] }
        let sender = Bool.random(using: &random) ? holder : nil
        guard
            case .accepted(let accepted) = room.judge(
                request, by: sender ?? people.randomElement(using: &random)!, now: counter)
        else { return }
        states.append(Dictionary(uniqueKeysWithValues: room.state.values.map { ($0.key, $0.value) }))
        line.append(Notice.delta(room: room.name, accepted, scope: .shared, again: false).json)
    }

    /// Returns game keys with arbitrary values, as a hostile or a newer server might send them.
    private mutating func openDelta() -> Delta {
        let keys = [
            "game", "move", "col1", "row1", "col2", "row2", "col3", "row3", "size", "line", "x", "result", "note",
            "opening",
            "phase", "awaits", "choices", "steps", "fifths", "clock", "xTime", "oTime", "xLag", "oLag", "began", "turn",
            "turnAt", "offer", "refused", "gone",
        ]
        return Delta(
            changes: (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let number = Int.random(in: 0...16, using: &random)
                let words = [
                    "swap2", "place-2", "choose-side", "x", "black white", "draw x", "draw x 3", "x 99", "300+5",
                ]
                let values: [JSON?] = [
                    .string("\(number)"), .number("\(number % 4)"), nil, .string("3,3 \(number),4"), .bool(true),
                    .string(words[number % words.count]),
                ]
                return Delta.Change(keys.randomElement(using: &random)!, values.randomElement(using: &random)!)
            })
    }

    private mutating func gameDelta() -> Delta {
        let server = GameView(state: room.state)
        let seats = ByStone<ParticipantID?>(x: people.randomElement(using: &random)!, o: nil)
        switch Int.random(in: 0..<40, using: &random) {
        case 0...1:
            return server.newGame(GameTerms(size: BoardSize.all.randomElement(using: &random)!), seats: seats)
        case 2...5: return server.taking(.o, by: people.randomElement(using: &random)!)
        case 6: return server.resigning(.x)
        default:
            let points = Array(server.size.points)
            return server.number == nil
                ? server.newGame(GameTerms(rule: .standard), seats: seats)
                : server.moving(to: points.randomElement(using: &random)!)
        }
    }
}
