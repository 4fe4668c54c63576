import Engines
import Foundation
import GameState
import Robot
import Wire

/// The openings of a match.
struct MatchOpenings {
    var list: [[Point]]

    enum Failure: ExitStatusError, Equatable, CustomStringConvertible {
        var exitStatus: Int32 { if case .missing = self { ExitStatus.noInput } else { ExitStatus.badData } }

        case missing(String)
        case unreadable(String, line: Int)

        var code: String {
            switch self {
            case .missing: "missing"
            case .unreadable: "unreadable-opening"
            }
        }

        var description: String {
            switch self {
            case .missing(let file): EnglishWords().unreadable(file)
            case .unreadable(let file, let line):
                "Line \(line) of \(file) is not an opening. Write x,y pairs of free points, counted from 0."
            }
        }
    }

    /// Reads `file`, or creates `count` balanced openings from `seed` if `file` is nil.
    init(file: String?, size: BoardSize, rule: Rule, count: Int, seed: UInt64) throws {
        guard let file else {
            list = OpeningAdviser.balanced(count, size: size, rule: rule, seed: seed)
            return
        }
        list = []
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw Failure.missing(file) }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.isEmpty || line.hasPrefix("#") { continue }
            var points: [Point] = []
            for word in words {
                let numbers = EngineSession.numbers(String(word))
                guard numbers.count == 2, let point = size.point(column: numbers[0], row: numbers[1]),
                    !points.contains(point)
                else { throw Failure.unreadable(file, line: index + 1) }
                points.append(point)
            }
            list.append(points)
        }
        if list.isEmpty { throw Failure.unreadable(file, line: 1) }
    }
}
