import Storage

@testable import GameState
@testable import GomokuStore

extension Property {
    /// An open room under arbitrary requests. Its packed state equals a dictionary, conflicts
    /// report the changed keys, and a refused request changes nothing. Returning clients get the
    /// current state, and everything survives the store.
    static let ledger = Property("ledger") { bytes in
        var decisions = Decisions(bytes)
        var world = OpenWorld(&decisions)
        var steps = 0
        while !decisions.isEmpty, steps < 256 {
            steps += 1
            try world.step(&decisions)
        }
        try world.settle()
    }
}

/// A room, and a model of its expected state.
private struct OpenWorld {
    private var room: Room
    private var model: [String: (value: JSON?, rev: Int)] = [:]
    private var accepted: [AcceptedDelta] = []
    private var segment = Segment(first: 1)
    private var counter = 0
    private let limits: Limits
    private let people = ["p-a", "p-b", "server", ""].map(person)

    init(_ decisions: inout Decisions) {
        var limits = Limits()
        limits.historyPerRoom = decisions.number(1...16)
        limits.historyBytesPerRoom = decisions.number(1...200) * 16
        limits.tombstonesPerRoom = decisions.number(1...8)
        limits.keysPerRoom = decisions.number(4...40)
        limits.stateBytes = decisions.number(1...64) * 64
        limits.valueBytes = 200
        limits.keyBytes = 24
        limits.keysPerDelta = 8
        self.limits = limits
        room = Room(
            name: RoomName("r").unsafelyKnown, kind: .open, epoch: "k", host: person("p-a"), limits: limits)
    }

    mutating func step(_ decisions: inout Decisions) throws {
        counter += 1
        let request = request(&decisions)
        let sender = decisions.one(of: people)
        let (before, bytes) = (room.state, room.shared.bytes)
        let at = decisions.number(0...255) * 1_000
        switch room.judge(request, by: sender, now: at) {
        case .again(let earlier):
            try ensure(earlier.id == request.id && earlier.by == sender, "another's delta comes again")
            try ensure(accepted.contains(earlier), "a delta comes again that was none")
            try ensure(room.state == before, "what comes again changes the room")
        case .rejected:
            try ensure(room.state == before && room.shared.bytes == bytes, "a refused delta changes the room")
        case .accepted(let delta):
            try ensure(delta.rev == before.rev + 1 && delta.delta == request.delta, "\(delta)")
            try ensureGuarded(request)
            for change in delta.delta.changes { model[change.key] = (change.value, delta.rev) }
            accepted.append(delta)
            try file(delta)
            try ensureLimits(before)
        }
        try ensureState(decisions.once(in: 4))
    }

    private mutating func request(_ decisions: inout Decisions) -> DeltaRequest {
        let count = decisions.number(0...3)
        let changes = (0..<count).map { _ in
            Delta.Change(key(&decisions), decisions.once(in: 3) ? nil : value(&decisions, depth: 2))
        }
        let base = decisions.once(in: 3) ? decisions.number(0...(min(room.rev, 250) + 1)) : nil
        let guards: DeltaRequest.Guard =
            switch decisions.number(0...2) {
            case 0: .none
            case 1: .all
            default: .keys([key(&decisions)])
            }
        let id = decisions.once(in: 5) ? String(decisions.number(1...255)) : String(counter)
        return DeltaRequest(room: room.name, id: id, base: base, guards: guards, delta: Delta(changes: changes))
    }

    private func key(_ decisions: inout Decisions) -> String {
        decisions.once(in: 8) ? decisions.text(upTo: 30) : "k\(decisions.number(0...30))"
    }

    private func value(_ decisions: inout Decisions, depth: Int) -> JSON {
        switch decisions.number(0...8) {
        case 0: return .bool(decisions.once(in: 2))
        case 1: return .number(decisions.one(of: ["0", "-0", "1.0", "1e400", "9223372036854775808"]))
        case 2 where depth > 0:
            return .array((0..<decisions.number(0...3)).map { _ in value(&decisions, depth: depth - 1) })
        case 3 where depth > 0:
            return .object(
                (0..<decisions.number(0...3)).map { _ in
                    .init(decisions.text(upTo: 4), value(&decisions, depth: depth - 1))
                })
        case 4: return .string(String(repeating: "x", count: decisions.number(0...255)))
        case 5: return depth < 2 ? .null : .string("")
        default: return .string(decisions.text(upTo: 12))
        }
    }

    private func ensureGuarded(_ request: DeltaRequest) throws {
        guard let base = request.base else { return }
        let guarded: [String] =
            switch request.guards {
            case .none: []
            case .all: Array(request.delta.keys)
            case .keys(let keys): keys
            }
        for key in guarded { try ensure((model[key]?.rev ?? 0) <= base, "\(key) had changed since \(base)") }
    }

    private func ensureLimits(_ before: SharedState) throws {
        let state = room.state
        try ensure(state.count <= max(limits.keysPerRoom, before.count), "\(state.count) keys")
        try ensure(state.bytes <= max(limits.stateBytes, before.bytes), "\(state.bytes) bytes")
    }

    /// Appends an accepted delta to a segment, like the store.
    private mutating func file(_ delta: AcceptedDelta) throws {
        try Property.ensureDelta(delta)
        var writer = JSONWriter()
        let start = DeltaText.write(delta, room: 1, owner: "", to: &writer)
        segment.append(writer.bytes[start...], id: UInt32(truncatingIfNeeded: delta.rev))
    }

    private func ensureState(_ all: Bool) throws {
        try ensure(room.rev == accepted.count, "revision \(room.rev)")
        guard all else { return }
        let alive = model.compactMapValues(\.value)
        try ensure(room.state.count == alive.count, "\(room.state.count) keys")
        for (key, value) in alive {
            try ensure(room.state[key].map(\.description) == value.description, "\(key) is another value")
        }
        let bytes = alive.reduce(0) { $0 + SharedState.bytes(of: $1.key, $1.value) }
        try ensure(room.state.bytes == bytes, "\(room.state.bytes) bytes are \(bytes)")
        for since in max(0, room.rev - 20)...room.rev {
            guard case .deltas(let missed) = room.shared.since(since) else { continue }
            try ensure(missed == Array(accepted[since...]), "other deltas since \(since)")
        }
        for (key, known) in model where known.rev > room.state.evictedThrough || known.value != nil {
            try ensure(
                room.state.mayHaveChanged(key, since: known.rev - 1)
                    && !room.state.mayHaveChanged(key, since: known.rev),
                "when \(key) changed")
        }
    }

    /// Compares the room with its snapshot and its deltas after a round trip through the store.
    func settle() throws {
        try ensureState(true)
        guard let archive = try? Rows.archive(room.state.snapshot.text, rev: room.rev) else {
            throw Violation(description: "the snapshot is not read")
        }
        let loaded = SharedState(archive, tombstoneLimit: limits.tombstonesPerRoom)
        try ensure(loaded == room.state, "a loaded state is another")
        guard let deltas = try? segment.deltas(from: 1, to: room.rev) else {
            throw Violation(description: "the segment is not read")
        }
        try ensure(deltas == accepted, "filed deltas are others")
        var replayed = SharedState(tombstoneLimit: limits.tombstonesPerRoom)
        for delta in deltas { replayed.apply(delta.delta, rev: delta.rev) }
        try ensure(replayed == room.state, "the replay is another state")
    }
}
