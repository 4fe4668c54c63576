import Cryptography
import GameState

extension RoomSecret {
    /// The SHA-256 hash of the secret. The server keeps only this hash.
    package var lock: RoomLock {
        guard let lock = RoomLock(digest: sha256(Array(text.utf8))) else {
            preconditionFailure("a SHA-256 has 32 bytes")
        }
        return lock
    }
}

extension RoomName {
    /// Returns the name of the room that the secret opens, or of the public room if there is no
    /// secret.
    package func opened(by secret: RoomSecret?) -> RoomName { secret.map { locked(by: $0.lock) } ?? self }

    /// Returns the name of the room that a participant enters with that secret. The participant's
    /// own record of puzzles has a lock that follows from the participant's ID.
    package func opened(by secret: RoomSecret?, for participant: ParticipantID) -> RoomName {
        guard self == .puzzles else { return opened(by: secret) }
        // No secret contains a blank, so this text is not the secret of any room.
        guard let lock = RoomLock(digest: sha256(Array("puzzles of \(participant)".utf8))) else {
            preconditionFailure("a SHA-256 has 32 bytes")
        }
        return locked(by: lock)
    }
}
