import GameState
import Storage
import WebSockets

/// Requests of the store whose answers a task awaits (``answer(_:)``).
extension PeopleStore {
    /// Loads the account with a claimed name, current or former. Returns `nil` if the name has not
    /// been claimed.
    package func account(name: NameKey) async throws -> Account? { try await answer { account(name: name, $0) }.get() }

    /// Loads the sessions of the owner of a name, in no particular order.
    package func sessions(of participant: ParticipantID) async throws -> [StoredSession] {
        try await answer { sessions(of: participant, $0) }.get()
    }

    /// Executes a verb. Throws a ``PeopleRefusal`` if it changes nothing.
    package func change(_ verb: PeopleVerb) async throws {
        if let refusal = try await answer({ change(verb, $0) }) { throw refusal }
    }
}
