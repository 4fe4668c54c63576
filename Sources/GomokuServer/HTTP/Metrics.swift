import GameState
import Rooms
import WebSockets

/// The text of `/metrics`, in Prometheus' exposition format.
struct Metrics {
    /// What is measured under one name.
    struct Family {
        let name: String
        let help: String
        /// Labels, as they stand between braces, or nothing; and values.
        let samples: [(labels: String, value: String)]

        init(_ name: String, _ help: String, _ value: Int) {
            self.init(name, help, [("", "\(value)")])
        }

        init(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
            self.name = name
            self.help = help
            self.samples = samples
        }

        /// One value for each of some words of ours, in the order of the alphabet.
        init(_ name: String, _ help: String, by label: String, _ values: [String: Int]) {
            self.init(
                name, help,
                values.sorted { $0.key < $1.key }.map { (labels: "{\(label)=\"\($0.key)\"}", value: "\($0.value)") })
        }

        fileprivate var text: String {
            "# HELP \(name) \(help)\n# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")\n"
                + samples.map { "\(name)\($0.labels) \($0.value)\n" }.joined()
        }
    }

    let counters: Counters
    let rooms: Int
    var more: [Family] = []
    var histograms: [(name: String, help: String, values: Histogram)] = []

    var text: String {
        let families = [
            Family("gomoku_connections", "Open WebSocket connections.", counters.connections),
            Family("gomoku_rooms", "Rooms in memory.", rooms),
            Family("gomoku_connections_total", "WebSocket connections since the start.", counters.connectionsEver),
            Family("gomoku_messages_total", "Messages received.", counters.messages),
            Family("gomoku_malformed_total", "Messages that were no request.", counters.malformed),
            Family("gomoku_deltas_total", "Deltas accepted and shown.", counters.deltas),
            Family("gomoku_deliveries_total", "Frames of deltas sent.", counters.deliveries),
            Family("gomoku_rejected_total", "Deltas rejected.", counters.rejected),
            Family(
                "gomoku_refusals_total", "Requests answered with reject or error, by code.", by: "code",
                counters.refusals.named(\.rawValue)),
            Family(
                "gomoku_requests_total", "Requests performed but deltas and pings, by type: which features are used.",
                by: "type", counters.requests),
            Family(
                "gomoku_budget_hits_total",
                "Times somebody had to wait or was refused, by the budget that was used up.",
                by: "budget", counters.budgetHits.named(\.rawValue)),
            Family("gomoku_joins_total", "Joins answered with a snapshot.", counters.joins),
            Family("gomoku_resumes_total", "Joins answered with what was missed.", counters.resumes),
            Family("gomoku_chat_total", "ChatLog lines.", counters.chatLines),
            Family("gomoku_overflows_total", "Times a client fell too far behind.", counters.overflows),
            Family(
                "gomoku_evictions_total", "Clients that were disconnected because memory was used up.",
                counters.evictions),
        ]
        let histograms =
            [
                (
                    "gomoku_commit_seconds", "From a delta that was judged to its being stored.",
                    counters.commits
                ),
                (
                    "gomoku_acknowledgement_seconds", "From a delta that was read to its being shown.",
                    counters.acknowledgements
                ),
                ("gomoku_join_seconds", "From a join that was read to its answer.", counters.joinings),
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
