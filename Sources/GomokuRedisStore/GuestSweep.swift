import GameState
import Redis

/// Gives an expiry to the guests of earlier versions, who were stored without one. Goes once through all keys after the
/// server has started, one page per heartbeat.
final class GuestSweep {
    /// About how many keys Redis looks at per heartbeat.
    static let page = 500

    private let calls: RedisCalls
    /// The cursor with which the scan continues; nil once the scan has ended.
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
            else { return goOn(at: cursor) }
            // As Redis says that it has gone through all of them.
            let rest = next == bytes(0) ? nil : next
            let ids = found.compactMap(\.string).map { bytes(String($0.dropFirst(Self.prefix.count))) }
            guard !ids.isEmpty else { return goOn(at: rest) }
            calls.write("people_expire", [bytes("0")] + ids) { [self] answer in
                goOn(at: answer.failure == nil ? rest : cursor)
            }
        }
    }

    private func goOn(at place: [UInt8]?) {
        isUnderWay = false
        cursor = place
    }
}
