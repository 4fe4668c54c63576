import WebSockets

/// The text of `/metrics`, in Prometheus' exposition format.
struct Metrics {
    let counters: Counters
    let rooms: Int
    let more: [(name: String, help: String, value: Int)]
    var histograms: [(name: String, help: String, values: Histogram)] = []

    var text: String {
        let gauges = [
            ("gomoku_connections", "Open WebSocket connections.", counters.connections),
            ("gomoku_rooms", "Rooms in memory.", rooms),
        ]
        let totals = [
            ("gomoku_connections_total", "WebSocket connections since the start.", counters.connectionsEver),
            ("gomoku_messages_total", "Messages received.", counters.messages),
            ("gomoku_malformed_total", "Messages that were no request.", counters.malformed),
            ("gomoku_deltas_total", "Deltas accepted and shown.", counters.deltas),
            ("gomoku_deliveries_total", "Frames of deltas sent.", counters.deliveries),
            ("gomoku_rejected_total", "Deltas rejected.", counters.rejected),
            ("gomoku_joins_total", "Joins answered with a snapshot.", counters.joins),
            ("gomoku_resumes_total", "Joins answered with what was missed.", counters.resumes),
            ("gomoku_chat_total", "ChatLog lines.", counters.chatLines),
            ("gomoku_overflows_total", "Times a client fell too far behind.", counters.overflows),
        ]
        let lines =
            gauges.map { Self.lines($0.0, $0.1, "gauge", $0.2) }
            + totals.map { Self.lines($0.0, $0.1, "counter", $0.2) }
            + more.map { Self.lines($0.name, $0.help, $0.name.hasSuffix("_total") ? "counter" : "gauge", $0.value) }
        return lines.joined() + histograms.map { Self.lines($0.name, $0.help, $0.values) }.joined()
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

    private static func lines(_ name: String, _ help: String, _ type: String, _ value: Int) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n"
    }
}
