import GameState

/// The value and the source of each option of a server, as shown to the operator.
struct EffectiveSettings {
    struct Setting: Equatable {
        let name: String
        /// The value; nil if there is none.
        let value: String?
        let source: ConfiguredArguments.Source

        var line: String { "\(name) = \(value ?? "(none)")  # \(source)" }
    }

    /// The settings, sorted by name.
    let settings: [Setting]

    /// - Parameters:
    ///   - options: parsed from the arguments of `configured`.
    ///   - derived: the effective values of options that were not set, by name.
    init(_ options: some ListedOptions, _ configured: ConfiguredArguments, derived: [String: String]) {
        let file = configured.file.map { Setting(name: "config", value: $0.path, source: $0.source) }
        let all = OptionProperties.values(of: options).filter { $0.name != "config" }.map { property in
            let name = OptionCatalogue.name(property.name)
            return Setting(
                name: name, value: Self.text(of: property.value) ?? derived[name], source: configured.source(of: name))
        }
        settings = [file].compactMap(\.self) + all.sorted { $0.name < $1.name }
    }

    /// Returns a value in the notation of a configuration file, or nil if there is none.
    private static func text(of value: JSON) -> String? {
        switch value {
        case .null, .object: nil
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let values): values.isEmpty ? nil : values.compactMap(text).joined(separator: " ")
        case .string(let text), .number(let text): text
        }
    }
}
