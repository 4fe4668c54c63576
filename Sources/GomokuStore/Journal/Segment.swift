import GameState

/// Successive deltas of one ledger as one text, with a fingerprint of each delta's ID. A row of the
/// table `segment` stores one segment.
struct Segment: Equatable, Sendable {
    /// The length of the text, in bytes, after which a new segment begins.
    static let bytes = 65_536

    /// The bytes that a delta takes besides its ``StagedDelta/part``: a `[` and a comma.
    static let itemBytes = 2

    /// The revision of the first delta.
    let first: Int
    /// The deltas, separated by commas.
    private(set) var body: [UInt8] = []
    private(set) var ids: [UInt32] = []

    /// The revision of the last delta.
    var last: Int { first + ids.count - 1 }
    var count: Int { ids.count }

    init(first: Int) { self.first = first }

    init(first: Int, body: [UInt8], ids: [UInt32]) {
        self.first = first
        self.body = body
        self.ids = ids
    }

    func hasPlace(for bytes: Int) -> Bool { body.count + bytes < Self.bytes || ids.isEmpty }

    /// Appends the next delta. `part` is its text without the `[`.
    mutating func append(_ part: ArraySlice<UInt8>, id: UInt32) {
        // Grow by a quarter instead of doubling, because memory holds such a buffer for each
        // changed room.
        let bytes = part.count + Self.itemBytes
        if body.count + bytes > body.capacity { body.reserveCapacity(body.count + max(bytes, body.count / 4)) }
        if !ids.isEmpty { body.append(UInt8(ascii: ",")) }
        body.append(UInt8(ascii: "["))
        body.append(contentsOf: part)
        ids.append(id)
    }

    /// Returns the checksum of the segment, its room and its owner.
    func checksum(room: Int64, owner: String) -> UInt32 {
        var sum = Checksum()
        sum.add(room)
        sum.add(owner)
        sum.add(first)
        sum.add(ids.count)
        sum.add(idBytes)
        sum.add(body)
        return sum.value
    }

    // MARK: reading

    /// Returns the deltas of this segment with revisions `from...to`.
    func deltas(from: Int, to: Int) throws -> [AcceptedDelta] {
        var deltas: [AcceptedDelta] = []
        var rev = first
        var scanner = ItemScanner(body)
        while rev <= to, let item = try scanner.next() {
            if rev >= from {
                let delta = try DeltaText.delta(body[item])
                guard delta.rev == rev else { throw Rows.Unreadable(what: "revision \(rev)") }
                deltas.append(delta)
            }
            rev += 1
        }
        return deltas
    }

    /// Returns the delta with this ID and author; nil if the segment has none.
    func delta(id: String, by: ParticipantID, fingerprint: UInt32) throws -> AcceptedDelta? {
        for (place, known) in ids.enumerated() where known == fingerprint {
            let found = try deltas(from: first + place, to: first + place)
            if let delta = found.first, delta.by == by, delta.id.map({ $0.utf8.elementsEqual(id.utf8) }) == true {
                return delta
            }
        }
        return nil
    }

    // MARK: as columns

    /// The fingerprints, four bytes each, lowest byte first.
    var idBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * ids.count)
        for id in ids { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: id >> UInt32(shift))) } }
        return bytes
    }

    static func ids(_ bytes: [UInt8]) -> [UInt32] {
        stride(from: 0, to: bytes.count - 3, by: 4).map { start in
            var id: UInt32 = 0
            for byte in bytes[start..<start + 4].reversed() { id = id << 8 | UInt32(byte) }
            return id
        }
    }
}
