import Client
import GameState
import TestSupport
import Wire

/// A room for a test case, judged like on the server.
struct Scene {
    static let ann = ParticipantID("p-ann"), bob = ParticipantID("p-bob"), eve = ParticipantID("p-eve")

    private(set) var room: Room
    private var count = 0
    /// Server time, in milliseconds.
    private(set) var now = 1_700_000_000_000

    init() {
        room = Room(name: .lobby, kind: .gomoku, epoch: "k1", host: Self.ann)
    }

    /// Creates a game between Ann, who is X, and Bob.
    init(_ terms: GameTerms, x: ParticipantID? = Scene.ann, o: ParticipantID? = Scene.bob) throws {
        self.init()
        try ask(Self.ann, view.newGame(terms, seats: ByStone(x: x, o: nil)))
        if let o { try ask(o.robotLevel == nil ? o : Self.ann, view.taking(.o, by: o)) }
    }

    var view: GameView { GameView(state: room.state) }

    /// Returns the server's judgement on a delta, without applying it.
    func judgement(_ who: ParticipantID, _ delta: Delta) -> Room.Judgement {
        var copy = room
        let request = DeltaRequest(room: room.name, id: "try", delta: delta)
        return copy.judge(request, by: who, now: now + 1_000, isClaimed: true)
    }

    struct Refused: Error { let rejection: Rejection }

    /// Applies a delta, which must be accepted.
    mutating func ask(_ who: ParticipantID, _ delta: Delta) throws {
        count += 1
        now += 1_000
        let request = DeltaRequest(room: room.name, id: "\(count)", delta: delta)
        if case .rejected(let rejection) = room.judge(request, by: who, now: now, isClaimed: true) {
            throw Refused(rejection: rejection)
        }
    }

    /// Plays stones at these points for the side to move.
    mutating func play(_ cells: String) throws {
        for name in cells.split(separator: " ") {
            let view = view
            guard let point = view.size.point(named: String(name)), let player = view.turn.flatMap({ view.seats[$0] })
            else { return }
            try ask(player, view.moving(to: point))
        }
    }

    mutating func happens(_ event: Room.Event) { _ = room.apply(event, now: now) }
}
