import Foundation
import TestSupport
import Testing

/// What `make fuzz` looks for at length, in short: the inputs of the repository, as they are and bent, the same in each
/// run.
@Suite struct FixedRunTests {
    /// Bent inputs of each property.
    private static let rounds = TestSpeed.isAll ? 2_500 : 800
    /// Of those that play: each input is many requests.
    private static let roundsOfMany = TestSpeed.isAll ? 250 : 80
    /// The longest input; libFuzzer makes none longer of a corpus such as ours.
    private static let longest = 4_096

    @Test("Each property holds for the inputs of the repository, as they are and bent", arguments: Property.all)
    func holds(property: Property) throws {
        let corpus = try Self.corpus(of: property)
        for (name, bytes) in corpus { Self.check(property, bytes, name) }
        var mutant = Mutant(seed: 13)
        var bent = corpus.map(\.bytes)
        let rounds = ["play", "ledger", "notice"].contains(property.name) ? Self.roundsOfMany : Self.rounds
        for round in 0..<rounds {
            // One in a few is bent on, the others from where they began.
            let place = round % bent.count
            let bytes = Array(mutant.bend(bent[place]).prefix(Self.longest))
            guard Self.check(property, bytes, "round \(round)") else { return }
            bent[place] = round % 5 == 0 ? corpus[place].bytes : bytes
        }
    }

    @discardableResult
    private static func check(_ property: Property, _ bytes: [UInt8], _ name: String) -> Bool {
        do {
            try property.check(bytes)
            return true
        } catch {
            Issue.record("\(property.name), \(name): \(error)\n\(Data(bytes).base64EncodedString())")
            return false
        }
    }

    /// The inputs of the repository: a file each, in the order of their names.
    private static func corpus(of property: Property) throws -> [(name: String, bytes: [UInt8])] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("Fuzz/corpus/\(property.name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let corpus = try names.map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) }
        try #require(!corpus.isEmpty, "Fuzz/corpus/\(property.name) has no input")
        return corpus
    }
}
