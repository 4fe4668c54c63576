import GameState
import Rooms
import WebSockets

/// The text of `/metrics`, in Prometheus' exposition format.
struct Metrics {
    package let counters: Counters
    package let rooms: Int
    package var more: [MetricFamily] = []
    package var histograms: [(name: String, help: String, values: Histogram)] = []

    package var text: String {
        let families = [
            MetricFamily("gomoku_connections", "Open WebSocket connections.", counters.connections),
            MetricFamily("gomoku_rooms", "Rooms in memory.", rooms),
            MetricFamily(
                "gomoku_connections_total", "WebSocket connections since the start.", counters.connectionsEver),
            MetricFamily("gomoku_messages_total", "Messages received.", counters.messages),
            MetricFamily("gomoku_malformed_total", "Messages that were not valid requests.", counters.malformed),
            MetricFamily("gomoku_deltas_total", "Deltas accepted and broadcast.", counters.deltas),
            MetricFamily("gomoku_deliveries_total", "Delta frames sent.", counters.deliveries),
            MetricFamily("gomoku_rejected_total", "Deltas rejected.", counters.rejected),
            MetricFamily(
                "gomoku_refusals_total", "Requests answered with reject or error, by code.", by: "code",
                counters.refusals.named(\.rawValue)),
            MetricFamily(
                "gomoku_requests_total", "Requests by type, except deltas and pings.",
                by: "type", counters.requests),
            MetricFamily(
                "gomoku_budget_hits_total",
                "Times a client was delayed or refused, by the budget that was used up.",
                by: "budget", counters.budgetHits.named(\.rawValue)),
            MetricFamily("gomoku_joins_total", "Joins answered with a snapshot.", counters.joins),
            MetricFamily("gomoku_resumes_total", "Joins answered with the missed deltas.", counters.resumes),
            MetricFamily("gomoku_chat_total", "Chat messages.", counters.chatLines),
            MetricFamily("gomoku_overflows_total", "Times a client fell too far behind.", counters.overflows),
            MetricFamily(
                "gomoku_evictions_total", "Clients disconnected because memory was used up.",
                counters.evictions),
        ]
        let histograms =
            [
                (
                    "gomoku_commit_seconds", "Time from judging a delta to its commit.",
                    counters.commits
                ),
                (
                    "gomoku_acknowledgement_seconds", "Time from reading a delta to its broadcast.",
                    counters.acknowledgements
                ),
                ("gomoku_join_seconds", "Time from reading a join to its answer.", counters.joinings),
            ] + self.histograms
        return (families + more).map(\.text).joined()
            + histograms.map { Self.lines($0.0, $0.1, $0.2) }.joined()
    }

    private static func lines(_ name: String, _ help: String, _ values: Histogram) -> String {
        var text = "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        var count = 0
        for (place, bound) in Histogram.bounds.enumerated() {
            count += values.counts[place]
            text += "\(name)_bucket{le=\"\(Double(bound) / 1_000_000)\"} \(count)\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(values.count)\n"
        return text + "\(name)_sum \(Double(values.sum) / 1_000_000)\n\(name)_count \(values.count)\n"
    }
}

extension Dictionary where Value == Int {
    fileprivate func named(_ name: (Key) -> String) -> [String: Int] {
        [String: Int](uniqueKeysWithValues: map { (name($0.key), $0.value) })
    }
}
