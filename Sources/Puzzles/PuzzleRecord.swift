import GameState

/// The binary form of a puzzle's contents: everything except ID, rating and themes
/// (docs/PUZZLES.md).
enum PuzzleRecord {
    /// The greatest size of a record.
    static let mostBytes = 1 << 16
    private static let mostMoves = 2 * Proof.mostMoves

    /// The first byte of a record. The raw values are those of the file.
    private enum Form: UInt8 {
        case win, defence, drill, balance
    }

    private static let shortest = 1
    private static let incomplete = 2

    // MARK: Writing

    static func bytes(of task: Puzzle.Task, at position: Proof.Position, last: Point?) -> [UInt8] {
        let size = position.board.size
        let start = position.bytes.count
        var bytes = [form(of: task).rawValue] + position.boardBytes
        bytes.pack(last.map { size.index(of: $0) + 1 } ?? 0)
        switch task {
        case .win(let win):
            bytes.pack((win.isShortest ? shortest : 0) | (win.isComplete ? 0 : incomplete))
            pack(win.proof, from: start, into: &bytes)
            bytes.pack(win.alternatives.count)
            for alternative in win.alternatives {
                bytes.pack(alternative.after.count)
                for point in alternative.after { bytes.pack(size.index(of: point)) }
                pack(alternative.proof, from: alternative.proof.position.bytes.count, into: &bytes)
            }
        case .defence(let proof): pack(proof, from: start, into: &bytes)
        case .drill(let drill, let answer):
            bytes.pack(Puzzle.Drill.allCases.firstIndex(of: drill) ?? 0)
            bytes.pack(increasing: answer.map(size.index).sorted())
        case .balance(let chance): bytes.pack(chance)
        }
        return bytes
    }

    private static func form(of task: Puzzle.Task) -> Form {
        switch task {
        case .win: .win
        case .defence: .defence
        case .drill: .drill
        case .balance: .balance
        }
    }

    /// Appends the part of the proof after its position, with its length.
    private static func pack(_ proof: Proof, from start: Int, into bytes: inout [UInt8]) {
        let part = proof.bytes.dropFirst(start)
        bytes.pack(part.count)
        bytes += part
    }

    // MARK: Reading

    /// Parses the form of ``bytes(of:at:last:)``.
    static func read(
        _ bytes: [UInt8], under rule: Rule
    ) throws(PuzzleFault) -> (task: Puzzle.Task, position: Proof.Position, last: Point?) {
        do throws(Proof.Malformation) {
            guard bytes.count <= mostBytes else { throw .size }
            var reader = ProofReader(bytes)
            let form = Form(rawValue: try reader.byte())
            let position = try reader.position(under: rule)
            let size = position.board.size
            let place = try reader.number(upTo: size.area)
            let last = place == 0 ? nil : size.point(at: place - 1)
            let task: Puzzle.Task
            switch form {
            case .win: task = .win(try win(&reader, position))
            case .defence: task = .defence(try proof(&reader, position))
            case .drill:
                let drill = Puzzle.Drill.allCases[try reader.number(upTo: Puzzle.Drill.allCases.count - 1)]
                task = .drill(drill, answer: Set(try reader.increasing(below: size.area).map(size.point(at:))))
            case .balance: task = .balance(chance: try reader.number(upTo: 1_000))
            case nil: throw .bytes
            }
            guard reader.isAtEnd else { throw .bytes }
            return (task, position, last)
        } catch {
            throw .bytes
        }
    }

    private static func win(
        _ reader: inout ProofReader, _ position: Proof.Position
    ) throws(Proof.Malformation) -> Puzzle.Win {
        let size = position.board.size
        let flags = try reader.number(upTo: shortest | incomplete)
        let main = try proof(&reader, position)
        var alternatives: [Puzzle.Alternative] = []
        for _ in 0..<(try reader.number(upTo: Puzzle.mostAlternatives)) {
            var after: [Point] = []
            var board = position.board
            for index in 0..<(try reader.number(upTo: mostMoves)) {
                let point = try reader.point(size)
                board[point] = index % 2 == 0 ? position.turn : position.turn.opponent
                after.append(point)
            }
            let place = Proof.Position(rule: position.rule, board: board, turn: position.turn)
            alternatives.append(Puzzle.Alternative(after: after, proof: try proof(&reader, place)))
        }
        return Puzzle.Win(
            main, isShortest: flags & shortest != 0, alternatives: alternatives, isComplete: flags & incomplete == 0)
    }

    private static func proof(
        _ reader: inout ProofReader, _ position: Proof.Position
    ) throws(Proof.Malformation) -> Proof {
        let count = try reader.number(upTo: mostBytes)
        return try Proof(bytes: position.bytes + (try reader.bytes(count)))
    }
}
