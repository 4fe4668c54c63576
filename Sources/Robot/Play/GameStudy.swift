import GameState

/// A position of a game as far as it has been studied.
public struct StudiedPosition: Equatable, Sendable {
    public let appraisal: Appraisal
    /// The proof that the side to move wins, or that it loses with every move.
    public internal(set) var proof: CheckedProof?
    /// The proof that the side to move loses unless it plays one of a few points.
    public internal(set) var onlyMoves: CheckedProof?
    /// Whether the last move has won the game.
    let isOver: Bool

    public init(_ appraisal: Appraisal) {
        self.appraisal = appraisal
        isOver = appraisal.score <= -Score.win
    }
}

/// The study of a finished game, one step at a time: the appraisals of its positions and the proofs
/// of the results that they show.
///
/// Each step searches one position, so that a service can do other work between the steps. With
/// node limits the study is reproducible, unless a time limit ends a step first.
public struct GameStudy: Sendable {
    /// The limits of a step.
    public struct Limits: Sendable {
        /// The limits of an appraisal.
        public let appraisal: SearchLimits
        /// The time limit for a proof, in milliseconds.
        public let proofMilliseconds: Int

        public init(appraisal: SearchLimits, proofMilliseconds: Int) {
            self.appraisal = appraisal
            self.proofMilliseconds = proofMilliseconds
        }
    }

    private enum Task {
        /// Prove that the side to move wins at this position.
        case win(Int)
        /// Prove that the move played at this position wins.
        case playedMove(Int)
        /// Prove that the side to move loses at this position, with every move or all but a few.
        case everyMove(Int)
    }

    public let size: BoardSize
    public let rule: Rule
    public let points: [Point]
    /// The positions so far: before the first move, after it, and so on.
    public private(set) var positions: [StudiedPosition] = []
    private var tasks: [Task] = []
    /// The number of positions that may still be searched for every move.
    private var everyMovesLeft = Self.mostEveryMoves
    private var lastEveryMove: Int?
    private var settled = 0

    /// The greatest number of positions that are searched for moves that hold, because that takes
    /// the time of several appraisals.
    private static let mostEveryMoves = 3
    /// The number of positions by which a proof may reach back.
    ///
    /// It is counted from the last appraised position. If a side is proven to win there, it is
    /// counted from the first position of that unbroken win. A higher number proves a few more
    /// early losses, but positions become final (``settledCount``) later.
    static let reach = 20
    /// The greatest number of points of ``StudiedPosition/onlyMoves``.
    static let fewPoints = 5

    public init(size: BoardSize, rule: Rule, points: [Point]) {
        self.size = size
        self.rule = rule
        self.points = points
    }

    public var isComplete: Bool { isAppraised && tasks.isEmpty && keyPosition == nil }

    /// The number of positions, from the first, whose proofs no later step changes.
    public var settledCount: Int { isComplete ? positions.count : settled }

    private var isAppraised: Bool { positions.count > points.count }

    /// Performs the next step, with a searcher for this size and rule.
    public mutating func advance(_ searcher: Searcher, _ limits: Limits) {
        step(searcher, limits)
        // A proof in progress may still reach back.
        if tasks.isEmpty { settle() }
    }

    private mutating func step(_ searcher: Searcher, _ limits: Limits) {
        if let task = tasks.popLast() {
            perform(task, searcher, limits)
        } else if !isAppraised {
            let moves = Array(points.prefix(positions.count))
            add(searcher.appraise(moves, limits: limits.appraisal) ?? Appraisal(best: nil, score: 0))
        } else if let key = keyPosition {
            everyMovesLeft -= 1
            lastEveryMove = key
            perform(.everyMove(key), searcher, limits)
        }
    }

    /// Adds the appraisal of the next position. ``advance(_:_:)`` calls this too.
    public mutating func add(_ appraisal: Appraisal) {
        let index = positions.count
        positions.append(StudiedPosition(appraisal))
        guard !positions[index].isOver else { return }
        carry(from: index - 1)
        if positions[index].proof != nil { return }
        if appraisal.score >= Score.decided { tasks.append(.win(index)) }
        let isLost = appraisal.score <= -Score.decided
        if index > 0, isLost || winner(at: index - 1) == Stone.ofMove(index) { tasks.append(.playedMove(index - 1)) }
    }

