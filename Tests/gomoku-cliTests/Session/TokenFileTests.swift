import Foundation
import Testing

@testable import gomoku_cli

@Suite struct TokenFileTests {
    @Test("A token is kept for its owner alone") func isKeptForItsOwnerAlone() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/token-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try #require(TokenFile(server: "[::1]:8080", environment: ["XDG_STATE_HOME": folder]))
        #expect(file.path == "\(folder)/gomoku/___1__8080.token")
        #expect(file.read() == nil)
        try file.write("secret")
        #expect(file.read() == "secret")
        let mode = try #require(FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int)
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/gomoku").count == 1)
    }

    @Test("A token is under the home where there is no state folder") func isUnderTheHomeWithoutAStateFolder() {
        #expect(
            TokenFile(server: "h:1", environment: ["HOME": "/home/ann"])?.path
                == "/home/ann/.local/state/gomoku/h_1.token")
        #expect(TokenFile(server: "h:1", environment: [:]) == nil)
    }

    @Test("It is said where a token cannot be kept") func saysWhereItCannotBeKept() {
        let file = TokenFile(path: "/proc/none/token")
        #expect(throws: TokenFileError.unwritable("/proc/none/token")) { try file.write("secret") }
    }
}
