import GameState
import Redis
import Storage

/// A check of people in a Redis: that names lead to their owners, and that ratings and counts
/// follow from the games.
struct RedisPeopleCheck {
    /// The maximum number of attempts. A check starts over if games are settled meanwhile.
    private static let attempts = 10

    private let reader: RedisReader

    init(_ reader: RedisReader) { self.reader = reader }

    private struct Counts: Equatable {
        var won = 0
        var lost = 0
        var drawn = 0
    }

    private struct Made {
        var settled = SettledRatings()
        var counts: [ParticipantID: Counts] = [:]
    }

    func run(_ findings: inout StoreFindings) throws(RedisStoreFailure) {
        for _ in 1...Self.attempts {
            var found = findings
            let before = try settled()
            let made = try games(&found)
            try people(made, &found)
            if try settled() == before {
                findings = found
                return
            }
        }
        throw .other("games are being settled all the time. Run the check while no server runs")
    }

    private func settled() throws(RedisStoreFailure) -> Int {
        try reader.sound(RedisCommand([bytes("LLEN"), RedisKeys.games])).integer ?? 0
    }

    /// The number of games to read at a time.
    private static let page = 500

    private func games(_ findings: inout StoreFindings) throws(RedisStoreFailure) -> Made {
        var made = Made()
        var first = 0
        while true {
            let range = [bytes("LRANGE"), RedisKeys.games, bytes(first), bytes(first + Self.page - 1)]
            let ids = (try reader.sound(RedisCommand(range)).array ?? []).compactMap(\.bytes)
            guard !ids.isEmpty else { return made }
            first += ids.count
            let records = try reader.sound(RedisCommand([bytes("MGET")] + ids.map { bytes("{people}g:") + $0 }))
            for (id, record) in zip(ids, records.array ?? []) {
                findings.games += 1
                let name = "the finished game \(String(decoding: id, as: UTF8.self))"
                guard let text = record.bytes, let game = try? GameText.game(text) else {
                    findings.note("\(name): it cannot be read")
                    continue
                }
                if let fault = game.game.fault { findings.note("\(name): \(fault)") }
                if made.settled.settle(game) { findings.note("\(name): it should have changed ratings, but did not") }
                count(game, &made)
            }
        }
    }

    private func count(_ stored: StoredGame, _ made: inout Made) {
        let players = stored.game.players
        guard players.x != players.o else { return }
        for stone in [Stone.x, .o] {
            guard let id = players[stone] else { continue }
            switch stored.game.winner {
            case nil: made.counts[id, default: Counts()].drawn += 1
            case stone: made.counts[id, default: Counts()].won += 1
            default: made.counts[id, default: Counts()].lost += 1
            }
        }
    }

    private func people(_ made: Made, _ findings: inout StoreFindings) throws(RedisStoreFailure) {
        let prefix = "{people}p:"
        var ids: Set<String> = []
        try reader.scan(["SCAN", "MATCH", prefix + "*"]) { found in
            for key in found.compactMap(\.string) { ids.insert(String(key.dropFirst(prefix.count))) }
        }
        for id in ids { try person(ParticipantID(id), made, &findings) }
        for (id, kept) in made.settled.kept where !made.settled.deletedAccounts.contains(id) && !ids.contains(id.text) {
            findings.note("\(kept.count) ratings of \(id) are missing")
        }
    }

    private func person(
        _ id: ParticipantID, _ made: Made, _ findings: inout StoreFindings
    ) throws(RedisStoreFailure) {
        let fields = RedisTexts.fields(try reader.sound(RedisCommand([bytes("HGETALL"), RedisKeys.person(id)])))
        // A robot or a deleted account only has counts of games.
        guard fields["name"] != nil else { return }
        findings.participants += 1
        if let key = fields["key"] {
            findings.accounts += 1
            let words = [bytes("HGET"), bytes("{people}n:\(key)"), bytes("participant")]
            if try reader.sound(RedisCommand(words)).string != id.text {
                findings.note("the account of \(id) is not stored under its name")
            }
        }
        if made.settled.deletedAccounts.contains(id) { return }
        let kept = fields.compactMap { field, text in
            RedisTexts.kind(field: field).map { ($0, RedisTexts.rating(text, $0)) }
        }
        for (kind, rating) in kept where rating != made.settled.rating(of: id, kind) || rating == nil {
            findings.note(
                "the rating of \(id) for \(kind.rule.rawValue), \(kind.speed.rawValue), does not follow from the games")
        }
        let missing = (made.settled.kept[id]?.count ?? 0) - kept.count
        if missing > 0 { findings.note("\(missing) ratings of \(id) are missing") }
        func number(_ field: String) -> Int { fields[field].flatMap { Int($0) } ?? 0 }
        let noted = Counts(won: number("won"), lost: number("lost"), drawn: number("drawn"))
        if noted != made.counts[id] ?? Counts() {
            findings.note("the recorded numbers of games that \(id) has won, lost and drawn are wrong")
        }
    }
}
