import Redis

/// What Redis does for the store in one step each: functions of its own (Redis 7, `FCALL`), so that "is it the next
/// revision" and "append it" cannot come apart.
///
/// The library's name has its text's checksum in it: servers of two versions on one Redis have each their own, during a
/// rolling update and after.
enum RedisFunctions {
    /// The words that begin an error of ours.
    enum Refusal: String {
        /// A server of another kind has taken the store over.
        case fenced = "FENCED"
        /// There are fewer deltas than the append builds on; their number follows.
        case behind = "BEHIND"
        /// The revision is taken.
        case conflict = "CONFLICT"
        /// The room has another life now.
        case other = "OTHER"
        /// Another server serves the room.
        case elsewhere = "ELSEWHERE"
    }

    /// Files of `Lua`, in the order in which they need each other.
    private static let source = [
        PackageResources.prelude_lua, PackageResources.rooms_lua, PackageResources.nodes_lua,
        PackageResources.guests_lua, PackageResources.people_lua, PackageResources.lists_lua,
        PackageResources.shared_lua,
    ].map { String(decoding: $0, as: UTF8.self) }.joined()

    static let version: String = {
        var sum: UInt32 = 2_166_136_261
        for byte in source.utf8 { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        return String(sum, radix: 36)
    }()

    static var library: String { "gomoku_\(version)" }

    /// As `FUNCTION LOAD` takes it.
    static var text: String { "#!lua name=\(library)\nlocal version = '\(version)'\n\(source)" }

    /// A call of the function called `name`.
    static func call(_ name: String, keys: [[UInt8]], _ words: [[UInt8]]) -> RedisCommand {
        RedisCommand([bytes("FCALL"), bytes("\(name)_\(version)"), bytes(String(keys.count))] + keys + words)
    }

    /// How a call of `room_append` begins, which is called for each delta.
    static let roomAppend = RedisWords([bytes("FCALL"), bytes("room_append_\(version)"), bytes(8)])
}

/// A text as Redis takes it.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func bytes(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
