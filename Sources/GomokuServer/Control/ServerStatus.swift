import GameState
import Rooms
import WebSockets
import Wire

/// The state of the server, for `gomoku-server status`.
struct ServerStatus {
    let loop: EventLoop
    let services: RoomServices
    let gate: Gate
    let moderation: Moderation
    let reports: AbuseReports
    let health: () -> Health
    private let started = ServerClock.now()

    init(
        loop: EventLoop, services: RoomServices, gate: Gate, moderation: Moderation, reports: AbuseReports,
        health: @escaping () -> Health
    ) {
        self.loop = loop
        self.services = services
        self.gate = gate
        self.moderation = moderation
        self.reports = reports
        self.health = health
    }

    /// Returns the lines of the status, each as a name and a value.
    func lines() -> [(String, String)] {
        let turns = loop.turns
        let level =
            switch services.budget.level {
            case .free: "within the limits"
            case .tight: "nearly used up: no new rooms"
            case .full: "used up: open rooms cannot be changed, games continue"
            }
        let health = health()
        var lines = [
            ("server", Product.server),
            ("state", gate.readiness(health).status),
            ("up", "\((services.now() - started) / 1_000) s"),
            ("connections", "\(services.counters.connections)"),
            ("rooms in memory", "\(services.rooms.count)"),
            ("deltas", "\(services.counters.deltas)"),
            ("resident memory", "\(ResourceBudget.residentBytes() >> 20) MiB"),
            ("memory and disk", level),
            ("longest turn of the loop", "\(Double(turns.longest) / 1_000) ms"),
            (
                "banned, muted, closed rooms",
                "\(moderation.entries.banned.count), \(moderation.entries.muted.count), \(moderation.entries.closed.count)"
            ),
            ("reports since the start", "\(reports.count)"),
        ]
        if case .failing(let why) = health { lines.append(("failing", why)) }
        return lines
    }
}
