import GameState
import Storage

/// Guests not yet in the database. A guest's row is written together with the first thing worth
/// storing, so that visitors who only watch cost nothing.
///
/// Confined to the loop's thread, like the store.
struct UnsavedGuests {
    /// The number of guests that memory holds. Beyond it, the oldest are stored.
    static let limit = 2_048
    /// The number of guests that are stored at a time when there are too many.
    static let overflow = 256

    private var guests: [ParticipantID: StoredParticipant] = [:]
    private var owners: [[UInt8]: ParticipantID] = [:]
    /// The IDs in order of arrival, including those of guests who have been stored meanwhile.
    private var order: [ParticipantID] = []

    var isEmpty: Bool { guests.isEmpty }
    /// The unsaved guests, in no order.
    var all: [StoredParticipant] { Array(guests.values) }

    subscript(id: ParticipantID) -> StoredParticipant? { guests[id] }

    func participant(tokenHash: [UInt8]) -> Participant? {
        owners[tokenHash].flatMap { guests[$0]?.participant }
    }

    /// Adds a guest, or updates one who was renamed. Returns guests to store if there are too many.
    /// The returned guests stay in this list until ``stored(_:)`` is called with them.
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

    /// Returns those of `people` who are not yet in the database. They must be stored before
    /// anything that refers to them.
    func among(_ people: some Sequence<ParticipantID>) -> [StoredParticipant] {
        guests.isEmpty ? [] : people.compactMap { guests[$0] }
    }

    /// Removes guests who are now in the database.
    mutating func stored(_ people: [StoredParticipant]) {
        for one in people {
            // A guest who was renamed meanwhile is stored under the new name later, or is already
            // on the way.
            guard guests[one.participant.id] == one else { continue }
            guests[one.participant.id] = nil
            owners[one.tokenHash] = nil
        }
    }
}
