import GameState
import Storage

/// The keys in Redis.
///
/// Each room's keys have one of 64 hash tags, and all keys of people have another. Only keys that
/// change together need the same tag. Rooms could therefore be distributed over several machines
/// later without renaming keys.
enum RedisKeys {
    static let shards = 64

    /// The hash that identifies the store and its format.
    static let meta = bytes("meta")
    static let format = 2
    /// The key of the lease. Up to format 1, it named the only server that may write. Since then it
    /// has the value ``allServers``, so that a server of format 1 finds another owner and does not
    /// start.
    static let lease = bytes("lease")
    static let allServers = bytes("nodes")
    /// The times at which each server was last known to run.
    static let nodes = bytes("nodes")
    /// The key of a running server's process. It expires when the server sends no more heartbeats.
    static func node(_ id: NodeID) -> [UInt8] { bytes("nd:\(id)") }
    /// The time at which any server was last known to run.
    static let alive = bytes("alive")

    /// The keys of a room.
    struct Room {
        let name: [UInt8]
        private let tag: String

        init(_ room: RoomName) {
            name = bytes(room.key)
            tag = RedisKeys.tag(RedisKeys.shard(of: room))
        }

        private func key(_ kind: String) -> [UInt8] { bytes("\(tag)\(kind):") + name }

        /// The list of shared deltas. Element i has revision i + 1.
        var log: [UInt8] { key("r") }
        var header: [UInt8] { key("h") }
        var snapshot: [UInt8] { key("s") }
        var chat: [UInt8] { key("c") }
        /// The ID of the server that serves the room.
        var owningNode: [UInt8] { key("n") }
        /// The prefix of lists of private deltas, which the owner's ID follows. No room name
        /// contains the separator.
        var ownLog: [UInt8] { key("or") + [0x1F] }
        var ownSnapshot: [UInt8] { key("os") + [0x1F] }
        /// The shard's sets of rooms (all, listed ones, and those whose game is over), and its
        /// outbox.
        var rooms: [UInt8] { bytes("\(tag)rooms") }
        var listed: [UInt8] { bytes("\(tag)listed") }
        var finished: [UInt8] { bytes("\(tag)finished") }
        var outbox: [UInt8] { bytes("\(tag)out") }
    }

    static func tag(_ shard: Int) -> String { "{s\(shard < 10 ? "0" : "")\(shard)}" }

    /// The rooms of a shard, sorted by their last change: all rooms, the listed ones, and those
    /// whose game is over.
    static func rooms(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))rooms") }
    static func listed(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))listed") }
    static func finished(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))finished") }
    /// The finished games that have not been recorded yet.
    static func outbox(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))out") }

    static func person(_ id: ParticipantID) -> [UInt8] { bytes("{people}p:\(id.text)") }
    static func name(_ key: NameKey) -> [UInt8] { bytes("{people}n:\(key.text)") }
    static func sessions(_ id: ParticipantID) -> [UInt8] { bytes("{people}s:\(id.text)") }
    /// The deleted accounts whose names may still occur in chats.
    static let leaving = bytes("{people}leaving")
    /// A list of bans, mutes or closed rooms, each with the time of its end.
    static func shutOut(_ list: String) -> [UInt8] { bytes("{people}shut:\(list)") }
    /// The reports by players.
    static let reports = bytes("{people}reports")
    /// The number, read state and reporter's network of each report.
    static let reportFacts = bytes("{people}reports:facts")
    /// The tokens left in a rate limit's bucket. The key expires when the bucket is full.
    static func bucket(_ key: String) -> [UInt8] { bytes("{people}try:\(key)") }
    /// The IDs of all games, in the order in which they were settled.
    static let games = bytes("{people}games")
    /// The newest rated games in rooms without a secret, newest first, and the number of games to
    /// keep.
    static let recent = bytes("{people}recent")
    static let recentKept = PeopleLimits.recentGames
    /// The fields of all kinds of ratings in use.
    static let kinds = bytes("{people}kinds")
    /// The participants with a rating of this kind, best first.
    static func best(_ kind: RatingKind) -> [UInt8] { bytes("{people}best:\(RedisTexts.field(kind))") }
    static func token(_ hash: [UInt8]) -> [UInt8] { bytes("{people}t:") + hash }
    /// A participant's games, sorted by their end.
    static func games(of id: ParticipantID) -> [UInt8] { bytes("{people}l:\(id.text)") }
    /// The recent games between two participants that changed their ratings.
    static func pair(_ one: ParticipantID, _ other: ParticipantID) -> [UInt8] {
        bytes("{people}v:\(min(one.text, other.text)) \(max(one.text, other.text))")
    }
    static func game(_ id: GameID) -> [UInt8] { bytes("{people}g:\(id)") }

    private static func shard(of room: RoomName) -> Int {
        var sum: UInt32 = 2_166_136_261
        for byte in room.key.utf8 { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        return Int(sum % UInt32(shards))
    }
}
