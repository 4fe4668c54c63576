import GameState
import Storage

/// The durability of commits that the store has acknowledged.
public enum StoreDurability: String, Sendable {
    /// Commits are on the disk. They survive a power cut.
    case full
    /// Commits are in the operating system's cache. They survive a crash of the server. A power cut
    /// may lose those of the last seconds, but does not damage the file.
    case os
}

/// Results that other threads have for the store's owner. Pass them to
/// ``DurableStore/complete(_:)`` on the owner's thread.
public struct StoreCompletion: Sendable {
    let outcomes: [(token: Int, outcome: StoreOutcome)]

    /// The number of requests that the results answer.
    public var count: Int { outcomes.count }
}

/// A job for the writer.
enum StoreJob: Sendable {
    case append(Append)
    case save(StoredParticipant)
    case say(ChatMessage, in: RoomName, epoch: String, limit: Int)
    case storeOrder([ParticipantID], in: RoomName, epoch: String)
    case purge(Retention, keeping: Set<RoomName>, limit: Int)
    case change(PeopleVerb)
    case heartbeat
    /// Stores nothing. The writer only checks that the file is still at its path.
    case checkFiles
    case close

    /// The approximate number of bytes that an append stores; 0 for other jobs.
    var bytes: Int {
        if case .append(let append) = self { append.delta.size } else { 0 }
    }
}

/// The result of a request to the store.
enum StoreOutcome: Sendable {
    case appended(AppendFailure?)
    case saved(StoreFailure?)
    case purged(Result<Int, StoreFailure>)
    case alive(StoreFailure?)
    case closed
    case room(Result<StoredRoom?, StoreFailure>)
    case loaded(RoomLoading)
    case history(Result<[AcceptedDelta], StoreFailure>)
    case rooms(Result<[RoomSummary], StoreFailure>)
    case participant(Result<Participant?, StoreFailure>)
    case participants(Result<[Participant], StoreFailure>)
    case changed(PeopleRefusal?)
    case people(Result<PeopleRecords, StoreFailure>)
    case games(Result<[StoredGame]?, StoreFailure>)
    case leaders(Result<[RankedPerson], StoreFailure>)
    case game(Result<StoredGame?, StoreFailure>)
}

extension StoreJob {
    /// Returns the outcome for a job of which nothing was done.
    func failed(_ sentence: String) -> StoreOutcome {
        switch self {
        case .append: .appended(.unavailable(sentence))
        case .save, .say, .storeOrder: .saved(StoreFailure(sentence))
        case .change: .changed(.unavailable(sentence))
        case .purge: .purged(.failure(StoreFailure(sentence)))
        case .heartbeat, .checkFiles: .alive(StoreFailure(sentence))
        case .close: .closed
        }
    }
}
