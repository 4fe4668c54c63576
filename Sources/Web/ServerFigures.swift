import GameState
import Rooms
import Storage
import WebSockets

/// The metrics of the server's parts for `/metrics`.
package enum ServerFigures {
    package static func families(
        _ store: (any PersistentStore)?, _ loop: EventLoop, _ budget: ResourceBudget
    ) -> [MetricFamily] {
        (store?.metrics ?? []).map { MetricFamily($0.name, $0.help, $0.value) }
            + [
                .init("gomoku_outbox_bytes", "Bytes queued for WebSockets and not sent yet.", loop.unsentBytes),
                .init(
                    "gomoku_budget_level",
                    "Level of memory and disk use: 0 free, 1 no new rooms, 2 no changes except in games.",
                    budget.level.rawValue),
            ] + ProcessFigures.families
    }
}
