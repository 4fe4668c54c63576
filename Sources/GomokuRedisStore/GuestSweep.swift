import GameState
import Redis

/// A sweep that sets an expiry for guests whom earlier versions stored without one. It scans all
/// keys once after the server has started, one page per heartbeat.
final class GuestSweep {
    /// The approximate number of keys that Redis scans per heartbeat.
    static let page = 500

    private let calls: RedisCalls
    /// The cursor at which the scan continues; nil after its end.
    private var cursor: [UInt8]? = bytes(0)
    private var isUnderWay = false

    private static let prefix = "{people}p:"

    init(_ calls: RedisCalls) { self.calls = calls }

    func next() {
        guard let cursor, !isUnderWay else { return }
        isUnderWay = true
        let words = [
            bytes("SCAN"), cursor, bytes("MATCH"), bytes(Self.prefix + "*"), bytes("COUNT"), bytes(Self.page),
        ]
        calls.ask(RedisCommand(words)) { [self] answer in
            guard case .success(let reply) = answer, let parts = reply.array, parts.count == 2,
                let next = parts[0].bytes, let found = parts[1].array
            else { return continueSweep(at: cursor) }
            // Redis reports the end of the scan with the cursor 0.
            let rest = next == bytes(0) ? nil : next
            let ids = found.compactMap(\.string).map { bytes(String($0.dropFirst(Self.prefix.count))) }
            guard !ids.isEmpty else { return continueSweep(at: rest) }
            calls.write("people_expire", [bytes("0")] + ids) { [self] answer in
                continueSweep(at: answer.failure == nil ? rest : cursor)
            }
        }
    }

    private func continueSweep(at place: [UInt8]?) {
        isUnderWay = false
        cursor = place
    }
}
