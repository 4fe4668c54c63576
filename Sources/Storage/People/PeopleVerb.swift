import GameState

/// The reason why a verb changed nothing.
public enum PeopleRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name belongs to another participant, or is reserved.
    case nameTaken
    /// The participant has already claimed a name.
    case alreadyClaimed
    /// The owner has already changed the name once.
    case alreadyRenamed
    /// The participant owns no name.
    case notClaimed
    /// The store cannot write. The sentence is for people.
    case unavailable(String)

    public var description: String {
        switch self {
        case .nameTaken: "The name is taken."
        case .alreadyClaimed: "The participant has already claimed a name."
        case .alreadyRenamed: "The name has already been changed once."
        case .notClaimed: "The participant has not claimed a name."
        case .unavailable(let sentence): sentence
        }
    }
}

/// A change of people's records. It consists of the records to read and a function that changes
/// them.
///
/// A verb decides about its change without a store. A store loads the records, calls the verb, and
/// writes the result if the records have not changed since. Otherwise it starts over. Verbs are
/// idempotent: a repeated verb, for example after a lost answer, refuses nothing and changes
/// nothing.
public struct PeopleVerb: Sendable {
    public let reads: PeopleReads
    /// The participant that the verb deletes.
    public let deletes: ParticipantID?
    /// Whether the change may be lost in a failover.
    public let isLosable: Bool
    private let change: @Sendable (inout PeopleRecords) throws(PeopleRefusal) -> Void

    init(
        _ reads: PeopleReads, deletes: ParticipantID? = nil, isLosable: Bool = false,
        _ change: @escaping @Sendable (inout PeopleRecords) throws(PeopleRefusal) -> Void
    ) {
        self.reads = reads
        self.deletes = deletes
        self.isLosable = isLosable
        self.change = change
    }

    /// Returns the changes to write.
    public func judge(_ loaded: PeopleRecords) throws(PeopleRefusal) -> PeopleWrites {
        var records = loaded
        try change(&records)
        return PeopleWrites(loaded, records)
    }
}
