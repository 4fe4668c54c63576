import TestSupport
import Testing

@testable import GameState

@Suite("Packed values, logs and tables")
struct PackingTests {
    private static let texts = [
        "", "a", "col12", "über", "u\u{308}ber", "\u{0}", "\"\\\n", "👩‍👩‍👧",
        String(repeating: "x", count: 15),
        String(repeating: "y", count: 200), String(repeating: "z", count: 20_000),
    ]

    private static func text(_ random: inout SeededRandom) -> String {
        texts.randomElement(using: &random) ?? ""
    }

    private static func value(_ random: inout SeededRandom, depth: Int = 0) -> JSON {
        switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2:
            .number(
                ["0", "-1.50", "1e9", String(repeating: "7", count: 40)].randomElement(using: &random)
                    ?? "0")
        case 3, 4: .string(text(&random))
        case 5:
            .array(
                (0..<Int.random(in: 0..<20, using: &random)).map { _ in value(&random, depth: depth + 1) })
        default:
            .object(
                (0..<Int.random(in: 0..<20, using: &random)).map { _ in
                    JSON.Member(text(&random), value(&random, depth: depth + 1))
                })
        }
    }

    @Test(
        "Every packed value is unpacked unchanged, or skipped to its end",
        arguments: TestSpeed.seeds(5, all: 20))
    func values(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<50 {
            let value: JSON? = Bool.random(using: &random) ? Self.value(&random) : nil
            var bytes: [UInt8] = [1, 2, 3]
            bytes.pack(value)
            bytes.pack(-5)
            var place = 3
            #expect(bytes.value(at: &place).map(Self.exact) == value.map(Self.exact))
            var skipped = 3
            bytes.skipValue(at: &skipped)
            #expect(skipped == place && bytes.number(at: &place) == -5 && place == bytes.count)
        }
    }

    /// Returns the UTF-8 of the value. Unlike `==`, it distinguishes composed and decomposed
    /// letters.
    private static func exact(_ value: JSON) -> [UInt8] { Array(value.description.utf8) }

    @Test(
        "A delta log holds exactly the deltas that were appended and not yet removed",
        arguments: TestSpeed.seeds(5, all: 20))
    func log(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var log = DeltaLog()
        var model: [AcceptedDelta] = []
        var rev = Int.random(in: 1...1_000, using: &random)
        for _ in 0..<400 {
            if model.count > 3, Int.random(in: 0..<5, using: &random) == 0 {
                let count = Int.random(in: 1..<model.count, using: &random)
                log.removeFirst(count)
                model.removeFirst(count)
            }
            let changes = (0..<Int.random(in: 0..<4, using: &random)).map { place in
                Delta.Change(
                    "\(place)\(Self.text(&random))", Bool.random(using: &random) ? Self.value(&random) : nil)
            }
            let delta = AcceptedDelta(
                rev: rev, by: ParticipantID("p-\(Int.random(in: 0..<40, using: &random))"),
                at: 1_700_000_000_000 + Int.random(in: -5_000_000..<5_000_000, using: &random),
                id: Bool.random(using: &random) ? Self.text(&random) : nil, delta: Delta(changes: changes))
            log.append(delta)
            model.append(delta)
            rev += 1
            #expect(log.count == model.count && log.last == delta.rev)
        }
        for (index, delta) in model.enumerated() {
            let rev = log.first + index
            #expect(log[rev] == delta && log.size(of: rev) == delta.size)
            #expect(log.sender(of: rev)?.id == delta.id && log.sender(of: rev)?.by == delta.by)
        }
        #expect(log[log.first - 1] == nil && log[log.last + 1] == nil)
    }

    @Test(
        "A table of packed entries agrees with a dictionary, also after it is rebuilt",
        arguments: TestSpeed.seeds(5, all: 20))
    func entries(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var entries = PackedEntries()
        var model: [ExactText: (value: JSON?, rev: Int, bytes: Int)] = [:]
        for rev in 1...1_500 {
            let key = Int.random(in: 0..<3, using: &random) == 0 ? Self.text(&random) : "k\(rev % 90)"
            let value: JSON? =
                Int.random(in: 0..<4, using: &random) > 0 ? Self.value(&random, depth: 2) : nil
            let bytes = value.map { SharedState.bytes(of: key, $0) } ?? 0
            let before = entries.set(key, to: value, rev: rev, bytes: bytes)
            let known = model.updateValue((value, rev, bytes), forKey: ExactText(key))
            #expect(
                before?.rev == known?.rev && before?.bytes == known?.bytes && entries.count == model.count)
            if rev % 400 == 0 {
                entries.rebuild { $0.isAlive }
                model = model.filter { $0.value.value != nil }
            }
        }
        #expect(entries.count == model.count && entries.facts("nobody's") == nil)
        for (key, known) in model {
            let facts = entries.facts(key.text)
            #expect(
                facts?.rev == known.rev && facts?.bytes == known.bytes
                    && facts?.isAlive == (known.value != nil))
            #expect(entries.value(key.text).map(Self.exact) == known.value.map(Self.exact))
        }
        #expect(Set(entries.all.map { ExactText($0.key) }) == Set(model.keys))
        var other = PackedEntries()
        for (key, known) in model.sorted(by: { $0.value.rev > $1.value.rev }) {
            other.set(key.text, to: known.value, rev: known.rev, bytes: known.bytes)
        }
        #expect(other == entries)
        other.set("k0", to: .string("another"), rev: 2_000, bytes: 20)
        #expect(other != entries)
    }

    @Test("A log's memory stays proportional to the deltas that it still holds")
    func goneDeltas() {
        var log = DeltaLog()
        for rev in 1...500 {
            let value = JSON.string(String(repeating: "v", count: rev % 7 == 0 ? 30_000 : 20))
            log.append(
                AcceptedDelta(rev: rev, by: "p-a", at: rev, id: nil, delta: Delta(changes: [.init("k", value)])))
            while log.count > 8 { log.removeFirst() }
            let there = (log.first...log.last).reduce(0) { $0 + log.size(of: $1) }
            #expect(log.packedBytes <= there * 4 / 3 + 4_000, "revision \(rev)")
        }
    }

    @Test("Setting the same keys repeatedly does not keep growing the state")
    func garbage() {
        var state = SharedState()
        for rev in 1...10_000 {
            let value = JSON.string(String(repeating: "v", count: rev % 300))
            state.apply(Delta(changes: [.init("move", .string("\(rev)")), .init("a", value)]))
        }
        #expect(state.packedBytes < 3_000)
    }
}
