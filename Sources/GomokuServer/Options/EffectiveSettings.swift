import ArgumentParser
import WebSockets

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
    init(_ options: any ParsableArguments, _ configured: ConfiguredArguments, derived: [String: String]) {
        let file = configured.file.map { Setting(name: "config", value: $0.path, source: $0.source) }
        let all = Self.values(of: options).filter { $0.name != "config" }.map { name, value in
            Setting(name: name, value: value ?? derived[name], source: configured.source(of: name))
        }
        settings = [file].compactMap(\.self) + all.sorted { $0.name < $1.name }
    }

    private static func values(of options: any ParsableArguments) -> [(name: String, value: String?)] {
        Mirror(reflecting: options).children.flatMap { child -> [(name: String, value: String?)] in
            guard let label = child.label, let declaration = child.value as? any Declaration else { return [] }
            if let group = declaration.declared as? any ParsableArguments { return values(of: group) }
            return [(OptionCatalogue.name(label), text(of: declaration.declared))]
        }
    }

    /// Returns a value in the notation of a configuration file, or nil if there is none.
    private static func text(of value: Any) -> String? {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.flatMap { text(of: $0.value) } }
        switch value {
        case let flag as Bool: return flag ? "yes" : "no"
        case let texts as [String]: return texts.isEmpty ? nil : texts.joined(separator: " ")
        case let ranges as [AddressRange]: return ranges.map(\.description).joined(separator: " ")
        case let choice as any RawRepresentable: return "\(choice.rawValue)"
        default: return "\(value)"
        }
    }
}

/// A property that declares an option, a flag or a group of them. Its value is known once the
/// command line is parsed.
private protocol Declaration {
    var declared: Any { get }
}

extension Option: Declaration {
    fileprivate var declared: Any { wrappedValue }
}

extension Flag: Declaration {
    fileprivate var declared: Any { wrappedValue }
}

extension OptionGroup: Declaration {
    fileprivate var declared: Any { wrappedValue }
}
