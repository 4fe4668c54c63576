import GameState
import Storage

/// How sure it is that what was shown is stored.
public enum StoreDurability: String, Sendable {
    /// It is on the disk: survives a power cut.
    case full
    /// The operating system has it: survives a crash of the server; a power cut may take the last seconds, never the
    /// file.
    case os
}

/// What other threads have finished for the store's owner; to be given to ``DurableStore/complete(_:)`` on its thread.
public struct StoreCompletion: Sendable {
    let outcomes: [(token: Int, outcome: StoreOutcome)]

    /// How many questions it answers.
    public var count: Int { outcomes.count }
}

/// What the writer can be asked.
enum StoreJob: Sendable {
    case append(Append)
    case save(StoredParticipant)
    case say(ChatLine, in: RoomName, epoch: String, limit: Int)
    case keepOrder([ParticipantID], in: RoomName, epoch: String)
    case purge(Retention, keeping: Set<RoomName>, limit: Int)
    case change(PeopleVerb)
    case heartbeat
    /// Only to find out whether the file is still there.
    case look
    case close

    /// About how many bytes it stores, where that may be many.
    var bytes: Int {
        if case .append(let append) = self { append.delta.size } else { 0 }
    }
}

/// What came of a question to the store.
enum StoreOutcome: Sendable {
    case appended(AppendFailure?)
    case saved(StoreFailure?)
    case purged(Result<Int, StoreFailure>)
    case alive(StoreFailure?)
    case closed
    case room(Result<StoredRoom?, StoreFailure>)
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
    /// What whoever asked is told when nothing of it was done.
    func failed(_ sentence: String) -> StoreOutcome {
        switch self {
        case .append: .appended(.unavailable(sentence))
        case .save, .say, .keepOrder: .saved(StoreFailure(sentence))
        case .change: .changed(.unavailable(sentence))
        case .purge: .purged(.failure(StoreFailure(sentence)))
        case .heartbeat, .look: .alive(StoreFailure(sentence))
        case .close: .closed
        }
    }
}
