import Cryptography
import GameState

extension RoomSecret {
    /// What is kept of it.
    package var lock: RoomLock {
        guard let lock = RoomLock(digest: sha256(Array(text.utf8))) else {
            preconditionFailure("a SHA-256 has 32 bytes")
        }
        return lock
    }
}

extension RoomName {
    /// The room of this name that the secret opens; without one that which is open to everybody.
    package func opened(by secret: RoomSecret?) -> RoomName { secret.map { locked(by: $0.lock) } ?? self }
}
