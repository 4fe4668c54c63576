import GameState
import Storage

/// Guests who have said hello and nothing that is worth keeping yet: they are stored together with the first such
/// thing, and a million who only look make no rows.
///
/// Confined to the loop's thread, as the store is.
struct NewGuests {
    /// How many are remembered; when there are more, the oldest are stored as they are.
    static let limit = 2_048
    /// How many of the oldest are stored at a time.
    static let overflow = 256

    private var guests: [ParticipantID: StoredParticipant] = [:]
    private var owners: [[UInt8]: ParticipantID] = [:]
    /// As they came; some of them are stored meanwhile.
    private var order: [ParticipantID] = []

    var isEmpty: Bool { guests.isEmpty }
    /// All of them.
    var all: [StoredParticipant] { Array(guests.values) }

    subscript(id: ParticipantID) -> StoredParticipant? { guests[id] }

    func participant(tokenHash: [UInt8]) -> Participant? {
        owners[tokenHash].flatMap { guests[$0]?.participant }
    }

    /// Somebody new, or somebody who is called otherwise now. Returns those who are to be stored, where there are too
    /// many; they stay until they are.
    mutating func add(_ guest: StoredParticipant) -> [StoredParticipant] {
        let id = guest.participant.id
        if guests.updateValue(guest, forKey: id) == nil {
            owners[guest.tokenHash] = id
            order.append(id)
        }
        guard order.count > Self.limit else { return [] }
        let oldest = order.prefix(Self.overflow).compactMap { guests[$0] }
        order.removeFirst(Self.overflow)
        return oldest
    }

    /// What of them must be stored before something that they have done, or that is said of them, is.
    func among(_ people: some Sequence<ParticipantID>) -> [StoredParticipant] {
        guests.isEmpty ? [] : people.compactMap { guests[$0] }
    }

    /// They are in the database.
    mutating func stored(_ people: [StoredParticipant]) {
        for one in people {
            // One that was renamed meanwhile is stored under the new name later, or is on its way already.
            guard guests[one.participant.id] == one else { continue }
            guests[one.participant.id] = nil
            owners[one.tokenHash] = nil
        }
    }
}

extension StoreJob {
    /// Whom this is about: whoever has done it, and who is given a seat by it.
    var people: [ParticipantID] {
        switch self {
        case .append(let append): return append.people
        case .say(let line, _, _, _): return [line.by.id]
        case .keepOrder(let people, _, _): return people
        case .change(let verb): return verb.reads.people
        case .save, .purge, .heartbeat, .look, .close: return []
        }
    }
}

extension StoreOutcome {
    /// Whether what was asked is in the database.
    var isStored: Bool {
        switch self {
        case .appended(nil), .saved(nil), .changed(nil): true
        default: false
        }
    }
}
