import Foundation
import GameState
import Storage

@testable import GomokuServer

extension Property {
    /// Names of participants and rooms. A cleaned name stays unchanged when it is cleaned again,
    /// every claimable name is visible, and a room's key yields the same room name.
    static let names = Property("names") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        try ensureRoomName(text)
        if NameKey.isClaimable(text) { try ensureClaimable(text) }
        guard let name = Identities.cleaned(text, limit: Limits().nameCharacters) else { return }
        try ensureShown(name)
        try ensure(name.count <= Limits().nameCharacters, "\(name.debugDescription) is too long")
        let again = Identities.cleaned(name, limit: Limits().nameCharacters)
        try ensure(
            again.map { Array($0.utf8) } == Array(name.utf8),
            "\(hexadecimal(name)) is cleaned once more, to \(again.map { hexadecimal($0) } ?? "nothing")")
        // Names that differ only in case or spaces are the same name.
        let key = NameKey(name)
        for other in [name.uppercased(), name.lowercased(), " " + name] where !name.isEmpty {
            let cleaned = Identities.cleaned(other, limit: 2 * Limits().nameCharacters) ?? ""
            guard cleaned.unicodeScalars.count == name.unicodeScalars.count, cleaned.lowercased() == name.lowercased()
            else { continue }
            try ensure(
                NameKey(cleaned) == key || hasOddCase(name),
                "\(hexadecimal(name)) and \(hexadecimal(cleaned)) can both be had")
        }
    }

    /// Whether the name has letters whose case mappings are not inverse to each other.
    private static func hasOddCase(_ name: String) -> Bool {
        name.unicodeScalars.contains {
            let (large, small) = ($0.properties.uppercaseMapping, $0.properties.lowercaseMapping)
            return large.lowercased() != small || NameKey(large) != NameKey(small)
        }
    }

    private static func ensureClaimable(_ name: String) throws {
        try ensureShown(name)
        try ensure(!NameKey(name).text.isEmpty, "a name of nothing")
        try ensure(NameKey.lengths.contains(name.count), "a name of \(name.count) characters")
        try ensure(!NameKey.isOfficial(name), "\(name) looks official")
    }

    private static func ensureShown(_ name: String) throws {
        let hidden = name.unicodeScalars.first {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: $0.value == 0xFFFD
            }
        }
        try ensure(hidden == nil, "\(hexadecimal(name)) has \(hidden.debugDescription) in it")
        try ensure(name.first != " " && name.last != " " && !name.isEmpty, "a blank at an end of \(name)")
    }

    private static func ensureRoomName(_ text: String) throws {
        if let name = RoomName(text) {
            try ensure(name.text.utf8.count <= RoomName.lengthLimit, "a long name")
            try ensure(name.text.utf8.allSatisfy { (0x21..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x2F }, "\(name)")
            try ensure(RoomName(key: name.key) == name, "\(name.key)")
        }
        if let name = RoomName(key: text) {
            try ensure(Array(name.key.utf8) == Array(text.utf8), "\(text) is the key \(name.key)")
        }
        if let secret = RoomSecret(text) {
            try ensure(secret.text.utf8.allSatisfy { (0x2D..<0x7B).contains($0) }, "a secret")
        }
    }

    private static func hexadecimal(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
}
