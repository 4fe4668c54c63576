import ArgumentParser
import Foundation
import GameState
import WebSockets

/// A group of options that can be listed.
///
/// The argument parser supports no list of a command's options: its package does not offer its tool
/// information as a product, and the underscore of `_dumpHelp` marks it as unsupported. Therefore
/// the compiler makes the list, because it writes `encode(to:)` from the declarations of a group.
/// A new option needs no entry anywhere, and an option whose value cannot be encoded does not
/// compile.
typealias ListedOptions = Encodable & ParsableArguments

/// Lists the properties of a group of options and of its subgroups, in no particular order.
enum OptionProperties {
    /// Returns the value of each option by the name of its property.
    ///
    /// - Parameter options: the result of parsing a command line.
    static func values(of options: some ListedOptions) -> [JSON.Member] { members(of: options, JSONEncoder()) }

    /// Returns the kind of each option (``OptionCatalogue/Kind``) by the name of its property,
    /// without parsing a command line.
    static func kinds(of group: (some ListedOptions).Type) -> [JSON.Member] {
        let encoder = JSONEncoder()
        if let key = CodingUserInfoKey.listsKinds { encoder.userInfo[key] = true }
        return members(of: group.init(), encoder)
    }

    private static func members(of group: some ListedOptions, _ encoder: JSONEncoder) -> [JSON.Member] {
        do {
            return flat(try JSONParser.parse(Array(encoder.encode(group))))
        } catch {
            preconditionFailure("options are encoded as texts, numbers, flags and lists: \(error)")
        }
    }

    /// Returns the members of an object, with those of an object inside it instead of the object.
    private static func flat(_ object: JSON) -> [JSON.Member] {
        (object.members ?? []).flatMap { $0.value.members == nil ? [$0] : flat($0.value) }
    }
}

extension CodingUserInfoKey {
    /// Whether declarations encode kinds instead of values.
    fileprivate static let listsKinds = CodingUserInfoKey(rawValue: "listsKinds")
}

extension Encoder {
    fileprivate var listsKinds: Bool { CodingUserInfoKey.listsKinds.map { userInfo[$0] != nil } ?? false }
}

/// A type that holds several values.
private protocol ListOfValues {}

extension Array: ListOfValues {}

// These types are from another package. If it adds a conformance, the compiler will report it.
// swift-format-ignore: AvoidRetroactiveConformances
extension Option: @retroactive Encodable where Value: Encodable {
    /// Encodes the option's kind or its value.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.listsKinds else { return try wrappedValue.encode(to: encoder) }
        let kind: OptionCatalogue.Kind = Value.self is any ListOfValues.Type ? .list : .value
        try kind.encode(to: encoder)
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Flag: @retroactive Encodable where Value: Encodable {
    /// Encodes the flag's kind or its value.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.listsKinds else { return try wrappedValue.encode(to: encoder) }
        try OptionCatalogue.Kind.flag.encode(to: encoder)
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension OptionGroup: @retroactive Encodable where Value: Encodable {
    /// Encodes the kinds or the values of the group's options.
    public func encode(to encoder: any Encoder) throws {
        try (encoder.listsKinds ? Value() : wrappedValue).encode(to: encoder)
    }
}

extension AddressRange: Encodable {
    /// Encodes the range in its notation on the command line.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
