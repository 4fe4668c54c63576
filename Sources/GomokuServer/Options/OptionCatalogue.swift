import ArgumentParser
import WebSockets

/// The names of the options that `serve` has, as they stand in a configuration file: without the dashes in front.
struct OptionCatalogue {
    enum Kind: Equatable {
        /// One value; the last one counts.
        case value
        /// Each value counts.
        case list
        /// Yes or no.
        case flag
    }

    let kinds: [String: Kind]

    /// Read off the declarations, so that a new option is known here, too.
    static let serve = OptionCatalogue([ServeOptions(), ListenOptions(), LimitOptions()])

    init(_ declarations: [any ParsableArguments]) {
        var kinds: [String: Kind] = [:]
        for declaration in declarations {
            for child in Mirror(reflecting: declaration).children {
                guard let label = child.label, let kind = Self.kind(of: child.value) else { continue }
                kinds[Self.name(label)] = kind
            }
        }
        // What says where the file is cannot stand in it.
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

    /// `_roomsPerAddress` is `rooms-per-address`.
    static func name(_ label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { name, letter in
            if letter.isUppercase { name += "-" }
            name += letter.lowercased()
        }
    }
}
