/// The limits that bound the memory of each connection and room, with their defaults.
///
/// Each number, size or length is a maximum, unless its comment says otherwise. Sizes are bytes of
/// UTF-8. The daemon has an option for each limit that an operator may want to change, which sets
/// the limit by its coding key. The `welcome` message tells clients the limits that concern them.
public struct Limits: Sendable, Equatable, Codable {
    /// The size of one client message. A longer message closes the connection with code 1009.
    public var messageBytes = 65_536
    /// The size of one key of shared state.
    public var keyBytes = 128
    /// The size of one value, as JSON text.
    public var valueBytes = 32_768
    /// The number of keys in one delta.
    public var keysPerDelta = 512
    /// The number of keys that one room's state may hold, deleted keys not included.
    public var keysPerRoom = 4_096
    /// The total size of the keys and values of one room's state.
    public var stateBytes = 1_048_576
    /// The number of tombstones per room: deleted keys whose revision is kept so that guards see
    /// the deletion.
    public var tombstonesPerRoom = 4_096
    /// The size of the `id` of a delta or chat message.
    public var idBytes = 64
    /// The number of newest deltas that a room keeps in memory for clients that reconnect.
    public var historyPerRoom = 256
    /// The total size of the newest deltas that a room keeps in memory. A room with large deltas
    /// keeps fewer of them.
    public var historyBytesPerRoom = 262_144
    /// The number of deltas in one page of `history`.
    public var historyPage = 1_000
    /// The size at which a page of `history` ends. The server adds no further delta after it.
    public var historyPageBytes = 65_536
    /// The bytes of unread answers on one connection above which the server does not handle the
    /// connection's next requests.
    public var unreadBytes = 262_144
    /// The number of participants with private state in one room.
    public var privateStatesPerRoom = 256
    /// The number of keys of one participant's private state in one room.
    public var privateKeys = 512
    /// The total size of one participant's private state in one room.
    public var privateBytes = 65_536
    /// The total size of all private state in one room.
    public var privateBytesPerRoom = 1_048_576
    /// The length of a participant's name, in characters.
    public var nameCharacters = 32
    /// The length of a chat message, in characters.
    public var chatCharacters = 500
    /// The size of a chat message in bytes, needed because a character may have any number of
    /// combining marks.
    public var chatBytes = 4_000
    /// The number of Unicode scalars in one character of a chat message.
    public var characterScalars = 16
    /// The number of chat messages that a room keeps.
    public var chatPerRoom = 50
    /// The number of rooms that one connection may be in.
    public var roomsPerConnection = 128
    /// The number of rooms in memory at a time.
    public var rooms = 100_000
    /// The number of connections in one room.
    public var connectionsPerRoom = 20_000
    /// The number of requests that wait while the server loads a room from the store.
    public var requestsWhileLoading = 1_024
    /// Messages per second that the server reads from one connection, on average. 0 means no limit.
    public var messagesPerSecond = 5_000
    /// Bytes per second that the server reads from one address, on average. 0 means no limit.
    public var bytesPerSecond = 4_194_304
    /// Bytes of deltas and chat messages that one address may store at once. The allowance refills
    /// in an hour. 0 means no limit.
    public var storedPerAddress = 67_108_864
    /// The number of deltas of one room that the store has not committed yet.
    public var uncommittedPerRoom = 1_024

    /// The size of the newest deltas of one participant's private state that a room keeps in
    /// memory.
    public var ownHistoryBytes: Int { historyBytesPerRoom / 16 }

    /// Seconds until other participants may replace a game with an open seat whose player has left
    /// the room.
    public var waitingGraceSeconds = 60
    /// Seconds until other participants may replace an unrated game that both players have left.
    public var playingGraceSeconds = 300

    public init() {}
}
