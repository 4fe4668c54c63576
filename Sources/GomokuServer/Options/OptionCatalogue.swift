import GameState

/// The names of the options of `serve` as in a configuration file, without leading dashes.
struct OptionCatalogue {
    enum Kind: String, Encodable {
        /// An option with one value; the last one wins.
        case value
        /// An option with several values.
        case list
        /// A flag: yes or no.
        case flag
    }

    let kinds: [String: Kind]

    /// The catalogue of `serve`, read from the declarations, so that it includes new options.
    static let serve = OptionCatalogue(ServeOptions.self)

    init(_ group: (some ListedOptions).Type) {
        var kinds: [String: Kind] = [:]
        for property in OptionProperties.kinds(of: group) {
            kinds[Self.name(property.name)] = property.value.string.flatMap(Kind.init)
        }
        // A configuration file cannot set `config`.
        kinds["config"] = nil
        self.kinds = kinds
    }

    /// Returns the name of a property's option, such as `rooms-per-address` for `roomsPerAddress`.
    static func name(_ property: String) -> String {
        property.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
    }
}
