import GameState
import Robot

extension SearchResult {
    /// The result as Yixin boards read it: the value, the depth, and the principal variation.
    var line: String {
        let value = pliesToFive.map { ($0 > 0 ? "+M" : "-M") + "\(abs($0))" } ?? "\(score)"
        return "\(value) | \(depth) | " + principalVariation.map(\.cell).joined(separator: " ")
    }
}
