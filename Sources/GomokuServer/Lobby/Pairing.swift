import GameState

/// Makes the rooms of those whom the lobby has brought together. Nobody hears of one before its game is durable.
final class Pairing {
    /// Why there is no room.
    enum Failure: CodedError {
        case full
        case unavailable

        var code: Code {
            switch self {
            case .full: .serverFull
            case .unavailable: .unavailable
            }
        }

        var description: String {
            switch self {
            case .full: "An opponent was found, but this server has too many rooms open. Seek again later."
            case .unavailable: "An opponent was found, but the game cannot be stored just now. Seek again in a moment."
            }
        }
    }

    private let registry: RoomRegistry
    private let newName: () -> String
    /// Rooms whose game is on its way to the disk.
    private var pending: [RoomName: (Result<RoomName, Failure>) -> Void] = [:]

    /// - Parameter newName: a name that nobody can guess or has used.
    init(registry: RoomRegistry, newName: @escaping () -> String) {
        self.registry = registry
        self.newName = newName
        let before = registry.services.broken
        registry.services.broken = { [unowned self] table in
            before(table)
            finish(table.name, .failure(.unavailable))
        }
    }

    /// Begins a game between `players` in a new room, and calls `done` when it is stored, or cannot be.
    func begin(
        _ terms: GameTerms, _ players: ByStone<Participant>, _ done: @escaping (Result<RoomName, Failure>) -> Void
    ) {
        guard let name = RoomName(newName()) else { return done(.failure(.unavailable)) }
        pending[name] = done
        registry.open(name, kind: .gomoku, host: Room.server) { [self] result in
            switch result {
            case .failure(.full): finish(name, .failure(.full))
            case .failure: finish(name, .failure(.unavailable))
            case .success(let table):
                table.begin(terms, players) { [self] isStored in
                    finish(name, isStored ? .success(name) : .failure(.unavailable))
                }
            }
        }
    }

    private func finish(_ name: RoomName, _ result: Result<RoomName, Failure>) {
        pending.removeValue(forKey: name)?(result)
    }
}
