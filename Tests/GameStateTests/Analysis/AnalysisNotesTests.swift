import TestSupport
import Testing

@testable import GameState

@Suite("Comments and marks of an analysis")
struct AnalysisNotesTests {
    @Test(
        "After any additions and removals, the authors are those of the comments that are left, up to the limit",
        arguments: TestSpeed.seeds(4, all: 100))
    func authors(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var notes = AnalysisNotes()
        var keys: [AnalysisKey] = []
        let nodes = [TreeNodeID(chapter: 1), TreeNodeID(chapter: 2)]
        // The least number of comments at which keys are removed more often than added.
        let turn = Int.random(in: 1...2 * AnalysisReferee.Limit.authors, using: &random)
        for _ in 0..<1_000 {
            let node = try #require(nodes.randomElement(using: &random))
            let author = ParticipantID("p-\(Int.random(in: 0..<3 * AnalysisReferee.Limit.authors, using: &random))")
            let adds = Int.random(in: 0..<3, using: &random) > (keys.count < turn ? 0 : 1)
            if adds || keys.isEmpty {
                let key = AnalysisKey.comment(node, by: author)
                notes.insert(key, on: node)
                notes.insert(.mark(node, Point(column: 1, row: 1)), on: node)
                if !keys.contains(key) { keys.append(key) }
            } else {
                let known = keys.remove(at: Int.random(in: 0..<keys.count, using: &random))
                if let node = known.node { notes.remove(known, from: node) }
            }
            let left = Set(keys.compactMap { if case .comment(_, let author) = $0 { author } else { nil } })
            #expect(
                notes.authors
                    == Array(left.sorted { $0.text < $1.text }.prefix(AnalysisReferee.Limit.authors)))
        }
    }
}
