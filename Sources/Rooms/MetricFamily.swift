/// The samples of a metric, under one name.
package struct MetricFamily {
    package let name: String
    package let help: String
    /// The labels of each sample, in braces or an empty string, and its value.
    let samples: [(labels: String, value: String)]

    package init(_ name: String, _ help: String, _ value: Int) {
        self.init(name, help, [("", "\(value)")])
    }

    package init(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
        self.name = name
        self.help = help
        self.samples = samples
    }

    /// Makes one sample per label value, in alphabetical order. The values are the server's own
    /// words.
    package init(_ name: String, _ help: String, by label: String, _ values: [String: Int]) {
        self.init(
            name, help,
            values.sorted { $0.key < $1.key }.map { (labels: "{\(label)=\"\($0.key)\"}", value: "\($0.value)") })
    }

    package var text: String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")\n"
            + samples.map { "\(name)\($0.labels) \($0.value)\n" }.joined()
    }
}
