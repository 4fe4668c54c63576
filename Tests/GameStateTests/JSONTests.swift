import Foundation
import TestSupport
import Testing

@testable import GameState

@Suite("JSON")
struct JSONTests {
    @Test(
        "JSON text is written back exactly as it was read",
        arguments: [
            "null", "true", "false", "0", "-0", "1.0", "1e0", "-12.50E+3", "\"\"", "\"h8\"", "[]", "{}",
            "[1,[2,[3]],{}]", "{\"a\":1,\"b\":{\"c\":null}}", "\"äöü €  😀\"", "123456789012345678901234567890",
        ])
    func roundTrip(_ text: String) throws {
        #expect(try JSONParser.parse(text).description == text)
    }

    @Test(
        "Escape sequences are decoded",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\ude00x""#, "😀x"),
            (#""a\u0000b""#, "a\u{0}b"),
        ])
    func escapes(_ text: String, _ expected: String) throws {
        #expect(try JSONParser.parse(text) == .string(expected))
    }

    @Test(
        "Invalid JSON is rejected",
        arguments: [
            "", " ", "{", "[", "\"", "tru", "nul", "01", "1.", ".5", "1e", "+1", "--1", "[1,]", "{\"a\"}", "{\"a\":}",
            "{a:1}",
            "{\"a\":1,}", "\"\t\"", #""\x""#, #""\u12""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "1 2", "NaN",
            "'a'",
            "[1}", "\u{FEFF}1",
        ])
    func refused(_ text: String) {
        #expect(throws: JSONFailure.self) { try JSONParser.parse(text) }
    }

    @Test("Nesting deeper than the limit is rejected without exhausting the stack")
    func depth() throws {
        let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try JSONParser.parse(deep) }
        #expect(throws: JSONFailure.tooDeep(limit: 32)) { try JSONParser.parse(String(repeating: "[", count: 100_000)) }
    }

    @Test("Of several members with one name, the last counts, as in JavaScript")
    func duplicates() throws {
        #expect(try JSONParser.parse(#"{"a":1,"a":2}"#)["a"] == .number("2"))
    }

    @Test("Reading and writing JSON agree with Foundation", arguments: 0..<400 as Range<UInt64>)
    func againstFoundation(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let value = JSON.random(using: &generator)
        let ours = value.description
        let theirs = try JSONSerialization.jsonObject(with: Data(ours.utf8), options: [.fragmentsAllowed])
        let back = try JSONSerialization.data(withJSONObject: theirs, options: [.fragmentsAllowed, .sortedKeys])
        let reread = try JSONParser.parse(Array(back))
        #expect(reread.plain == value.plain, "seed \(seed): \(ours)")
        #expect(try JSONParser.parse(ours) == value, "seed \(seed)")
    }

    @Test(
        "Damaged JSON never traps, and any parsed value can be written and parsed again",
        arguments: 0..<300 as Range<UInt64>)
    func fuzz(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var bytes = Array(JSON.random(using: &generator).description.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...127, using: &generator)
            case 1: bytes.remove(at: place)
            default: bytes.insert(UInt8.random(in: 0...127, using: &generator), at: place)
            }
        }
        if let value = try? JSONParser.parse(bytes) {
            #expect(throws: Never.self, "seed \(seed)") { try JSONParser.parse(value.description) }
        }
    }
}

extension JSON {
    /// Returns a random value of small depth.
    static func random(depth: Int = 3, using generator: inout SeededRandom) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2: .number(String(Int.random(in: -1_000_000...1_000_000, using: &generator)))
        case 3: .number("\(Int.random(in: -99...99, using: &generator)).5")
        case 4: .string(String.random(using: &generator))
        case 5:
            .array(
                (0..<Int.random(in: 0..<4, using: &generator)).map { _ in .random(depth: depth - 1, using: &generator) }
            )
        default:
            .object(
                (0..<Int.random(in: 0..<4, using: &generator)).map {
                    Member("\($0)" + String.random(using: &generator), .random(depth: depth - 1, using: &generator))
                })
        }
    }

    /// The value with sorted members and numbers as doubles, for comparison with Foundation's
    /// output.
    var plain: JSON {
        switch self {
        case .number(let text): .number("\(Double(text) ?? .nan)")
        case .array(let elements): .array(elements.map(\.plain))
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.plain) }.sorted { $0.name < $1.name })
        default: self
        }
    }
}

extension String {
    static func random(using generator: inout SeededRandom) -> String {
        let alphabet: [Character] = [
            "a", "Z", "0", "\"", "\\", "/", "\n", "\u{1}", "é", "€", "😀", "\u{2028}", " ", "\u{7F}",
        ]
        return String(
            (0..<Int.random(in: 0..<8, using: &generator)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            })
    }
}
