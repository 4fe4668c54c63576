/// Every bound that keeps memory per connection and per room finite (invariant 7), with the defaults.
///
/// Sizes are bytes of UTF-8. The daemon has an option for each that an operator may want to change;
/// `welcome` tells clients the ones that concern them.
public struct Limits: Sendable, Equatable {
    /// One message of a client; a longer one closes the connection (1009).
    public var messageBytes = 65_536
    /// One key of shared state.
    public var keyBytes = 128
    /// One value, as JSON text.
    public var valueBytes = 32_768
    /// Keys in one delta.
    public var keysPerDelta = 512
    /// Keys alive in one room's state.
    public var keysPerRoom = 4_096
    /// Keys and values of one room's state together.
    public var stateBytes = 1_048_576
    /// Deleted keys whose revision is remembered, so that a guard sees that they were deleted.
    public var tombstonesPerRoom = 4_096
    /// A delta's or a chat line's `id`.
    public var idBytes = 64
    /// Newest deltas a room keeps in memory, for those who come back.
    public var historyPerRoom = 256
    /// Bytes of them; a room whose deltas are large keeps fewer.
    public var historyBytesPerRoom = 262_144
    /// Deltas in one page of `history`.
    public var historyPage = 1_000
    /// Bytes of a page, after which no other delta is begun.
    public var historyPageBytes = 65_536
    /// Bytes of answers that one connection has not taken yet, from which on its requests wait.
    public var unreadBytes = 262_144
    /// Participants with private state in one room.
    public var privateStatesPerRoom = 256
    /// Keys of one participant's private state in one room.
    public var privateKeys = 512
    /// All of one participant's private state in one room.
    public var privateBytes = 65_536
    /// All private state in one room.
    public var privateBytesPerRoom = 1_048_576
    /// A participant's name, in characters.
    public var nameCharacters = 32
    /// A chat line, in characters.
    public var chatCharacters = 500
    /// A chat line in bytes: a character may have any number of marks.
    public var chatBytes = 4_000
    /// The scalars that one character of a chat line may be put together from.
    public var characterScalars = 16
    /// Chat lines that a room keeps.
    public var chatPerRoom = 50
    /// Rooms one connection may be in.
    public var roomsPerConnection = 128
    /// Rooms in memory at a time.
    public var rooms = 100_000
    /// Connections in one room.
    public var connectionsPerRoom = 20_000
    /// Requests that wait while a room is loaded from the store.
    public var requestsWhileLoading = 1_024
    /// Messages a second that are read of one connection in the long run; 0: as many as come.
    public var messagesPerSecond = 5_000
    /// Bytes a second that are read of what one address sends, in the long run; 0: as many as come.
    public var bytesPerSecond = 4_194_304
    /// Bytes of deltas and chat that one address may have stored at once, and again in each hour; 0: no bound.
    public var storedPerAddress = 67_108_864
    /// Deltas of one room on their way to the disk.
    public var uncommittedPerRoom = 1_024

    /// Bytes of the newest deltas of one participant's private state that are kept in memory.
    public var ownHistoryBytes: Int { historyBytesPerRoom / 16 }

    /// Who waits alone in a game and is gone for this long has given up waiting: others may start one.
    public var waitingGraceSeconds = 60
    /// An unrated game whose players are all gone for this long may be replaced by others.
    public var playingGraceSeconds = 300

    public init() {}
}
