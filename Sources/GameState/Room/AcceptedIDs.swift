/// The ids of a ledger's accepted deltas, as far back as its ``History`` reaches.
///
/// The store detects older ids. Appending a delta whose id it already has fails with
/// ``AppendFailure/duplicate(_:)``.
///
/// The table takes 8 bytes per delta: a hash of id and participant, and the revision. The full
/// texts are in the delta of that revision, to which the caller has access. The hash needs no
/// secret seed, because ids that were chosen to collide can at worst turn a lookup into a scan of
/// the short history.
package struct AcceptedIDs: Sendable {
    /// Each slot holds a 24-bit hash in the upper bits and a 40-bit revision in the lower ones. 0
    /// marks a free slot.
    private var slots: [UInt64] = []
    private var count = 0

    private static let revisionBits: UInt64 = 40
    private static let smallest = 8

    package init() {}

    package mutating func record(_ delta: AcceptedDelta) {
        guard let id = delta.id else { return }
        if (count + 1) * 4 > slots.count * 3 { grow() }
        count += 1
        insert(Self.mark(id, delta.by) << Self.revisionBits | UInt64(delta.rev))
    }

    package mutating func remove(_ id: String?, by participant: ParticipantID, rev: Int) {
        guard let id, !slots.isEmpty else { return }
        let slot = Self.mark(id, participant) << Self.revisionBits | UInt64(rev)
        var place = home(of: slot)
        while slots[place] != slot {
            if slots[place] == 0 { return }
            place = next(place)
        }
        count -= 1
        close(place)
    }

    /// Returns the revision of the delta that `participant` sent as `id`, or `nil` if the table
    /// does not contain it.
    ///
    /// - Parameter sender: Returns the sender of the delta of a revision and its id.
    package func revision(
        of id: String, by participant: ParticipantID,
        _ sender: (Int) -> (id: String?, by: ParticipantID)?
    ) -> Int? {
        guard count > 0 else { return nil }
        let mark = Self.mark(id, participant)
        var place = home(of: mark << Self.revisionBits)
        while slots[place] != 0 {
            if slots[place] >> Self.revisionBits == mark {
                let rev = Int(slots[place] & (1 << Self.revisionBits - 1))
                if let found = sender(rev), let other = found.id, other.isSameBytes(as: id),
                    found.by == participant
                {
                    return rev
                }
            }
            place = next(place)
        }
        return nil
    }

    // MARK: Hash table with open addressing and linear probing

    private func home(of slot: UInt64) -> Int { Int(slot >> Self.revisionBits) & (slots.count - 1) }
    private func next(_ place: Int) -> Int { (place + 1) & (slots.count - 1) }

    private mutating func insert(_ slot: UInt64) {
        var place = home(of: slot)
        while slots[place] != 0 { place = next(place) }
        slots[place] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(Self.smallest, 2 * old.count))
        for slot in old where slot != 0 { insert(slot) }
    }

    /// Frees the slot `hole` and moves back later entries that linear probing had put behind it.
    private mutating func close(_ hole: Int) {
        var hole = hole
        var place = next(hole)
        while slots[place] != 0 {
            let distance = (place - home(of: slots[place])) & (slots.count - 1)
            if distance >= (place - hole) & (slots.count - 1) {
                slots[hole] = slots[place]
                hole = place
            }
            place = next(place)
        }
        slots[hole] = 0
    }

    /// Returns 24 bits of the FNV-1a hash of both texts.
    private static func mark(_ id: String, _ participant: ParticipantID) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        hash = mixed(hash, id)
        hash = mixed(hash, participant.text)
        return (hash ^ hash >> 32) & (1 << (64 - revisionBits) - 1)
    }

    private static func mixed(_ start: UInt64, _ text: String) -> UInt64 {
        let bytes = text.utf8.span
        var hash = start
        for index in 0..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
        return hash
    }
}
