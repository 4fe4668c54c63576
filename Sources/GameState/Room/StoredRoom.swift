/// The facts of a room that never change.
public struct RoomHeader: Equatable, Sendable {
    public let name: RoomName
    public let kind: RoomKind
    public let epoch: String
    public let host: ParticipantID
    /// Server time, milliseconds since 1970.
    public let created: Int

    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, created: Int) {
        self.name = name
        self.kind = kind
        self.epoch = epoch
        self.host = host
        self.created = created
    }
}

/// A room as a store hands it out: for each ledger a snapshot and deltas around it.
public struct StoredRoom: Sendable {
    /// One ledger. `deltas` are in order without a gap up to the newest; those at or before the snapshot's
    /// revision are already in it, and are there for those who come back and for ids that come again.
    public struct Part: Sendable {
        public let snapshot: SharedState.Archive
        public let deltas: [AcceptedDelta]

        public init(snapshot: SharedState.Archive, deltas: [AcceptedDelta]) {
            self.snapshot = snapshot
            self.deltas = deltas
        }
    }

    public let header: RoomHeader
    public let shared: Part
    public let own: [(participant: ParticipantID, part: Part)]
    /// The newest chat lines, oldest first.
    public let chat: [ChatLine]
    /// The participants in the order in which they entered, as far as it is stored.
    public let order: [ParticipantID]

    public init(
        header: RoomHeader, shared: Part, own: [(participant: ParticipantID, part: Part)], chat: [ChatLine] = [],
        order: [ParticipantID] = []
    ) {
        self.chat = chat
        self.order = order
        self.header = header
        self.shared = shared
        self.own = own
    }
}
