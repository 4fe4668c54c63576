import GameState
import Storage

/// What things are called in Redis.
///
/// A room's keys have one tag of 64, people's one tag: keys of one tag are on one machine of several, and only what is
/// changed together needs to be. So rooms can be spread over several later without being written anew.
enum RedisKeys {
    static let shards = 64

    /// Says that the data is ours, and in which format.
    static let meta = bytes("meta")
    static let format = 2
    /// Up to format 1 the one server that may write; since then ``everybody``, so that a server of that format stays out.
    static let lease = bytes("lease")
    static let everybody = bytes("nodes")
    /// When each server was last known to run.
    static let nodes = bytes("nodes")
    /// Gone when a server is not heard of any more; which process it is.
    static func node(_ id: NodeID) -> [UInt8] { bytes("nd:\(id)") }
    /// When a server was last known to run.
    static let alive = bytes("alive")

    /// One room's keys.
    struct Room {
        let name: [UInt8]
        private let tag: String

        init(_ room: RoomName) {
            name = bytes(room.key)
            tag = RedisKeys.tag(RedisKeys.shard(of: room))
        }

        private func key(_ kind: String) -> [UInt8] { bytes("\(tag)\(kind):") + name }

        /// Element i is revision i + 1.
        var log: [UInt8] { key("r") }
        var header: [UInt8] { key("h") }
        var snapshot: [UInt8] { key("s") }
        var chat: [UInt8] { key("c") }
        /// Which server serves it.
        var owner: [UInt8] { key("n") }
        /// Followed by whose private state it is. The separator is in no room's name.
        var ownLog: [UInt8] { key("or") + [0x1F] }
        var ownSnapshot: [UInt8] { key("os") + [0x1F] }
        /// Of all rooms of its shard.
        var rooms: [UInt8] { bytes("\(tag)rooms") }
        var listed: [UInt8] { bytes("\(tag)listed") }
        var finished: [UInt8] { bytes("\(tag)finished") }
        var outbox: [UInt8] { bytes("\(tag)out") }
    }

    static func tag(_ shard: Int) -> String { "{s\(shard < 10 ? "0" : "")\(shard)}" }

    /// The rooms of a shard by when they were changed: all, those that are listed, those whose game is over.
    static func rooms(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))rooms") }
    static func listed(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))listed") }
    static func finished(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))finished") }
    /// Games that have ended and are not in the list of games yet.
    static func outbox(_ shard: Int) -> [UInt8] { bytes("\(tag(shard))out") }

    static func person(_ id: ParticipantID) -> [UInt8] { bytes("{people}p:\(id.text)") }
    static func name(_ key: NameKey) -> [UInt8] { bytes("{people}n:\(key.text)") }
    static func sessions(_ id: ParticipantID) -> [UInt8] { bytes("{people}s:\(id.text)") }
    /// Who has left for good, until no chat has their name any more.
    static let leaving = bytes("{people}leaving")
    /// Until when who, or what, is shut out.
    static func shutOut(_ list: String) -> [UInt8] { bytes("{people}shut:\(list)") }
    /// What players have reported.
    static let reports = bytes("{people}reports")
    /// Beside each report: its number, whether it is read, the reporter's network.
    static let reportFacts = bytes("{people}reports:facts")
    /// How often something may be tried yet; gone when it is as often as ever.
    static func purse(_ key: String) -> [UInt8] { bytes("{people}try:\(key)") }
    /// The ids of all games, in the order in which they were settled.
    static let games = bytes("{people}games")
    /// The newest rated games in rooms without a secret, newest first, and how many of them are kept.
    static let recent = bytes("{people}recent")
    static let recentKept = PeopleLimits.recentGames
    /// The fields of ratings that anybody has.
    static let kinds = bytes("{people}kinds")
    /// Who has such a rating, the best first.
    static func best(_ kind: RatingKind) -> [UInt8] { bytes("{people}best:\(RedisTexts.field(kind))") }
    static func token(_ hash: [UInt8]) -> [UInt8] { bytes("{people}t:") + hash }
    /// Games of one person by when they ended.
    static func games(of id: ParticipantID) -> [UInt8] { bytes("{people}l:\(id.text)") }
    /// Rated games of these two that counted.
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
