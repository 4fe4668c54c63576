import GameState
import Redis
import Storage

/// Guests not yet in Redis. A guest's keys are written before the first thing worth storing, so
/// that visitors who only watch cost nothing there.
///
/// A guest stays in memory while a connection, a pending append or the list of the newest guests
/// refers to it. Evicting a guest writes nothing, because the token is signed. With it, the guest
/// gets the same ID again from any server.
final class UnsavedGuests: SharedGuests {
    /// The number of newest guests who stay in memory after their connections have closed, so that
    /// they keep their names.
    static let recentLimit = 2_048

    /// A guest who was not stored on arrival.
    final class Guest {
        fileprivate(set) var stored: StoredParticipant
        /// Whether the guest is in Redis.
        fileprivate(set) var isSaved = false
        private weak var table: UnsavedGuests?

        fileprivate init(_ stored: StoredParticipant, in table: UnsavedGuests) {
            self.stored = stored
            self.table = table
        }

        deinit { table?.forgot(stored.participant.id) }
    }

    private struct Reference {
        weak var guest: Guest?
    }

    let secret: [UInt8]
    private let calls: RedisCalls
    private var guests: [ParticipantID: Reference] = [:]
    /// The newest guests, as a ring buffer.
    private var recent: [Guest] = []
    private var nextRecent = 0

    init(_ calls: RedisCalls, secret: [UInt8]) {
        self.calls = calls
        self.secret = secret
    }

    // MARK: memory

    private func find(_ id: ParticipantID) -> Guest? { guests.isEmpty ? nil : guests[id]?.guest }

    private func forgot(_ id: ParticipantID) {
        // Another guest object may have been added under this ID meanwhile.
        if let reference = guests[id], reference.guest == nil { guests[id] = nil }
    }

    func unsaved(_ id: ParticipantID) -> StoredParticipant? { find(id)?.stored }

    func hold(_ id: ParticipantID) -> AnyObject? { find(id) }

    func hold(_ guest: StoredParticipant) -> AnyObject { entry(guest) }

    private func entry(_ stored: StoredParticipant) -> Guest {
        let id = stored.participant.id
        if let known = find(id) {
            known.stored = stored
            return known
        }
        let guest = Guest(stored, in: self)
        guests[id] = Reference(guest: guest)
        return guest
    }

    /// Adds a guest who has just arrived.
    func add(_ stored: StoredParticipant) {
        let guest = entry(stored)
        guard recent.count == Self.recentLimit else { return recent.append(guest) }
        let replaced = recent[nextRecent]
        recent[nextRecent] = guest
        nextRecent = (nextRecent + 1) % Self.recentLimit
        // Release the replaced guest only now, because its deinitializer accesses this table.
        withExtendedLifetime(replaced) {}
    }

    /// Renames an unsaved guest. Returns false if there is no such guest.
    func rename(_ stored: StoredParticipant) -> Bool {
        guard let guest = find(stored.participant.id) else { return false }
        guest.stored = stored
        return true
    }

    func drop(_ id: ParticipantID) {
        find(id)?.isSaved = true
        guests[id] = nil
    }

    /// Returns the unsaved guests among `people`, without duplicates.
    func among(_ people: [ParticipantID]) -> [Guest] {
        var found: [Guest] = []
        for id in people {
            if let guest = find(id), !found.contains(where: { $0 === guest }) { found.append(guest) }
        }
        return found
    }

    // MARK: Redis

    /// Stores those of the guests who are not stored yet. Calls `done` immediately if there are
    /// none. Redis carries out later commands after these.
    func save(_ unsaved: [Guest], _ done: @escaping (StoreFailure?) -> Void) {
        var left = unsaved.count { !$0.isSaved }
        guard left > 0 else { return done(nil) }
        var failure: StoreFailure?
        for guest in unsaved where !guest.isSaved {
            let stored = guest.stored
            save(stored) { [self] answer in
                failure = failure ?? answer.failure
                // A guest who was renamed meanwhile is stored again under the new name.
                if answer.failure == nil, guest.stored == stored, !guest.isSaved { drop(stored.participant.id) }
                left -= 1
                if left == 0 { done(failure) }
            }
        }
    }

    func save(_ id: ParticipantID) { save(id) {} }

    func save(_ id: ParticipantID, _ done: @escaping () -> Void) { save(among([id])) { _ in done() } }

    /// Stores a guest.
    ///
    /// - Parameter ifStored: whether to write only if the guest is already stored.
    func save(
        _ stored: StoredParticipant, ifStored: Bool = false,
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        let participant = stored.participant
        let words = [
            bytes(participant.id.text), bytes(participant.name), bytes(participant.isBot ? "1" : "0"),
            stored.tokenHash, bytes(ifStored ? "1" : "0"),
        ]
        // While a replica is missing, guests can play on. The primary keeps their data at least
        // until a failover.
        let assurance = calls.client.admits(.everywhere) ? WriteGuarantee.everywhere : .replicated
        calls.write("person_save", words, assurance, done)
    }

    func owner(
        tokenHash: [UInt8], signed: ParticipantID?, _ done: @escaping (Result<TokenOwner, StoreFailure>) -> Void
    ) {
        let words = [tokenHash, bytes(signed?.text ?? "")]
        // Identities are answered even while replicas are missing, so that clients can connect and
        // watch.
        calls.read(RedisFunctions.call("person_of", keys: [], words), .answered, done) { [self] reply in
            guard let parts = reply.array, parts.count == 3, let id = parts[0].string.map({ ParticipantID($0) }),
                let participant = RedisStore.participant(id, parts[1].array ?? [])
            else {
                guard reply.isNull, let signed else { return .nobody }
                return .guest(signed, name: unsaved(signed)?.participant.name)
            }
            drop(id)
            // `people_expire` renews the expiry, or removes it.
            if parts[2].integer == 1 { calls.write("people_expire", [bytes("1"), bytes(id.text)]) { _ in } }
            return .participant(participant)
        }
    }
}
