import ArgumentParser
import WebSockets

/// The names of the options of `serve` as in a configuration file, without leading dashes.
struct OptionCatalogue {
    enum Kind: Equatable {
        /// An option with one value; the last one wins.
        case value
        /// An option with several values.
        case list
        /// A flag: yes or no.
        case flag
    }

    let kinds: [String: Kind]

    /// The catalogue of `serve`, read from the declarations, so that it includes new options.
    static let serve = OptionCatalogue([ServeOptions(), ListenOptions(), LimitOptions()])

    init(_ declarations: [any ParsableArguments]) {
        var kinds: [String: Kind] = [:]
        for declaration in declarations {
            for child in Mirror(reflecting: declaration).children {
                guard let label = child.label, let kind = Self.kind(of: child.value) else { continue }
                kinds[Self.name(label)] = kind
            }
        }
        // A configuration file cannot set `config`.
        kinds["config"] = nil
        self.kinds = kinds
    }

    private static func kind(of declaration: Any) -> Kind? {
        switch declaration {
        case is Flag<Bool>: .flag
        case is Option<[String]>, is Option<[AddressRange]>: .list
        default: String(describing: type(of: declaration)).hasPrefix("Option<") ? .value : nil
        }
    }

    /// Returns the option's name, such as `rooms-per-address` for `_roomsPerAddress`.
    static func name(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
    }
}
