import Cryptography
import GameState

extension PuzzleID {
    /// Returns the first characters of the proof's name, or of the SHA-256 of the rule's code and
    /// the record.
    static func text(of task: Puzzle.Task, at position: Proof.Position, last: Point?) -> String {
        let contents =
            switch task {
            case .win(let win): win.proof.oriented.proof.bytes
            case .defence(let proof): proof.oriented.proof.bytes
            case .drill, .balance:
                [position.rule.proofCode] + PuzzleRecord.bytes(of: task, at: position, last: last)
            }
        return text(ofContents: contents)
    }

    /// Returns the first characters of the SHA-256 of any bytes.
    public static func text(ofContents contents: [UInt8]) -> String {
        text(ofBytes: Array(sha256(contents).prefix(bytes)))
    }
}
