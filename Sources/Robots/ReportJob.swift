import GameState
import Robot
import Wire

/// A worker's result: the study after one more step, and the report so far.
package struct ReportStep: Sendable {
    let study: GameStudy
    let json: [UInt8]
}

/// A report in progress.
struct ReportJob: Sendable {
    package let number: Int
    private let openingStones: Int
    private(set) var study: GameStudy
    /// The report so far, in the format of `GET /api/games/{epoch}-{n}/report`.
    private(set) var json: [UInt8] = []
    /// Whether a worker performs the next step.
    package var isAsked = false

    init(number: Int, record: GameRecord) {
        self.number = number
        openingStones = record.openingStones
        study = GameStudy(size: record.size, rule: record.rule ?? .freestyle, points: record.points)
    }

    package var isComplete: Bool { study.isComplete }

    /// The number of positions that have been appraised.
    package var appraised: Int { study.positions.count }

    package mutating func take(_ step: ReportStep) {
        study = step.study
        json = step.json
        isAsked = false
    }

    private static let megabytes = 4

    /// Performs the next step of the study. Can run on any thread.
    package func nextStep() -> ReportStep {
        var study = study
        let milliseconds = ReportService.milliseconds
        let share = min(milliseconds.position, milliseconds.game / (study.points.count + 1))
        let searcher = Searcher(size: study.size, rule: study.rule, tableMegabytes: Self.megabytes)
        study.advance(
            searcher,
            GameStudy.Limits(
                appraisal: SearchLimits(milliseconds: share, nodes: ReportService.nodes),
                proofMilliseconds: milliseconds.proof))
        return ReportStep(study: study, json: ReportText.json(of: study, number: number, openingStones: openingStones))
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
