import Foundation
import GameState
import Storage
import TestSupport
import Testing

/// The content of the fixture files: finished and running games, values like those of Wave, private
/// state, and participants.
struct FixtureContent {
    var appends: [Append] = []
    var people: [StoredParticipant] = []

    var account: Account {
        let password = PasswordHash(salt: [1, 2], hash: [3, 4], rounds: 32_768, blockSize: 8, parallelism: 3)
        return Account(participant: ParticipantID("p-0"), name: "Ann", password: password, since: 1_700_000_009_500)
    }

    /// The chat messages of the room ``chatRoom``, of which the fixtures keep two.
    var chat: [ChatMessage] {
        let ann = Participant(id: ParticipantID("p-0"), name: "Ann")
        let robot = Participant(id: ParticipantID("p-2"), name: "r\0", isBot: true)
        return [
            ChatMessage(by: ann, at: 1_700_000_011_000, id: "c1", text: "forgotten"),
            ChatMessage(by: ann, at: 1_700_000_012_000, id: "c2", text: "\"Hé\0 there\u{1F600}"),
            ChatMessage(by: robot, at: 1_700_000_013_000, id: "", text: "psst", isForSpectators: true),
        ]
    }

    var chatRoom: (name: RoomName, epoch: String) { get throws { (try #require(RoomName("running")), "k-running") } }

    /// A rated game that Ann, who plays X, wins by resignation.
    var rated: FinishedGame { rated(isTimed: true) }

    func rated(isTimed: Bool) -> FinishedGame {
        Sample.rated("gone", 1, at: 1_700_000_010_000, x: "p-0", o: "p-1", moves: 3, isTimed: isTimed)
    }

    static func made() -> FixtureContent {
        var content = FixtureContent()
        for (index, name) in ["Ann", "Bob \"the\" Ⓑ", "robot"].enumerated() {
            content.people.append(
                StoredParticipant(
                    participant: Participant(id: ParticipantID("p-\(index)"), name: name, isBot: index == 2),
                    tokenHash: (0..<32).map { UInt8($0 * 7 + index) }))
        }
        content.game("over", moves: [(7, 7), (0, 0), (8, 7), (1, 0), (9, 7), (2, 0), (10, 7), (3, 0), (11, 7)])
        content.game("running", moves: [(7, 7), (8, 8), (6, 8)])
        content.gadget("gadget")
        return content
    }

    private mutating func game(_ name: String, moves: [(Int, Int)]) {
        var sets: [(String, [Delta.Change])] = [
            ("p-0", [.init("game", "1"), .init("rule", "renju"), .init("x", "p-0")]), ("p-1", [.init("o", "p-1")]),
        ]
        for (index, move) in moves.enumerated() {
            sets.append(
                (
                    "p-\(index % 2)",
                    [
                        .init("move", "\(index + 1)"), .init("col\(index + 1)", "\(move.0)"),
                        .init("row\(index + 1)", "\(move.1)"),
                    ]
                ))
        }
        play(name, .gomoku, sets)
    }

    private mutating func gadget(_ name: String) {
        var sets: [(String, [Delta.Change])] = []
        for number in 0..<20 {
            sets.append(
                (
                    "p-\(number % 3)",
                    [
                        .init("number", .number("\(number).50e0")),
                        .init("list \(number % 5)", .array([.null, .bool(true), "ü\n\u{1}"])),
                        .init("object", .object([.init("a", .null), .init("a", .number("-0"))])),
                        .init("list \((number + 2) % 5)", nil),
                    ]
                ))
        }
        play(name, .open, sets)
        play(
            name, .open,
            [("p-0", [.init("mine", "only")]), ("p-1", [.init("yours", "too")]), ("p-0", [.init("mine", nil)])],
            scope: .own)
    }

    private mutating func play(
        _ name: String, _ kind: RoomKind, _ sets: [(String, [Delta.Change])], scope: DeltaRequest.Scope = .shared
    ) {
        guard let name = RoomName(name) else { return }
        let header = RoomHeader(
            name: name, kind: kind, epoch: "k-\(name)", host: ParticipantID("p-0"), created: 1_700_000_000_000)
        var room = Room(name: name, kind: kind, epoch: header.epoch, host: header.creator)
        for (index, (by, changes)) in sets.enumerated() {
            let request = DeltaRequest(room: name, id: "i\(index)", scope: scope, delta: Delta(changes: changes))
            guard
                case .accepted(let delta) = room.judge(
                    request, by: ParticipantID(by), now: 1_700_000_000_000 + index * 1_000)
            else {
                Issue.record("\(name) \(index) is not accepted")
                return
            }
            let snapshot = index == 10 && scope == .shared ? room.state.snapshot : nil
            let finished = scope == .shared ? FinishedGame(endedBy: delta, in: room) : nil
            appends.append(Append(room: header, scope: scope, delta: delta, snapshot: snapshot, finished: finished))
        }
    }

    // MARK: as text, which later versions of the referee can judge

    /// The fixtures as text, with one line per delta and per participant.
    var json: String {
        let deltas = appends.map { append -> String in
            let delta = append.delta
            let changes = JSON.object(delta.delta.changes.map { .init($0.key, $0.value ?? .null) })
            return JSON.array([
                .string(append.room.name.text), .string(append.scope == .own ? delta.by.text : ""), JSON(delta.rev),
                .string(delta.by.text), JSON(delta.at), delta.id.map { .string($0) } ?? .null, changes,
            ]).description
        }
        return deltas.joined(separator: "\n") + "\n"
    }
}
