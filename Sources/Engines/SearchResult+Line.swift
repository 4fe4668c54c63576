import GameState
import Robot

extension SearchResult {
    /// As Yixin's boards read it: the value, the depth, and the line.
    var line: String {
        let value = pliesToFive.map { ($0 > 0 ? "+M" : "-M") + "\(abs($0))" } ?? "\(score)"
        return "\(value) | \(depth) | " + principalVariation.map(\.cell).joined(separator: " ")
    }
}
