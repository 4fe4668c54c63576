import TestSupport
import Testing

@testable import GameState

@Suite("Shared state")
struct StateTests {
    @Test("Deleting a key is a change: the later of a set and a delete wins, and guards see both")
    func tombstones() {
        var state = SharedState()
        state.apply(Delta(changes: [.init("a", .string("1")), .init("b", .string("1"))]))
        state.apply(Delta(changes: [.init("a", nil)]))
        #expect(state["a"] == nil)
        #expect(state.count == 1)
        #expect(state.mayHaveChanged("a", since: 1))
        #expect(!state.mayHaveChanged("a", since: 2))
        #expect(!state.mayHaveChanged("b", since: 1))
        #expect(!state.mayHaveChanged("never", since: 0))
        state.apply(Delta(changes: [.init("a", .string("2"))]))
        #expect(state.text("a") == "2")
    }

    @Test("A state is written in the byte order of its keys, regardless of insertion order")
    func order() {
        let keys = ["", "A", "Z", "a", "a1", "aa", "b", "é", "\u{FFFF}", "😀"] + (0..<200).map { "k\($0)" }
        var random = SystemRandomNumberGenerator()
        func listed(_ keys: [String]) -> String {
            var state = SharedState()
            for key in keys {
                state.apply(Delta(changes: [.init(key, .string("first, and longer than what follows"))]))
            }
            for key in keys.shuffled(using: &random) { state.apply(Delta(changes: [.init(key, .number("1"))])) }
            var writer = JSONWriter()
            writer.object(state)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
        let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let expected = "{" + sorted.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        for _ in 0..<5 { #expect(listed(keys.shuffled(using: &random)) == expected) }
    }

    @Test("A guard fails if the tombstone that it needs was evicted")
    func forgotten() {
        var state = SharedState(tombstoneLimit: 10)
        for number in 0..<20 {
            state.apply(Delta(changes: [.init("k\(number)", .string("v"))]))
            state.apply(Delta(changes: [.init("k\(number)", nil)]))
        }
        #expect(state.snapshot.entries.count <= 11)
        #expect(state.mayHaveChanged("k0", since: 1))
        #expect(!state.mayHaveChanged("k0", since: state.rev))
    }

    @Test("The state counts its keys and bytes")
    func sizes() {
        var state = SharedState()
        let delta = Delta(changes: [.init("key", .string("value")), .init("n", .number("12"))])
        #expect(state.size(after: delta) == (2, 3 + 7 + 1 + 2))
        state.apply(delta)
        #expect(state.bytes == 13)
        #expect(state.size(after: Delta(changes: [.init("key", nil)])) == (1, 3))
    }

    @Test("An archive restores an equal state with its tombstones")
    func archive() {
        var state = SharedState()
        state.apply(Delta(changes: [.init("a", .array([.number("1")])), .init("b", .string("x"))]))
        state.apply(Delta(changes: [.init("b", nil)]))
        let copy = SharedState(state.snapshot)
        #expect(copy == state)
        #expect(copy.mayHaveChanged("b", since: 1))
    }

    @Test("Keys that differ only in Unicode normalization are different keys")
    func exactKeys() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let delta = Delta(changes: [.init(composed, .string("1")), .init(decomposed, .string("2"))])
        #expect(delta.count == 2)
        #expect(delta[decomposed] == .some(.string("2")))
        var state = SharedState()
        state.apply(delta)
        #expect(state.text(composed) == "1")
        #expect(state.text(decomposed) == "2")
        #expect(SharedState(state.snapshot) == state)
        state.apply(Delta(changes: [.init(decomposed, nil)]))
        #expect(state.text(composed) == "1")
        #expect(!state.mayHaveChanged(composed, since: 1))
        let many = Delta(
            changes: (0..<40).flatMap { [.init("\(composed)\($0)", nil), .init("\(decomposed)\($0)", nil)] })
        #expect(many.count == 80)
    }

    @Test("Ids that differ only in Unicode normalization are different ids")
    func exactIDs() {
        var ids = AcceptedIDs()
        let ann = ParticipantID("p-ann")
        let delta = AcceptedDelta(rev: 1, by: ann, at: 0, id: "\u{E9}", delta: Delta())
        ids.record(delta)
        #expect(ids.revision(of: "\u{E9}", by: ann) { _ in (delta.id, ann) } == 1)
        #expect(ids.revision(of: "e\u{301}", by: ann) { _ in (delta.id, ann) } == nil)
    }

    @Test("Looking up and evicting ids agrees with a dictionary", arguments: [1, 2, 3])
    func idsAgainstDictionary(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var ids = AcceptedIDs()
        var known: [Int: AcceptedDelta] = [:]
        let people = ["p-a", "p-b", "ab"].map { ParticipantID($0) }
        for rev in 1...4_000 {
            // Few different texts, so that an ID repeats with another author, and adjacent entries
            // are affected, too.
            let by = people[Int(random.next() % 3)]
            let id = "\(random.next() % 700)"
            let found = ids.revision(of: id, by: by) { known[$0].map { ($0.id, $0.by) } }
            #expect(found == known.values.first { $0.id == id && $0.by == by }?.rev)
            if let found, let old = known.removeValue(forKey: found) { ids.remove(old.id, by: old.by, rev: old.rev) }
            let delta = AcceptedDelta(rev: rev, by: by, at: 0, id: id, delta: Delta())
            known[rev] = delta
            ids.record(delta)
            if known.count > 256, let old = known.values.min(by: { $0.rev < $1.rev }) {
                known[old.rev] = nil
                ids.remove(old.id, by: old.by, rev: old.rev)
            }
        }
    }

    @Test("A delta keeps each key once, with its last change", arguments: [3, 40])
    func deltas(count: Int) {
        let changes = (0..<count).flatMap { number in
            [Delta.Change("k\(number)", .number("1")), .init("k\(number)", .number("2"))]
        }
        let delta = Delta(changes: changes + changes.reversed())
        #expect(delta.count == count)
        #expect(delta.changes.map(\.key) == (0..<count).map { "k\($0)" })
        #expect(delta["k0"] == .some(.number("1")))
        #expect(delta["k"] == nil)
    }

    @Test(
        "Each limit on keys and bytes is enforced exactly",
        arguments: ["key", "value", "keys per delta", "keys per room", "bytes"])
    func limits(what: String) {
        var limits = Limits()
        limits.keyBytes = 4
        limits.valueBytes = 10
        limits.keysPerDelta = 3
        limits.keysPerRoom = 4
        limits.stateBytes = 40
        var room = Room(name: RoomName("r")!, kind: .open, epoch: "k", host: "a", limits: limits)
        var count = 0
        func ask(_ changes: [Delta.Change]) -> String? {
            count += 1
            let request = DeltaRequest(room: room.name, id: "\(count)", delta: Delta(changes: changes))
            if case .rejected(let rejection) = room.judge(request, by: "a", now: 0) { return rejection.code.rawValue }
            return nil
        }
        let v = JSON.string("v")
        switch what {
        case "key":
            #expect(ask([.init("1234", v)]) == nil)
            #expect(ask([.init("12345", v)]) == "too-large")
        case "value":
            #expect(ask([.init("k", .string("12345678"))]) == nil)
            #expect(ask([.init("k", .string("123456789"))]) == "too-large")
        case "keys per delta":
            #expect(ask([.init("a", v), .init("b", v), .init("c", v)]) == nil)
            #expect(ask([.init("a", nil), .init("b", nil), .init("c", nil), .init("d", v)]) == "too-large")
        case "keys per room":
            #expect(ask([.init("a", v), .init("b", v), .init("c", v)]) == nil)
            #expect(ask([.init("d", v), .init("e", v)]) == "too-large")
            #expect(ask([.init("d", v)]) == nil)
            #expect(ask([.init("e", v)]) == "too-large")
            #expect(ask([.init("e", v), .init("a", nil)]) == nil, "a delta may use the space that it frees")
        default:
            #expect(
                ask([.init("a", .string("12345678")), .init("b", .string("12345678")), .init("c", .string("12345678"))])
                    == nil)
            #expect(ask([.init("d", .string("12345"))]) == "too-large")
            #expect(ask([.init("d", .string("1234"))]) == nil)
        }
    }

