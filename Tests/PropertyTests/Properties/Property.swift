import GameState

/// A property that must hold for any bytes. The fuzzer searches for a counterexample, and a short
/// fixed run is a test.
public struct Property: Sendable {
    /// The name of its fuzz target and of its folder of inputs.
    public let name: String
    private let body: @Sendable ([UInt8]) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Returns the property with this name, which must exist.
    public static func named(_ name: String) -> Property {
        guard let property = all.first(where: { $0.name == name }) else { preconditionFailure("no property \(name)") }
        return property
    }

    /// Throws a ``Violation`` if the property does not hold.
    public func check(_ bytes: [UInt8]) throws { try body(bytes) }

    /// Checks an input of a fuzz target. Ends the program if the property does not hold.
    public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        do { try check(bytes) } catch { fatalError("\(name): \(error)") }
        return 0
    }

    /// The list of all properties.
    public static let all: [Property] = [
        .request, .notice, .play, .race, .ledger, .rows, .sgf, .psq, .study, .engine, .http, .names, .address,
        .terminal,
    ]
}

/// A counterexample to a property.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless the condition holds.
func ensure(_ condition: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description: what()) }
}

/// Returns the participant ID. The fuzzers do not have the literals that tests use.
func person(_ id: String) -> ParticipantID { ParticipantID(id) }

/// A sequence of decisions read from the bytes of an input.
struct Decisions {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// Returns the next byte, or 0 after the last one.
    mutating func byte() -> Int { rest.popFirst().map { Int($0) } ?? 0 }

    /// Returns a number from a range of at most 256 values.
    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + byte() % range.count }

    /// Returns true once in `count` times on average.
    mutating func once(in count: Int) -> Bool { byte() % count == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[byte() % elements.count] }

    /// Returns a few bytes as text, replacing invalid UTF-8.
    mutating func text(upTo most: Int) -> String {
        let count = byte() % (most + 1)
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    /// Returns all remaining bytes.
    mutating func remaining() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