    /// Returns the side that is proven to win at a position.
    func winner(at index: Int) -> Stone? {
        positions[index].isOver ? Stone.ofMove(index) : positions[index].proof?.winner
    }

    // MARK: Steps

    private mutating func perform(_ task: Task, _ searcher: Searcher, _ limits: Limits) {
        switch task {
        case .win(let index):
            guard positions[index].proof == nil else { return }
            searcher.setPosition(moves: Array(points.prefix(index)))
            guard let proof = searcher.checkedWin(milliseconds: limits.proofMilliseconds) else { return }
            positions[index].proof = proof
            carry(from: index)
            extendBackward(from: index)
        case .playedMove(let index):
            guard index >= settled else { return }
            guard positions[index + 1].proof == nil, !positions[index + 1].isOver else { return }
            searcher.setPosition(moves: Array(points.prefix(index)))
            guard let proof = searcher.checkedWin(by: points[index], milliseconds: limits.proofMilliseconds) else {
                return
            }
            positions[index].proof = proof
            carry(from: index)
            extendBackward(from: index)
        case .everyMove(let index):
            searcher.setPosition(moves: Array(points.prefix(index)))
            guard var proof = searcher.checkedOnlyMoves(milliseconds: limits.proofMilliseconds) else { return }
            // The search has more time for the move played than for each of all moves.
            if let next = positions[index + 1].proof { proof = proof.refuting(points[index], with: next) ?? proof }
            if proof.decides {
                lose(index, proof)
            } else if !proof.leavesOpen(points[index]) {
                positions[index].onlyMoves = proof
            }
        }
    }

    /// Passes a proof on to the following positions, as long as the moves played are part of it.
    private mutating func carry(from start: Int) {
        for index in max(0, start)..<max(0, positions.count - 1) {
            guard !positions[index + 1].isOver, let proof = positions[index].proof,
                let next = proof.after(points[index])
            else { return }
            if let other = positions[index + 1].proof, other.proof.moves <= next.proof.moves { return }
            positions[index + 1].proof = next
        }
    }

    /// If a side wins at a position but is not yet proven to win a move earlier, its last move may
    /// be part of a longer win.
    private mutating func extendBackward(from index: Int) {
        if index >= 2, winner(at: index - 1) == nil { tasks.append(.playedMove(index - 2)) }
    }

    /// Notes that every move loses at a position, so that the move before it wins.
    private mutating func lose(_ index: Int, _ proof: CheckedProof) {
        positions[index].proof = proof
        guard index > 0 else { return }
        guard let earlier = proof.before(points[index - 1]) else {
            positions[index].proof = nil
            return
        }
        positions[index - 1].proof = earlier
        extendBackward(from: index - 1)
    }

    /// The undecided position before the move that lost the game, where the proof that every move
    /// loses, or all but a few, says whether the game was still open.
    private var keyPosition: Int? {
        guard everyMovesLeft > 0, let start = startOfWin(upTo: points.count), start > 0 else { return nil }
        guard Stone.ofMove(start) != winner(at: start), winner(at: start - 1) == nil else { return nil }
        // The proof may decide the position before it, too.
        guard max(0, start - 2) >= settled else { return nil }
        return start - 1 == lastEveryMove ? nil : start - 1
    }

    /// Returns the first position from which on one side is proven to win, up to the position
    /// `last`. Nil if that one is not decided.
    private func startOfWin(upTo last: Int) -> Int? {
        guard let winner = winner(at: last) else { return nil }
        var start = last
        while start > 0, self.winner(at: start - 1) == winner { start -= 1 }
        return start
    }

    private mutating func settle() {
        guard let last = positions.indices.last else { return }
        settled = max(settled, (startOfWin(upTo: last) ?? last) - Self.reach)
    }
}
