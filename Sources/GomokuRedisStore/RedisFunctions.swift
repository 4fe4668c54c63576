import Redis

/// The functions that run atomically within Redis (Redis 7, `FCALL`), such as checking a revision
/// and appending a delta.
///
/// The library's name contains the checksum of its text, so that servers of two versions can use
/// one Redis, during a rolling update and afterwards.
enum RedisFunctions {
    /// The first word of an error that a function returns.
    enum Refusal: String {
        /// A server of an incompatible version has taken over the store.
        case fenced = "FENCED"
        /// The ledger has fewer deltas than the append builds on. Their number follows.
        case behind = "BEHIND"
        /// The ledger already has this revision.
        case conflict = "CONFLICT"
        /// The room has another epoch.
        case other = "OTHER"
        /// Another server serves the room.
        case elsewhere = "ELSEWHERE"
    }

    /// The files in the folder `Lua`. Each comes after the files whose functions it calls.
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

    /// The library as an argument of `FUNCTION LOAD`.
    static var text: String { "#!lua name=\(library)\nlocal version = '\(version)'\n\(source)" }

    /// Returns a call of the function `name`.
    static func call(_ name: String, keys: [[UInt8]], _ words: [[UInt8]]) -> RedisCommand {
        RedisCommand([bytes("FCALL"), bytes("\(name)_\(version)"), bytes(String(keys.count))] + keys + words)
    }

    /// The first words of a call of `room_append`, which are encoded once because each delta needs
    /// them.
    static let roomAppend = RedisWords([bytes("FCALL"), bytes("room_append_\(version)"), bytes(8)])
}

/// Returns the bytes of a text or number for a command.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func bytes(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
