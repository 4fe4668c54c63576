import ArgumentParser
import WebSockets

/// The value of each option of a server, and where it comes from, as the operator is shown it.
struct EffectiveSettings {
    struct Setting: Equatable {
        let name: String
        /// Nil: it has none.
        let value: String?
        let source: ConfiguredArguments.Source

        var line: String { "\(name) = \(value ?? "(none)")  # \(source)" }
    }

    /// By name.
    let settings: [Setting]

    /// - Parameters:
    ///   - options: parsed from `configured`'s arguments.
    ///   - derived: what counts for options without a value, by name.
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

    /// A value as it stands in a configuration file; nil for none.
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

/// An option, a flag or a group of them, whose value is known once the command line is parsed.
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
