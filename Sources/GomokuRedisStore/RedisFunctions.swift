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

    static let version: String = {
        var sum: UInt32 = 2_166_136_261
        for byte in source.utf8 { sum = (sum ^ UInt32(byte)) &* 16_777_619 }
        return String(sum, radix: 36)
    }()

    static var library: String { "gomoku_\(version)" }

    /// As `FUNCTION LOAD` takes it.
    static var text: String {
        """
        #!lua name=\(library)
        \(source)
        \(registrations)
        """
    }

    /// The registration of each function that takes keys and words. A comment after the parameters names the flag that lets
    /// Redis run the function when its memory is full (`allow-oom`), or when its memory or disk is full (`no-writes`).
    private static var registrations: String {
        let start = "local function "
        let arguments = "(K, A)"
        return source.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix(start), let place = line.firstRange(of: arguments) else { return nil }
            let name = line[..<place.lowerBound].dropFirst(start.count)
            let flag = line[place.upperBound...].dropFirst(" -- ".count)
            return "redis.register_function{function_name='\(name)_\(version)', callback=\(name),"
                + " flags={\(flag.isEmpty ? "" : "'\(flag)'")}}"
        }.joined(separator: "\n")
    }

    /// A call of the function called `name`.
    static func call(_ name: String, keys: [[UInt8]], _ words: [[UInt8]]) -> RedisCommand {
        RedisCommand([bytes("FCALL"), bytes("\(name)_\(version)"), bytes(String(keys.count))] + keys + words)
    }

    /// How a call of `room_append` begins, which is called for each delta.
    static let roomAppend = RedisWords([bytes("FCALL"), bytes("room_append_\(version)"), bytes(8)])

    private static let source = rooms + people + games + nodes + shared + lease

    private static let lease = """
        -- K: lease, meta; A: what stands there for all servers together, who may be replaced, format, a secret for
        --    those who have none. Whose it is.
        local function lease_share(K, A) -- allow-oom
          local owner = call('GET', K[1])
          if owner and owner ~= A[1] and owner ~= A[2] then return owner end
          call('SET', K[1], A[1])
          call('HSET', K[2], 'format', A[3])
          call('HSETNX', K[2], 'secret', A[4])
          return A[1]
        end

        """
}

/// A text as Redis takes it.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func bytes(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
