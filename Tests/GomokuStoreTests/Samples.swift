import GameState
import Storage
import TestSupport

extension SeededRandom {
    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

extension SeededRandom {
    private static let letters = [
        "a", "B", "é", "Ⓐ", "😀", "\"", "\\", "\n", "\u{0}", "\u{1F}", "'", " ", ";--", "\u{2028}",
    ]

    mutating func text(_ limit: Int = 6) -> String {
        (0..<below(limit + 1)).map { _ in one(of: Self.letters) }.joined()
    }

    mutating func json(depth: Int = 3) -> JSON {
        switch below(depth > 0 ? 8 : 5) {
        case 0: .null
        case 1: .bool(chance(50))
        case 2: .number(one(of: ["0", "-0", "1.0", "1e0", "1E+2", "123456789012345678901234567890", "-1.50e-7"]))
        case 3, 4: .string(text())
        case 5, 6: .array((0..<below(4)).map { _ in json(depth: depth - 1) })
        default: .object((0..<below(4)).map { _ in .init(text(2), json(depth: depth - 1)) })
        }
    }

    mutating func delta() -> Delta {
        Delta(
            changes: (0..<1 + below(4)).map { _ in
                let value = chance(25) ? nil : json()
                return .init(text(2), value == .some(.null) ? "null" : value)
            })
    }
}

/// Shorthands for deltas, appends and games.
enum Sample {
    static func header(_ name: String, kind: RoomKind = .open, epoch: String = "k1") throws -> RoomHeader {
        guard let name = RoomName(name) else { throw StoreFailure("no name: \(name)") }
        return RoomHeader(
            name: name, kind: kind, epoch: epoch, host: ParticipantID("p-host"), created: 1_700_000_000_000)
    }

    static func delta(
        _ rev: Int, by: String = "p-a", id: String? = nil, at: Int? = nil,
        _ changes: [Delta.Change] = [.init("key", "value")]
    ) -> AcceptedDelta {
        AcceptedDelta(
            rev: rev, by: ParticipantID(by), at: at ?? 1_700_000_000_000 + rev, id: id ?? "i\(rev)",
            delta: Delta(changes: changes))
    }

    /// Returns a rated game, which X wins by default.
    static func rated(
        _ epoch: String, _ number: Int, at: Int, x: String, o: String, result: String = "x",
        in room: String = "gone", moves: Int = RatingRule.leastMoves, isListed: Bool = false, isTimed: Bool = true
    ) -> FinishedGame {
        var terms = GameTerms()
        terms.rule = .standard
        terms.clock = .fischer(main: 300, increment: 5)
        terms.allowsTakebacks = false
        terms.isRated = true
        terms.isListed = isListed
        return FinishedGame(
            id: GameID(epoch: epoch, number: number), room: RoomName(key: room)!, terms: terms,
            players: ByStone(x: ParticipantID(x), o: ParticipantID(o)), result: result, reason: .resign,
            moves: [(7, 7), (8, 8), (6, 8), (0, 0), (2, 0), (4, 0)].prefix(moves).map {
                Point(column: $0.0, row: $0.1)
            },
            times: isTimed ? (0..<moves).map { $0 == 1 ? nil : MoveTime(used: 1_000 * $0, left: 296_488) } : [],
            ended: at)
    }

    /// Returns the appends of a game in the room `r` that O wins. The last one has the game's
    /// record, which says that the game was listed if `isRecordListed`.
    static func game(isListed: Bool, isRecordListed: Bool, isTimed: Bool = true) throws -> [Append] {
        func text(_ pairs: KeyValuePairs<String, String>) -> [Delta.Change] {
            pairs.map { .init($0.key, .string($0.value)) }
        }
        let start = text(["game": "1", "rule": "freestyle", "opening": "none", "x": "p-a", "move": "0"])
        let changes = [
            start + (isListed ? text(["listed": "yes"]) : []), text(["o": "p-b"]),
            text(["move": "1", "col1": "7", "row1": "7"]), text(["move": "2", "col2": "8", "row2": "7"]),
            text(["result": "o", "reason": "resign"]),
        ]
        let header = try header("r", kind: .gomoku)
        let record = FinishedGame(
            id: GameID(epoch: header.epoch, number: 1), room: header.name, terms: GameTerms(isListed: isRecordListed),
            players: ByStone(x: ParticipantID("p-a"), o: ParticipantID("p-b")), result: "o", reason: .resign,
            moves: [Point(column: 7, row: 7), Point(column: 8, row: 7)],
            times: isTimed ? [MoveTime(used: 1_000, left: nil), nil] : [], ended: 1_700_000_000_005)
        return zip(1..., zip(["p-a", "p-b", "p-a", "p-b", "p-a"], changes)).map { rev, step in
            Append(
                room: header, scope: .shared, delta: delta(rev, by: step.0, step.1), chain: rev,
                finished: rev == changes.count ? record : nil)
        }
    }

    static func append(
        _ room: String, _ rev: Int, by: String = "p-a", id: String? = nil, own: Bool = false, chain: Int = 0,
        epoch: String = "k1", at: Int? = nil, finished: FinishedGame? = nil,
        _ changes: [Delta.Change] = [.init("key", "value")]
    ) throws -> Append {
        Append(
            room: try header(room, epoch: epoch), scope: own ? .own : .shared,
            delta: delta(rev, by: by, id: id, at: at, changes), chain: chain,
            finished: finished)
    }
}
