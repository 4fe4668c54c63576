import Redis

/// What Redis does for the store in one step each: functions of its own (Redis 7, `FCALL`), so that "is it the next
/// revision" and "append it" cannot come apart.
///
/// The library's name has its text's checksum in it: servers of two versions on one Redis have each their own, during a
/// rolling update and after.
enum RedisFunctions {
    /// The words that begin an error of ours.
    enum Refusal: String {
        /// Another server has taken the store over.
        case fenced = "FENCED"
        /// There are fewer deltas than the append builds on; their number follows.
        case behind = "BEHIND"
        /// The revision is taken.
        case conflict = "CONFLICT"
        /// The room has another life now.
        case other = "OTHER"
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

    /// Each function that takes keys and words is one that can be called.
    private static var registrations: String {
        source.split(separator: "\n").filter { $0.hasPrefix("local function ") && $0.hasSuffix("(K, A)") }
            .map { $0.dropFirst(15).dropLast(6) }
            .map { "redis.register_function('\($0)_\(version)', \($0))" }.joined(separator: "\n")
    }

    /// A call of the function called `name`.
    static func call(_ name: String, keys: [[UInt8]], _ words: [[UInt8]]) -> RedisCommand {
        RedisCommand([bytes("FCALL"), bytes("\(name)_\(version)"), bytes(String(keys.count))] + keys + words)
    }

    private static let source = rooms + people + games + leaving + lease

    private static let lease = """
        -- K: lease, alive; A: owner, who may be replaced, milliseconds, now. The owner is returned.
        local function lease_hold(K, A)
          local owner = call('GET', K[1])
          if owner and owner ~= A[1] and owner ~= A[2] then return owner end
          call('SET', K[1], A[1], 'PX', A[3])
          if A[4] ~= '' then call('SET', K[2], A[4]) end
          return A[1]
        end

        -- K: lease, alive; A: owner, now
        local function lease_end(K, A)
          if call('GET', K[1]) ~= A[1] then return 0 end
          call('SET', K[2], A[2])
          call('DEL', K[1])
          return 1
        end

        """
}

/// A text as Redis takes it.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func bytes(_ number: Int) -> [UInt8] { Array(String(number).utf8) }
