import GameState
import Redis

/// The recovery of rooms of which Redis has lost deltas that clients were shown, by a failover to a
/// replica that lagged or by a restored old backup.
///
/// This server still has the deltas that it appended recently. If the stored deltas are a prefix of
/// those, it appends the missing ones again. Otherwise they are lost. The room then gets a new
/// epoch, and its clients get the stored state.
final class RoomHealer {
    private let calls: RedisCalls
    private let channel: [UInt8]
    private let noticed: (String) -> Void
    private let rewound: (RoomName) -> Void
    private(set) var deltas = 0
    private(set) var rewinds = 0

    /// The first word of the message that tells all servers about a room with a new epoch.
    static let word = "rewound "

    /// Makes a healer.
    ///
    /// - Parameters:
    ///   - channel: the channel to which all servers listen.
    ///   - noticed: called with sentences for the operator.
    ///   - rewound: called with a room that has got a new epoch.
    init(
        _ calls: RedisCalls, channel: [UInt8], noticed: @escaping (String) -> Void,
        rewound: @escaping (RoomName) -> Void
    ) {
        self.calls = calls
        self.channel = channel
        self.noticed = noticed
        self.rewound = rewound
    }

    /// Checks whether Redis has everything that this server knows to be stored, and appends missing
    /// deltas again. Calls `done` with false if the room was rewound, or if the check failed.
    func heal(_ line: RoomAppendQueue, _ done: @escaping (Bool) -> Void) {
        heal(line, Array(line.ledgers)[...]) { [self] outcome in
            switch outcome {
            case .whole: done(true)
            case .unknown: done(false)
            case .lost: rewind(line.room, epoch: line.epoch) { done(false) }
            }
        }
    }

    private enum Outcome {
        case whole, lost, unknown
    }

    private func heal(
        _ line: RoomAppendQueue, _ ledgers: ArraySlice<(key: String, value: RoomAppendQueue.Ledger)>,
        _ done: @escaping (Outcome) -> Void
    ) {
        guard let (owner, ledger) = ledgers.first else { return done(.whole) }
        heal(line, owner, ledger) { [self] outcome in
            if case .whole = outcome { heal(line, ledgers.dropFirst(), done) } else { done(outcome) }
        }
    }

    private func heal(
        _ line: RoomAppendQueue, _ owner: String, _ ledger: RoomAppendQueue.Ledger, isAgain: Bool = false,
        _ done: @escaping (Outcome) -> Void
    ) {
        guard ledger.rev > 0 else { return done(.whole) }
        // Also read the delta before the kept ones, which must still be there.
        let before = ledger.rev - ledger.tail.count
        let (from, base) = (max(0, before - 1), min(1, before))
        let header = line.header
        let command = RedisCommand([bytes("LRANGE"), line.log(owner), bytes(from), bytes(ledger.rev - 1)])
        calls.ask(command) { [self] answer in
            guard case .success(let reply) = answer else { return done(.unknown) }
            let found = reply.array?.compactMap(\.bytes) ?? []
            guard found.count >= base else { return done(.lost) }
            let there = found.dropFirst(base)
            guard zip(there, ledger.tail).allSatisfy({ $0 == $1.text }) else { return done(.lost) }
            let missing = ledger.tail.dropFirst(there.count)
            if missing.isEmpty { return done(.whole) }
            if isAgain { return done(.lost) }
            let entries = missing.compactMap {
                RoomAppendQueue.Entry($0, of: header, in: owner.isEmpty ? .shared : .own)
            }
            append(line, entries) { [self] in heal(line, owner, ledger, isAgain: true, done) }
        }
    }

    /// Appends each delta on the condition that the previous one is stored. The caller checks the
    /// result.
    private func append(_ line: RoomAppendQueue, _ missing: [RoomAppendQueue.Entry], _ done: @escaping () -> Void) {
        guard !missing.isEmpty else { return done() }
        var (left, stored) = (missing.count, 0)
        for one in missing {
            calls.ask(line.command([one], by: calls.node)) { [self] answer in
                if case .success(.integer) = answer { stored += 1 }
                left -= 1
                guard left == 0 else { return }
                deltas += stored
                if stored > 0 {
                    noticed(
                        "Redis had lost \(stored) deltas of the room \(line.room.text); they have been stored again")
                }
                done()
            }
        }
    }

    // MARK: rewinding

    static func newEpoch() -> String { "k" + String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Gives the room a new epoch, under which it continues from the stored state, unless its epoch
    /// has changed already.
    func rewind(_ room: RoomName, epoch: String, _ done: @escaping () -> Void = {}) {
        let keys = RedisKeys.Room(room)
        let words = [bytes(epoch), bytes(Self.newEpoch()), channel, bytes(Self.word) + keys.name]
        calls.ask(RedisFunctions.call("room_rewind", keys: [keys.header], words)) { [self] answer in
            if case .success(.integer(1)) = answer {
                rewinds += 1
                noticed(
                    "Redis has lost deltas of the room \(room.text) that clients have seen; the room continues from the stored ones"
                )
                rewound(room)
            }
            done()
        }
    }
}
