import GameState

/// A checker of puzzles, which uses the rules alone: no search, and nothing of the robot.
public enum PuzzleChecker {
    /// Throws the first fault of the puzzle. Returns the work of its proofs
    /// (``ProofChecker/Receipt/work``).
    @discardableResult public static func check(_ puzzle: Puzzle) throws(PuzzleFault) -> Int {
        let position = puzzle.position
        let stones = position.board.size.points.compactMap { position.board[$0] }
        let surplus = stones.count { $0 == .x } - stones.count { $0 == .o }
        guard surplus == (position.turn == .x ? 0 : 1) else { throw .stones }
        guard !position.isOver else { throw .over }
        guard puzzle.id == PuzzleID.text(of: puzzle.task, at: position, last: puzzle.last) else { throw .id(puzzle.id) }
        switch puzzle.task {
        case .win(let win):
            var work = try check(win.proof)
            for alternative in win.alternatives { work += try check(alternative.proof) }
            return work
        case .defence(let proof): return try check(proof)
        case .drill(let drill, let answer):
            guard DrillAnswer.points(drill, at: position) == answer else { throw .answer }
            return 0
        case .balance: return 0
        }
    }

    private static func check(_ proof: Proof) throws(PuzzleFault) -> Int {
        do throws(ProofFault) {
            return try ProofChecker.check(proof).work
        } catch {
            throw .refuted(error)
        }
    }
}

/// A set of puzzles without duplicates: no two have the same task at positions that are equal when
/// they are rotated, reflected or shifted.
public struct PuzzleSet: Sendable {
    private var ids: [PuzzleKey: String] = [:]

    public init() {}

    /// Adds a puzzle, or throws a fault that names its duplicate.
    public mutating func insert(_ puzzle: Puzzle) throws(PuzzleFault) {
        let key = PuzzleKey(puzzle)
        if let id = ids[key] { throw .duplicate(of: id) }
        ids[key] = puzzle.id
    }
}

/// The stones of a puzzle without their place on the board, and the puzzle's question.
struct PuzzleKey: Hashable, Sendable {
    private let task: [UInt8]
    /// The stones of that image of the eight that comes first.
    private let stones: [UInt16]

    init(_ puzzle: Puzzle) {
        let position = puzzle.position
        var kind = UInt8(Puzzle.Kind.allCases.firstIndex(of: puzzle.kind) ?? 0)
        if case .drill(let drill, _) = puzzle.task {
            kind += 16 * UInt8(Puzzle.Drill.allCases.firstIndex(of: drill) ?? 0)
        }
        task = [position.rule.proofCode, position.turn == .x ? 0 : 1, kind]
        let size = position.board.size
        let points = size.points.filter { position.board[$0] != nil }
        var least: [UInt16] = []
        for symmetry in Symmetry.allCases {
            let images = points.map { (point: symmetry.image(of: $0, on: size), stone: position.board[$0]) }
            let column = images.map(\.point.column).min() ?? 0
            let row = images.map(\.point.row).min() ?? 0
            let stones = images.map {
                UInt16(($0.point.row - row) << 6 | ($0.point.column - column) << 1 | ($0.stone == .x ? 0 : 1))
            }.sorted()
            if least.isEmpty || stones.lexicographicallyPrecedes(least) { least = stones }
        }
        stones = least
    }
}
