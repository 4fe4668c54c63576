/// What is measured under one name.
package struct MetricFamily {
    package let name: String
    package let help: String
    /// Labels, as they stand between braces, or nothing; and values.
    let samples: [(labels: String, value: String)]

    package init(_ name: String, _ help: String, _ value: Int) {
        self.init(name, help, [("", "\(value)")])
    }

    package init(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
        self.name = name
        self.help = help
        self.samples = samples
    }

    /// One value for each of some words of ours, in the order of the alphabet.
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
