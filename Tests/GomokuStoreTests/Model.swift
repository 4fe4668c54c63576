import GameState
import Storage
import TestSupport
import Testing

/// The simplest possible store, with which the others are compared.
struct Model {
    struct Part {
        var state = SharedState()
        var deltas: [AcceptedDelta] = []
    }

    struct Stored {
        let header: RoomHeader
        /// The states by owner. The shared state has the owner nil.
        var parts: [ParticipantID?: Part] = [:]
    }

    private(set) var rooms: [RoomName: Stored] = [:]

    private static func owner(_ append: Append) -> ParticipantID? { append.scope == .own ? append.delta.by : nil }

    /// Returns a random append, which usually has the next revision.
    func random(_ random: inout SeededRandom, chain: Int) throws -> Append {
        let header = try Sample.header("room\(random.below(4))")
        let by = ParticipantID("p-\(random.below(3))")
        let scope: DeltaRequest.Scope = random.chance(30) ? .own : .shared
        let part = rooms[header.name]?.parts[scope == .own ? by : nil] ?? Part()
        let rev = random.chance(10) ? random.below(part.state.rev + 5) : part.state.rev + 1
        let known = part.deltas.filter { $0.by == by }.compactMap(\.id)
        let id = random.chance(10) && !known.isEmpty ? random.one(of: known) : "\(chain) \(random.text())"
        let delta = AcceptedDelta(
            rev: rev, by: by, at: 1_700_000_000_000 + chain, id: random.chance(5) ? nil : id, delta: random.delta()
        )
        var after = part.state
        if rev == after.rev + 1 { after.apply(delta.delta) }
        let snapshot = rev == part.state.rev + 1 && random.chance(10) ? after.snapshot : nil
        return Append(room: header, scope: scope, delta: delta, snapshot: snapshot, chain: chain)
    }

    mutating func apply(_ append: Append) -> AppendFailure? {
        let delta = append.delta
        var part = rooms[append.room.name]?.parts[Self.owner(append)] ?? Part()
        if let id = delta.id, let known = part.deltas.first(where: { $0.by == delta.by && $0.id == id }) {
            return .duplicate(known)
        }
        guard delta.rev == part.state.rev + 1 else { return .moved }
        part.state.apply(delta.delta, rev: delta.rev)
        part.deltas.append(delta)
        rooms[append.room.name, default: Stored(header: append.room)].parts[Self.owner(append)] = part
        return nil
    }

    /// Expects that a store has exactly the room's content.
    func compare(_ stored: StoredRoom?, _ name: RoomName) throws {
        let stored = try #require(stored)
        let expected = try #require(rooms[name])
        #expect(stored.header == expected.header)
        var owners: Set<ParticipantID?> = [nil]
        compare(stored.shared, expected.parts[nil] ?? Part())
        for (owner, part) in stored.own {
            owners.insert(owner)
            compare(part, expected.parts[owner] ?? Part())
        }
        #expect(owners == Set(expected.parts.keys).union([nil]))
    }

    private func compare(_ part: StoredRoom.Part, _ expected: Part) {
        let isSuffix = part.deltas == Array(expected.deltas.suffix(part.deltas.count))
        #expect(isSuffix, "the newest deltas")
        #expect(part.deltas.count >= min(expected.deltas.count, 64))
        var state = SharedState(part.snapshot)
        for delta in part.deltas where delta.rev > part.snapshot.rev { state.apply(delta.delta, rev: delta.rev) }
        let isSame = state == expected.state
        #expect(isSame, "the state at \(state.rev)")
    }
}
