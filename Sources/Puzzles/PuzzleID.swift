import Cryptography
import GameState

/// The names of puzzles.
public enum PuzzleID {
    /// The number of characters.
    public static let length = 11
    /// The number of bytes that the characters come from. The last two bits of the 66 are the first
    /// two of the ninth byte.
    static let bytes = 9

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

    /// Whether the text has the form of an ID: 11 characters of base64url.
    public static func isID(_ text: String) -> Bool { bytes(of: text) != nil }

    /// Returns the ID that begins with these bytes.
    static func text(ofBytes bytes: [UInt8]) -> String { String(ProofText.text(of: bytes).prefix(length)) }

    /// Returns the bytes of an ID, with zero bits at the end; nil if the text is no ID.
    static func bytes(of id: String) -> [UInt8]? {
        guard id.utf8.count == length else { return nil }
        // The twelfth character holds the last six bits of the ninth byte.
        return ProofText.bytes(of: id + "A")
    }
}
