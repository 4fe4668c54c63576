import GameState

/// The puzzles of races, as rooms need them.
package protocol RacePuzzles: Sendable {
    /// Reads the puzzles on another thread, if they have not been read. The room of a race calls it
    /// when it opens.
    func prepare()
    /// Returns the IDs of puzzles of increasing difficulty, at most ``RaceTerms/puzzleCount``.
    /// Returns none if the server has no puzzles of that rule.
    func draw(_ terms: RaceTerms, seed: UInt32) -> [String]
    /// Returns the result of an answer, or nil if the server does not have the puzzle.
    func result(of answer: RaceAnswer) -> PuzzleResult?
}

/// Puzzle races.
extension LiveRoom {
    /// The charge for judging an answer, in bytes of messages. Judging takes about 0.4 ms, and an
    /// address can pay for 100 answers per second.
    private static let bytesPerAnswer = 40_960
    /// The charge for drawing a puzzle, in bytes of messages.
    private static let bytesPerDraw = 512

    /// Answers the question that the room has about puzzles before it judges a request.
    func raceFinding(for request: DeltaRequest, _ sender: ClientConnection) -> RaceFinding? {
        // Every delta of every room comes here, and the next call copies the room.
        guard room.kind == .race, let inquiry = room.raceInquiry(request, by: sender.participant.id, now: activeAt),
            let puzzles = services.racePuzzles
        else { return nil }
        switch inquiry {
        case .draw(let terms, let racers):
            let present = racers.filter { audience.isPresent($0) }
            // The referee refuses a start without racers.
            guard !present.isEmpty else { return .drawn([], present: []) }
            services.fanOut.charge(sender, bytes: Self.bytesPerDraw * terms.puzzleCount)
            // A random seed keeps participants from solving the puzzles before the start.
            return .drawn(puzzles.draw(terms, seed: .random(in: 0 ... .max)), present: present)
        case .judge(let answer):
            services.fanOut.charge(sender, bytes: Self.bytesPerAnswer)
            return puzzles.result(of: answer).map { .judged($0) }
        }
    }
}
