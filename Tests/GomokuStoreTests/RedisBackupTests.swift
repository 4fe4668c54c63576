import Foundation
import GameState
import GomokuRedisStore
import Redis
import Storage
import TestSupport
import Testing

/// Backups of a Redis that are made while a server writes.
@Suite("Backup of a store in Redis")
struct RedisBackupTests {
    private let directory = TemporaryDirectory()
    private var file: String { directory.path + "/copy" }

    private func backup(_ address: RedisAddress) throws {
        var copy = Data()
        try RedisBackup.read(address) { copy.append(contentsOf: $0) }
        try copy.write(to: URL(fileURLWithPath: file))
    }

    @Test("A Redis started from the backup has the store of that moment")
    func same() throws {
        let driver = try Driver(.redis, at: directory.path, on: RedisServer())
        try driver.fill()
        let records = try driver.records()
        try backup(driver.address())
        #expect(try driver.append(Sample.append("later", 1)) == nil)
        let other = try RedisServer(["--appendonly", "no", "--dir", directory.path, "--dbfilename", "copy"])
        let address = RedisAddress(.socket(path: other.socket), database: try driver.address().database)
        let findings = try RedisCheck(address).findings
        #expect(findings.faults.map(\.description) == [] && findings.rooms == 7)
        var found: [StoreRecord] = []
        try RedisExport.read(address) { found.append($0) }
        #expect(found == records && found.count > 100)
    }

    @Test("An impossible backup is refused, naming the alternative")
    func refused() throws {
        let server = try RedisServer()
        let code: (any Error) -> String = { ($0 as? RedisStoreFailure)?.code ?? "\($0)" }
        let empty = RedisAddress(.socket(path: server.socket), database: 7)
        #expect { try backup(empty) } throws: { code($0) == "missing" }
        let driver = try Driver(.redis, at: directory.path, on: server)
        var address = try driver.address()
        let loop = PollingLoop()
        let client = try RedisClient(address, on: loop, patience: .ofTests)
        for (user, forbidden) in [("sync", "sync"), ("replconf", "replconf")] {
            let rule = ["ACL", "SETUSER", user, "on", ">word", "~*", "&*", "+@all", "-\(forbidden)"]
            var answer: RedisClient.Answer?
            client.call(RedisCommand(rule.map { Array($0.utf8) })) { answer = $0 }
            _ = loop.run(withinMilliseconds: 30_000) { answer != nil }
            #expect(try answer?.get().string == "OK")
            (address.user, address.password) = (user, "word")
            #expect { try backup(address) } throws: { error in
                code(error) == "gives-no-copy" && "\(error)".contains("gomoku-server export")
            }
        }
        // An error of the closure is rethrown as it is, and not blamed on Redis.
        struct Full: Error {}
        #expect(throws: Full.self) { try RedisBackup.read(driver.address()) { _ in throw Full() } }
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}
