import ArgumentParser
import Foundation
import Testing

@testable import gomoku_cli

@Suite struct TokenFileTests {
    @Test("A token file is accessible only to its owner") func isKeptForItsOwnerAlone() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/token-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try #require(TokenFile(server: "[::1]:8080", environment: ["XDG_STATE_HOME": folder]))
        #expect(file.path == "\(folder)/gomoku/___1__8080.token")
        #expect(file.read() == nil)
        let token = "0123456789abcdefghijklmnopqrstuvwxyz-_."
        try file.write(token)
        #expect(file.read() == token)
        let mode = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/gomoku").count == 1)
    }

    @Test("Without a state folder the token file is under the home directory")
    func isUnderTheHomeWithoutAStateFolder() {
        #expect(
            TokenFile(server: "h:1", environment: ["HOME": "/home/ann"])?.path
                == "/home/ann/.local/state/gomoku/h_1.token")
        #expect(TokenFile(server: "h:1", environment: [:]) == nil)
    }

    @Test(
        "A file named by the user is left unchanged if it does not hold a token",
        arguments: [
            "Dear diary,\ntoday", "a word", String(repeating: "x", count: 129), "a token of two words\n",
            "0123456789abcdef\n0123456789abcdef\n",
        ])
    func staysAsItIs(_ text: String) throws {
        let path = FileManager.default.temporaryDirectory.path + "/diary-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let file = TokenFile(path: path)
        #expect(file.read() == nil && file.objection?.contains(path) == true)
        #expect(throws: TokenFileError.unwritable(path)) { try file.write("0123456789abcdef") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(throws: (any Error).self) { try PlayCommand.parse(["lunch", "--token-file", path]) }
    }

    @Test("An empty file, or one with another token, can be overwritten with a token") func takesAToken() throws {
        let path = FileManager.default.temporaryDirectory.path + "/token-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        let file = TokenFile(path: path)
        for token in ["0123456789abcdef", "fedcba9876543210"] {
            #expect(file.objection == nil)
            try file.write(token)
            #expect(file.read() == token)
        }
    }

    @Test("A token that cannot be stored is reported with its path") func saysWhereItCannotBeKept() {
        let file = TokenFile(path: "/proc/none/token")
        #expect(throws: TokenFileError.unwritable("/proc/none/token")) { try file.write("secret") }
    }

    @Test("Whether a token file is writable is checked before there is a token")
    func checked() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/token-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = TokenFile(path: "\(folder)/token")
        try file.checkWritable()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [], "the check leaves no file behind")
        try file.write("0123456789abcdef")
        try file.checkWritable()
        #expect(file.read() == "0123456789abcdef")
        #expect(throws: TokenFileError.unwritable(folder)) { try TokenFile(path: folder).checkWritable() }
        #expect(throws: TokenFileError.unwritable("/proc/none/token")) {
            try TokenFile(path: "/proc/none/token").checkWritable()
        }
        let unnamed = try #require(TokenFile(server: "h", environment: ["XDG_STATE_HOME": folder]))
        try FileManager.default.createDirectory(atPath: unnamed.path, withIntermediateDirectories: true)
        #expect(throws: TokenFileError.unwritable(unnamed.path)) { try unnamed.checkWritable() }
    }
}
