import GameState

/// How sure it is that what was shown is stored.
public enum StoreDurability: String, Sendable {
    /// It is on the disk: survives a power cut.
    case full
    /// The operating system has it: survives a crash of the server, not one of the machine.
    case os
}

/// Whether the store can write.
public enum StoreHealth: Equatable, Sendable {
    case ok
    /// Since when (milliseconds since 1970), and why, as a sentence.
    case failing(since: Int, String)
}

/// What other threads have finished for the store's owner; to be given to ``DurableStore/complete(_:)`` on its thread.
public struct StoreCompletion: Sendable {
    let outcomes: [(token: Int, outcome: StoreOutcome)]
}

/// What the writer can be asked.
enum StoreJob: Sendable {
    case append(Append)
    case save(StoredParticipant)
    case purge(before: Int, limit: Int)
    case close
}

/// What came of a question to the store.
enum StoreOutcome: Sendable {
    case appended(AppendFailure?)
    case saved(StoreFailure?)
    case purged(Result<Int, StoreFailure>)
    case closed
    case room(Result<StoredRoom?, StoreFailure>)
    case history(Result<[AcceptedDelta], StoreFailure>)
    case rooms(Result<[RoomSummary], StoreFailure>)
    case participant(Result<Participant?, StoreFailure>)
    case participants(Result<[Participant], StoreFailure>)
}
