import Dispatch
import Glibc
import Synchronization

/// A lookup of host names on another thread, because a lookup can block for seconds.
final class NameLookup {
    /// The endpoints that the thread has found. A byte on a pair of sockets wakes the loop.
    private final class Result: Sendable {
        let endpoints = Mutex<[Endpoint]>([])
        /// The sockets of the loop and of the thread.
        let ends: (CInt, CInt)

        init() {
            var pair: [CInt] = [-1, -1]
            _ = socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
            ends = (pair[0], pair[1])
        }

        deinit {
            Glibc.close(ends.0)
            Glibc.close(ends.1)
        }

        func tell() {
            var one: UInt8 = 1
            _ = send(ends.1, &one, 1, Int32(MSG_NOSIGNAL))
        }
    }

    private let result = Result()
    private var watch: (any RedisWatch)?

    /// Starts the lookup.
    ///
    /// - Parameters:
    ///   - lookUp: Called once, on another thread.
    ///   - done: Called once, on the loop, unless this object has been deallocated by then.
    init(
        on loop: any RedisLoop, _ lookUp: @escaping @Sendable () -> [Endpoint], done: @escaping ([Endpoint]) -> Void
    ) {
        watch = loop.redisWatch(result.ends.0) { [weak self] _, _ in
            guard let self, watch != nil else { return }
            watch?.cancel()
            watch = nil
            done(result.endpoints.withLock { $0 })
        }
        DispatchQueue.global(qos: .utility).async { [result] in
            let found = lookUp()
            result.endpoints.withLock { $0 = found }
            result.tell()
        }
    }

    deinit { watch?.cancel() }
}
