import Foundation

/// The state of a server at one moment, for the operator and for programs.
struct StatusFigures: Codable, Equatable {
    /// The state of memory and disk: `free`, `tight` (no new rooms) or `full` (in addition, only
    /// games can be changed).
    enum Resources: String, Codable { case free, tight, full }

    let server: String
    /// `ready`, `draining`, `stopping` or `failing`.
    let state: String
    /// The reason why deltas cannot be stored, if the server is failing.
    let failing: String?
    let upSeconds: Int
    let connections: Int
    let rooms: Int
    let deltas: Int
    let residentBytes: Int
    let resources: Resources
    /// The longest turn of the event loop, in microseconds.
    let longestTurnMicroseconds: Int
    let banned: Int
    let muted: Int
    let closedRooms: Int
    /// The number of players' reports since the start.
    let reports: Int

    /// The lines for the operator, each with a name and a value.
    var text: String {
        let level =
            switch resources {
            case .free: "within the limits"
            case .tight: "nearly used up: no new rooms"
            case .full: "used up: only games can be changed"
            }
        let lines = [
            ("server", server), ("state", state), ("up", "\(upSeconds) s"), ("connections", "\(connections)"),
            ("rooms in memory", "\(rooms)"), ("deltas", "\(deltas)"),
            ("resident memory", "\(residentBytes >> 20) MiB"), ("memory and disk", level),
            ("longest turn of the loop", "\(Double(longestTurnMicroseconds) / 1_000) ms"),
            ("banned, muted, closed rooms", "\(banned), \(muted), \(closedRooms)"),
            ("reports since the start", "\(reports)"),
        ]
        return (lines + (failing.map { [("failing", $0)] } ?? [])).map { "\($0): \($1)" }.joined(separator: "\n")
    }

    /// The figures as a JSON object on one line.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
