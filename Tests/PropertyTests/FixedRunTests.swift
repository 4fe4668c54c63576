import Foundation
import TestSupport
import Testing

/// A short fixed version of `make fuzz`: checks the repository's inputs, and the same mutations of
/// them in every run.
@Suite struct FixedRunTests {
    /// The number of mutated inputs per property.
    private static let rounds = TestSpeed.isAll ? 2_500 : 800
    /// The number for properties whose inputs contain many requests.
    private static let roundsOfMany = TestSpeed.isAll ? 250 : 80
    /// The maximum size of an input in bytes. libFuzzer makes no longer ones from a corpus like
    /// this.
    private static let longest = 4_096

    @Test("Each property holds for the inputs of the repository, unchanged and mutated", arguments: Property.all)
    func holds(property: Property) throws {
        let corpus = try Self.corpus(of: property)
        for (name, bytes) in corpus { Self.check(property, bytes, name) }
        var mutant = Mutant(seed: 13)
        var bent = corpus.map(\.bytes)
        let rounds = ["play", "ledger", "notice"].contains(property.name) ? Self.roundsOfMany : Self.rounds
        for round in 0..<rounds {
            // Mutates each result further. Every fifth round starts again from the original input.
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

    /// Returns the repository's inputs, a file each, ordered by name.
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
