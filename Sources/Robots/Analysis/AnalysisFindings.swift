import GameState
import Robot
import Wire

/// The best moves and the proven claims of a position, in one orientation.
struct AnalysisFindings: Sendable {
    typealias Line = Notice.Analysis.Line
    typealias Claim = Notice.Analysis.Claim

    /// The maximum size of the proofs of one position, in bytes. As text, they fit into a message
    /// of 64 KiB with the lines.
    static let proofBytes = 45_000
    /// The score of a decided move whose number of moves is unknown.
    private static let decided = 30_000 - Searcher.unknownPlies

    private(set) var depth = 0
    private(set) var lines: [Line] = []
    private(set) var claims: [Claim] = []
    /// The processor time of the search, in milliseconds.
    var milliseconds = 0

    var win: Claim? { claims.first { $0.claim == .wins } }

    /// The moves that may hold, if all others are proven to lose.
    var holding: Set<Point>? {
        for claim in claims { if case .onlyHold(let points) = claim.claim { return points } }
        return nil
    }

    /// Whether the result of the position is proven.
    var isDecided: Bool { win != nil || holding?.isEmpty == true }

    /// Whether the search believes in a win that is not proven yet.
    var believesInWin: Bool { win == nil && lines.first.map { $0.score >= Self.decided } ?? false }

    // MARK: Lines

    /// Takes over the lines of a search, unless a deeper search has found the present ones. A
    /// search that found more lines counts in any case.
    mutating func take(_ results: [SearchResult]) {
        guard let first = results.first else { return }
        guard first.depth >= depth || abs(first.score) >= Self.decided || results.count > lines.count else { return }
        depth = first.depth
        let found = results.map {
            Line(cell: $0.move, score: $0.score, chance: Self.chance($0.score), line: $0.principalVariation)
        }
        // A search for fewer lines keeps the other ones.
        lines = found + lines.dropFirst(found.count).filter { old in !found.contains { $0.cell == old.cell } }
        settle()
    }

    /// Adds lines of other moves.
    mutating func add(_ line: Line) {
        lines.removeAll { $0.cell == line.cell }
        lines.append(line)
        settle()
    }

    /// Returns the chance to win in percent. Only a proof decides a game, so this is 1 to 99.
    static func chance(_ score: Int) -> Int { min(99, max(1, WinningChance.percent(of: score))) }

    // MARK: Claims

    /// Adds a claim that the checker has accepted, if there is space for its proof. A claim of the
    /// same kind about the same point is replaced.
    mutating func add(_ claim: Claim) {
        guard claim.proof.count <= Self.proofBytes else { return }
        if case .onlyHold(let points) = claim.claim, let holding, !points.isStrictSubset(of: holding) { return }
        claims.removeAll { Self.isSameQuestion($0.claim, claim.claim) }
        claims.append(claim)
        claims.sort { Self.rank($0.claim) < Self.rank($1.claim) }
        var left = Self.proofBytes
        claims = claims.filter { one in
            guard one.proof.count <= left else { return false }
            left -= one.proof.count
            return true
        }
        settle()
    }

    mutating func remove(_ claim: Claim) {
        claims.removeAll { $0 == claim }
        settle()
    }

    private static func isSameQuestion(_ one: Proof.Claim, _ other: Proof.Claim) -> Bool {
        switch (one, other) {
        case (.wins, .wins), (.onlyHold, .onlyHold): true
        case (.loses(let one), .loses(let other)): one == other
        default: false
        }
    }

    private static func rank(_ claim: Proof.Claim) -> Int {
        switch claim {
        case .wins: 0
        case .onlyHold: 1
        case .loses: 2
        }
    }

    /// Makes the lines agree with the claims.
    private mutating func settle() {
        for claim in claims.reversed() {
            switch claim.claim {
            case .wins:
                guard let cell = claim.line.first else { continue }
                lines.removeAll { $0.cell == cell }
                lines.insert(
                    Line(
                        cell: cell, score: 30_001 - 2 * claim.moves, chance: 100, line: claim.line, proof: claim.name),
                    at: 0)
            case .loses(let point):
                lines = lines.map { $0.cell == point ? Self.lost($0, by: claim, in: claim.line) : $0 }
            case .onlyHold(let points):
                lines = lines.map { line in
                    let hasOwn = claims.contains { $0.claim == .loses(line.cell) }
                    return points.contains(line.cell) || hasOwn ? line : Self.lost(line, by: claim, in: line.line)
                }
            }
        }
        // A larger claim may have taken the place of another one.
        lines.removeAll { line in line.proof.map { name in !claims.contains { $0.name == name } } ?? false }
        let proven = lines.filter { $0.proof != nil && $0.score < 0 }
        lines = lines.filter { $0.proof == nil || $0.score > 0 } + proven
    }

    private static func lost(_ line: Line, by claim: Claim, in moves: [Point]) -> Line {
        // The loser has moved before the winner's first move.
        let score = min(-decided, line.score, 2 * claim.moves - 30_000)
        return Line(cell: line.cell, score: score, chance: 0, line: moves, proof: claim.name)
    }

    /// Whether the other findings have the same depth, lines and claims.
    func says(nothingBesides other: AnalysisFindings) -> Bool {
        depth == other.depth && lines == other.lines && claims.map(\.claim) == other.claims.map(\.claim)
            && claims.map(\.name) == other.claims.map(\.name)
    }

    // MARK: Forms

    /// Returns the lines on the rotated or reflected board.
    static func image(_ lines: [Line], under symmetry: Symmetry, on size: BoardSize) -> [Line] {
        lines.map { line in
            Line(
                cell: symmetry.image(of: line.cell, on: size), score: line.score, chance: line.chance,
                line: line.line.map { symmetry.image(of: $0, on: size) }, proof: line.proof)
        }
    }

    /// An estimate of the memory that the findings use, in bytes.
    var bytes: Int {
        256 + lines.reduce(0) { $0 + 128 + 16 * $1.line.count }
            + claims.reduce(0) { $0 + 256 + $1.proofMemory + 16 * $1.line.count }
    }
}

extension Notice.Analysis.Claim {
    /// Returns the claim about the rotated or reflected board; nil if its proof cannot be read.
    func image(under symmetry: Symmetry, on size: BoardSize) -> Self? {
        guard symmetry != .identity else { return self }
        guard let whole = try? Proof(bytes: proof) else { return nil }
        let image = whole.image(under: symmetry)
        return Self(
            image.claim, means: means, moves: moves, name: name, proof: image.bytes,
            line: line.map { symmetry.image(of: $0, on: size) })
    }
}
