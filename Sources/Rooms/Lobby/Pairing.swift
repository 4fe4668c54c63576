import GameState

/// A creator of rooms for players whom the lobby has paired. The players learn of a room only when
/// its game is durable.
package struct Pairing {
    /// A reason why no room was created.
    package enum Failure: CodedError {
        case full
        case unavailable

        package var code: Code {
            switch self {
            case .full: .serverFull
            case .unavailable: .unavailable
            }
        }

        package var description: String {
            switch self {
            case .full: "An opponent was found, but this server has too many open rooms. Seek again later."
            case .unavailable: "An opponent was found, but the game cannot be stored right now. Seek again in a moment."
            }
        }
    }

    private let registry: RoomRegistry
    private let newName: () -> String

    /// - Parameter newName: returns a new room name that cannot be guessed.
    package init(registry: RoomRegistry, newName: @escaping () -> String) {
        self.registry = registry
        self.newName = newName
    }

    /// Starts a game between `players` in a new room. Calls `done` when the game is stored or
    /// cannot be stored.
    package func begin(
        _ terms: GameTerms, _ players: ByStone<Participant>, _ done: @escaping (Result<RoomName, Failure>) -> Void
    ) {
        guard let name = RoomName(newName()) else { return done(.failure(.unavailable)) }
        registry.open(name, kind: .gomoku, by: .server) { result in
            switch result {
            case .failure(.full), .failure(.exhausted): done(.failure(.full))
            case .failure: done(.failure(.unavailable))
            case .success(let live):
                live.begin(terms, players) { isStored in
                    done(isStored ? .success(name) : .failure(.unavailable))
                    registry.release(live)
                }
            }
        }
    }
}