    @Test("The history keeps its newest deltas, and asks for a snapshot for anything older")
    func history() {
        var history = History(limit: 4)
        for rev in 1...10 { history.record(AcceptedDelta(rev: rev, by: "a", at: 0, id: nil, delta: Delta())) }
        #expect(history.since(10, rev: 10) == .deltas([]))
        guard case .deltas(let missed) = history.since(6, rev: 10) else { return #expect(Bool(false)) }
        #expect(missed.map(\.rev) == [7, 8, 9, 10])
        #expect(history.since(5, rev: 10) == .needsSnapshot)
        #expect(history.since(11, rev: 10) == .needsSnapshot, "the revision belongs to another epoch")
        #expect(history[6] == nil)
        #expect(history[7]?.rev == 7)
    }

    @Test("The history is bounded in bytes, but always keeps the newest delta")
    func historyBytes() {
        func delta(_ rev: Int, _ size: Int) -> AcceptedDelta {
            let value = JSON.string(String(repeating: "x", count: size))
            return AcceptedDelta(rev: rev, by: "a", at: 0, id: nil, delta: Delta(changes: [.init("k", value)]))
        }
        var history = History(limit: 100, bytes: 5_000)
        var forgotten: [Int] = []
        for rev in 1...200 {
            history.record(delta(rev, 900)) { rev, _, _ in forgotten.append(rev) }
            #expect(history.bytes <= 5_000 && history.bytes == history.bytes(since: 0))
        }
        #expect(history.count == 5 && forgotten == Array(1...195))
        #expect(history.since(195, rev: 200) == .deltas((196...200).map { delta($0, 900) }))
        #expect(history.since(194, rev: 200) == .needsSnapshot)
        history.record(delta(201, 9_000))
        #expect(history.count == 1 && history[201]?.rev == 201 && history[200] == nil)
    }

    @Test("A client that missed more bytes than the whole state has gets a snapshot")
    func resume() {
        var ledger = Ledger(state: SharedState(), historyLimit: 256, historyBytes: 1_000_000)
        for rev in 1...100 {
            let value = JSON.string(String(repeating: "x", count: 10_000))
            ledger.record(AcceptedDelta(rev: rev, by: "a", at: 0, id: nil, delta: Delta(changes: [.init("k", value)])))
        }
        #expect(ledger.since(0) == .needsSnapshot)
        guard case .deltas(let missed) = ledger.since(95) else { return #expect(Bool(false)) }
        #expect(missed.count == 5)
    }

    @Test("A client that missed changes of too many keys gets a snapshot")
    func resumeOfManyKeys() {
        var ledger = Ledger(state: SharedState(), historyLimit: 256, historyBytes: 1_000_000)
        let keys = 512
        for rev in 1...8 {
            let changes = (0..<keys).map { Delta.Change("\(rev) \($0)", "v") }
            ledger.record(AcceptedDelta(rev: rev, by: "a", at: 0, id: "i\(rev)", delta: Delta(changes: changes)))
        }
        #expect(ledger.since(0) == .needsSnapshot)
        let most = Ledger.mostChanges / keys
        #expect(ledger.since(7 - most) == .needsSnapshot)
        guard case .deltas(let missed) = ledger.since(8 - most) else { return #expect(Bool(false)) }
        #expect(missed.count == most)
    }

    @Test("The private states of all participants in a room share one limit")
    func privateStates() {
        var limits = Limits()
        limits.privateBytesPerRoom = 20_000
        var room = Room(
            name: RoomName("a")!, kind: .open, epoch: "k", host: ParticipantID("p"), limits: limits)
        func ask(_ who: Int, _ size: Int) -> Code? {
            let delta = Delta(changes: [.init("hand", .string(String(repeating: "x", count: size)))])
            let request = DeltaRequest(room: room.name, id: "\(who) \(size)", scope: .own, delta: delta)
            let judgement = room.judge(request, by: ParticipantID("p-\(who)"), now: 0)
            if case .rejected(let rejection) = judgement { return rejection.code }
            return nil
        }
        let answers = (1...20).map { ask($0, 2_000) }
        #expect(answers.first == .some(nil) && answers.last == .tooLarge)
        // A value smaller than before is accepted, so that no participant is locked out of existing
        // state.
        #expect(ask(1, 10) == nil)
    }

    @Test("A string's counted size is the size of its JSON")
    func valueSizes() {
        for text in ["", "plain", "\"\\", "\n\t\r", "\u{0}\u{1F}", "é中🎲", String(repeating: "x", count: 1_000)] {
            #expect(JSON.string(text).description.utf8.count == Delta(changes: [.init("", .string(text))]).size - 6)
        }
    }
}
