/// The text of `/metrics`, in Prometheus' exposition format.
struct Metrics {
    let counters: Counters
    let rooms: Int
    let more: [(name: String, help: String, value: Int)]

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
        return lines.joined()
    }

    private static func lines(_ name: String, _ help: String, _ type: String, _ value: Int) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n"
    }
}
