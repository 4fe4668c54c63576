import Client
import GameState

/// A finished game from the server's archive, as an HTTP answer.
enum RecordFetch {
    /// Returns the HTTP path of a game.
    static func path(_ id: String) -> String { "api/games/\(PeopleFetch.escaped(id))" }

    /// Parses a game. Returns nil if the answer is not a game of a size and with moves that this
    /// program knows.
    static func record(_ json: JSON) -> GameRecord? {
        guard let listing = GameListing(json), let moves = json["moves"]?.array, moves.count <= RecordLimits.moves,
            let size = json["size"]?.integer.flatMap({ BoardSize($0) })
        else { return nil }
        let points = moves.compactMap { $0.string.flatMap { Point(cell: $0[...]) } }
        guard points.count == moves.count, points.allSatisfy(size.contains), Set(points).count == points.count else {
            return nil
        }
        var record = GameRecord(size: size, rule: Rule(rawValue: listing.rule), moves: points)
        record.take(times(json))
        record.names = ByStone(x: listing.players.x?.name, o: listing.players.o?.name)
        record.outcome = listing.reason == .aborted ? nil : GameRecord.Outcome(rawValue: listing.result)
        record.reason = listing.reason?.rawValue
        record.clock = listing.clock
        return record
    }

    /// Returns the times of the moves, as far as the server knows them.
    private static func times(_ json: JSON) -> [MoveTime?] {
        func numbers(_ key: String) -> [Int?] {
            (json[key]?.array ?? []).map { $0.integer.flatMap { $0 >= 0 ? $0 : nil } }
        }
        let left = numbers("left")
        return numbers("times").enumerated().map { index, used in
            used.map { MoveTime(used: $0, left: left.indices.contains(index) ? left[index] : nil) }
        }
    }
}
