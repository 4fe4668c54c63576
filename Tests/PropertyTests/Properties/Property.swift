import GameState

/// Something that must hold for any bytes: the fuzzer looks for those for which it does not, and a short fixed run of it
/// is a test.
public struct Property: Sendable {
    /// As its fuzz target and its folder of inputs are called.
    public let name: String
    private let body: @Sendable ([UInt8]) throws -> Void

    init(_ name: String, _ body: @escaping @Sendable ([UInt8]) throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The one of that name, which a fuzz target knows to be there.
    public static func named(_ name: String) -> Property {
        guard let property = all.first(where: { $0.name == name }) else { preconditionFailure("no property \(name)") }
        return property
    }

    /// Throws a ``Violation`` where it does not hold.
    public func check(_ bytes: [UInt8]) throws { try body(bytes) }

    /// What a fuzz target does with each input: ends the program where the property does not hold.
    public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = Array(UnsafeBufferPointer(start: start, count: count))
        do { try check(bytes) } catch { fatalError("\(name): \(error)") }
        return 0
    }

    /// All of them.
    public static let all: [Property] = [
        .request, .notice, .play, .ledger, .rows, .sgf, .psq, .engine, .http, .names, .address, .terminal,
    ]
}

/// Where a property does not hold.
struct Violation: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless it is so.
func ensure(_ condition: Bool, _ what: @autoclosure () -> String) throws(Violation) {
    if !condition { throw Violation(description: what()) }
}

/// Tests have literals for it, the fuzzers have not.
func person(_ id: String) -> ParticipantID { ParticipantID(id) }

/// Reads decisions out of the bytes of an input, so that every input is a sequence of them.
struct Decisions {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// The next byte; 0 behind the last.
    mutating func byte() -> Int { rest.popFirst().map { Int($0) } ?? 0 }

    /// A number of a range of at most 256.
    mutating func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + byte() % range.count }

    /// True once in so many times.
    mutating func once(in count: Int) -> Bool { byte() % count == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[byte() % elements.count] }

    /// A few bytes as text, whatever they are.
    mutating func text(upTo most: Int) -> String {
        let count = byte() % (most + 1)
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
    }

    /// All that is left.
    mutating func remaining() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}
