import GameState
import Robot
import Wire

/// The JSON of a report.
enum ReportText {
    /// The greatest size of all proofs of a complete report as text, in bytes. Further proofs are
    /// left out, those of moves before those of events. A report in progress has none.
    static let mostProofBytes = 256_000

    /// Returns the report on the positions studied so far, in the format of
    /// `GET /api/games/{epoch}-{n}/report`.
    static func json(of study: GameStudy, number: Int, openingStones: Int) -> [UInt8] {
        let review = GameReview(study, openingStones: openingStones)
        // Each part repeats the claims of the earlier ones.
        var proofs = ProofTexts(left: study.isComplete ? mostProofBytes : 0)
        let events = review.events.map { (event: $0, proof: proofs.text(of: $0.proof)) }
        var writer = JSONWriter(reserving: 1_024 + 192 * study.points.count)
        writer.beginObject()
        writer.member("game", number)
        writer.name("complete")
        writer.bool(study.isComplete)
        writer.member("appraised", study.positions.count)
        writer.member("positions", study.points.count + 1)
        writer.member("chance", review.startChance)
        writer.name("events")
        writer.beginArray()
        for (event, proof) in events { writer.write(event, proof) }
        writer.endArray()
        writer.name("moves")
        writer.beginArray()
        for (index, move) in review.moves.enumerated() { writer.write(move, number: index + 1, &proofs) }
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
}

/// The texts of proofs, as long as there is room for them.
private struct ProofTexts {
    private var left: Int

    init(left: Int) { self.left = left }

    /// Returns the binary form of a proof in base64url without padding; nil if there is no room.
    mutating func text(of proof: CheckedProof) -> String? {
        guard left > 0 else { return nil }
        let text = ProofText.text(of: proof.proof.bytes)
        guard text.utf8.count <= left else { return nil }
        left -= text.utf8.count
        return text
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ move: GameReview.Move, number: Int, _ proofs: inout ProofTexts) {
        beginObject()
        member("move", number)
        member("cell", move.point.cell)
        member("score", move.score)
        if let best = move.best { member("best", best.cell) }
        member("bestScore", move.bestScore)
        if move.isSettled { member("kind", move.kind.rawValue) }
        member("chance", move.chance)
        if move.isSettled, let accuracy = move.accuracy { member("accuracy", accuracy) }
        if let proof = move.proof {
            name("claim")
            beginObject()
            member("winner", proof.winner.rawValue)
            member("means", proof.proof.means.rawValue)
            member("moves", proof.proof.moves)
            if let text = proofs.text(of: proof) { member("proof", text) }
            endObject()
        }
        endObject()
    }

    fileprivate mutating func write(_ event: GameReview.Event, _ proof: String?) {
        beginObject()
        member("kind", event.kind.rawValue)
        member("move", event.move)
        member("side", event.side.rawValue)
        if !event.points.isEmpty {
            name("points")
            cells(event.points)
        }
        name("line")
        cells(event.proof.line)
        if let proof { member("proof", proof) }
        endObject()
    }

    private mutating func cells(_ points: [Point]) {
        beginArray()
        for point in points { string(point.cell) }
        endArray()
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
