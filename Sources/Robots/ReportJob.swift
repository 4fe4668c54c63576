import GameState
import Robot
import Wire

/// A worker's result for one position.
package struct ReportStep: Sendable {
    let appraisal: Appraisal
}

/// A report in progress.
struct ReportJob {
    package let number: Int
    package let record: GameRecord
    private let points: [Point]
    /// The appraisals of the positions so far: before the first move, after it, and so on.
    var appraisals: [Appraisal] = []
    /// The number of positions given to the workers.
    package var asked = 0

    init(number: Int, record: GameRecord) {
        self.number = number
        self.record = record
        points = record.points
    }

    package var isDone: Bool { appraisals.count > points.count }

    /// The position to appraise next.
    package var next: ReportPosition {
        ReportPosition(
            size: record.size, rule: record.rule ?? .freestyle, moves: Array(points.prefix(appraisals.count)),
            milliseconds: min(ReportService.milliseconds.position, ReportService.milliseconds.game / (points.count + 1))
        )
    }

    /// The report in the format of `GET /api/games/{epoch}-{n}/report`.
    package var json: [UInt8] {
        let review = GameReview(points: points, appraisals: appraisals, openingStones: record.openingStones)
        var writer = JSONWriter(reserving: 256 + 96 * points.count)
        writer.beginObject()
        writer.member("game", number)
        writer.name("moves")
        writer.beginArray()
        for (index, move) in review.moves.enumerated() { writer.write(move, number: index + 1) }
        writer.endArray()
        writer.name("summary")
        writer.beginObject()
        for stone in Stone.allCases {
            writer.name(stone.rawValue)
            writer.write(review.summary[stone])
        }
        if let turn = review.turningPoint { writer.member("turningPoint", turn) }
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// Returns a report with the room as its first member, in the format of
    /// `GET /api/rooms/{room}/games/{n}/report`.
    static func report(_ json: [UInt8], in room: RoomName) -> [UInt8] {
        var writer = JSONWriter(reserving: json.count + 128)
        writer.beginObject()
        writer.member("room", room.text)
        return writer.bytes + [UInt8(ascii: ",")] + json.dropFirst()
    }
}

/// A position of a game that can be searched on any thread.
struct ReportPosition: Sendable {
    package let size: BoardSize
    package let rule: Rule
    package let moves: [Point]
    package let milliseconds: Int

    private static let megabytes = 4

    func appraisal() -> Appraisal {
        let searcher = Searcher(size: size, rule: rule, tableMegabytes: Self.megabytes)
        return searcher.appraise(moves, limits: SearchLimits(milliseconds: milliseconds, nodes: ReportService.nodes))
            ?? Appraisal(best: nil, score: 0)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ move: GameReview.Move, number: Int) {
        beginObject()
        member("move", number)
        member("cell", move.point.cell)
        member("score", move.score)
        if let best = move.best { member("best", best.cell) }
        member("bestScore", move.bestScore)
        member("kind", move.kind.rawValue)
        endObject()
    }

    fileprivate mutating func write(_ summary: GameReview.Summary) {
        beginObject()
        for kind in GameReview.Kind.allCases where kind != .opening {
            name(kind.rawValue)
            integer(summary.counts[kind] ?? 0)
        }
        if let accuracy = summary.accuracy { member("accuracy", accuracy) }
        endObject()
    }
}
