import Foundation

/// A committed table of cases: each row holds the inputs of a case, then the expected results.
///
/// If `GOMOKU_GENERATE` is in the environment, ``commit(_:)`` writes the results into the file.
/// Otherwise it only returns the results in the file.
public struct ResultTable: Sendable {
    public struct Row: Sendable {
        public let inputs: [String]
        public let results: [String]
    }

    public let rows: [Row]
    private let url: URL
    private let comments: [String]

    /// Reads a tab-separated file; lines that begin with `#` are comments and come first.
    ///
    /// - Parameters:
    ///   - path: the file, relative to the root of the repository.
    ///   - inputs: the number of leading columns that are inputs.
    public init(_ path: String, inputs: Int) throws {
        url = URL(filePath: #filePath).appending(path: "../../..").standardized.appending(path: path)
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
        comments = lines.filter { $0.hasPrefix("#") }
        rows = lines.filter { !$0.hasPrefix("#") }.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Row(inputs: Array(fields.prefix(inputs)), results: Array(fields.dropFirst(inputs)))
        }
    }

    /// Returns the expected results by row, after writing `found` in their place if the run
    /// generates files.
    public func commit(_ found: [[String]]) throws -> [[String]] {
        guard ProcessInfo.processInfo.environment["GOMOKU_GENERATE"] != nil else { return rows.map(\.results) }
        let lines = comments + zip(rows, found).map { ($0.inputs + $1).joined(separator: "\t") }
        try (lines.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
        return found
    }
}
