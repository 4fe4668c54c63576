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

    /// Returns the present figures.
    func figures() -> StatusFigures {
        let resources: StatusFigures.Resources =
            switch services.budget.level {
            case .free: .free
            case .tight: .tight
            case .full: .full
            }
        let health = health()
        var failing: String?
        if case .failing(let why) = health { failing = why }
        return StatusFigures(
            server: Product.server, state: gate.readiness(health).status, failing: failing,
            upSeconds: (services.now() - started) / 1_000, connections: services.counters.connections,
            rooms: services.rooms.count, deltas: services.counters.deltas,
            residentBytes: ResourceBudget.residentBytes(), resources: resources,
            longestTurnMicroseconds: loop.turns.longest, banned: moderation.entries.banned.count,
            muted: moderation.entries.muted.count, closedRooms: moderation.entries.closed.count,
            reports: reports.count)
    }
}
