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
}
