/// The properties of a room that never change.
public struct RoomHeader: Equatable, Sendable {
    public let name: RoomName
    public let kind: RoomKind
    public let epoch: String
    public let creator: ParticipantID
    /// The server time of creation, in milliseconds since 1970.
    public let created: Int

    public init(name: RoomName, kind: RoomKind, epoch: String, host: ParticipantID, created: Int) {
        self.name = name
        self.kind = kind
        self.epoch = epoch
        self.creator = host
        self.created = created
    }
}

/// A room as a store loads it, with a snapshot and recent deltas for each ledger.
public struct StoredRoom: Sendable {
    /// The stored form of one ledger.
    ///
    /// `deltas` are the newest deltas, in order and without a gap. The snapshot already includes
    /// the deltas up to its revision. These serve clients that reconnect and the detection of
    /// repeated ids.
    public struct Part: Sendable {
        public let snapshot: SharedState.Snapshot
        public let deltas: [AcceptedDelta]

        public init(snapshot: SharedState.Snapshot, deltas: [AcceptedDelta]) {
            self.snapshot = snapshot
            self.deltas = deltas
        }
    }

    public let header: RoomHeader
    public let shared: Part
    public let own: [(participant: ParticipantID, part: Part)]
    /// The newest chat messages, oldest first.
    public let chat: [ChatMessage]
    /// The participants in the order of first entry, as far as the store has them.
    public let order: [ParticipantID]

    public init(
        header: RoomHeader, shared: Part, own: [(participant: ParticipantID, part: Part)], chat: [ChatMessage] = [],
        order: [ParticipantID] = []
    ) {
        self.chat = chat
        self.order = order
        self.header = header
        self.shared = shared
        self.own = own
    }
}
