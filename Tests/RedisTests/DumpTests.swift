import Foundation
import TestSupport
import Testing

@testable import Redis

/// A copy of all data of a Redis.
@Suite("Copying a Redis")
struct DumpTests {
    private let mark = [UInt8](repeating: UInt8(ascii: "f"), count: 40)

    /// The shortest possible copy, with a correct checksum.
    private var copy: [UInt8] {
        let body = Array("REDIS0010".utf8) + [0xFA, 1, 10, 13, 36, 0xFF]
        let sum = DumpCheck.sum(body[...])
        return body + (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }

    private var counted: [UInt8] { Array("\n\n$\(copy.count)\r\n".utf8) + copy }
    private var marked: [UInt8] { Array("\n$EOF:".utf8) + mark + [13, 10] + copy + mark }

    /// Reads `bytes` in pieces of `size`. Returns the copy, and whether it is complete.
    private func taken(_ bytes: [UInt8], by size: Int) throws -> (copy: [UInt8], isWhole: Bool) {
        var (framing, check, found) = (DumpFraming(), DumpCheck(), [UInt8]())
        for start in stride(from: 0, to: bytes.count, by: size) {
            try framing.receive(bytes[start..<min(start + size, bytes.count)]) { part in
                try check.add(part)
                found += part
            }
        }
        if framing.isWhole { try check.finish() }
        return (found, framing.isWhole)
    }

    @Test("A copy framed by its length or by an end mark is read in pieces of any size")
    func pieces() throws {
        for bytes in [counted, marked] {
            for size in 1...bytes.count {
                let found = try taken(bytes, by: size)
                #expect(found.copy == copy && found.isWhole, "by \(size)")
                #expect(try !taken(bytes.dropLast(), by: size).isWhole, "by \(size)")
            }
        }
        // Commands to replicas that follow the copy are not part of it.
        #expect(try taken(counted + Array("*1\r\n$4\r\nPING\r\n".utf8), by: 7).copy == copy)
    }

    @Test("A copy that is invalid or damaged is refused with an error that a terminal can show")
    func refused() throws {
        func why(_ bytes: [UInt8]) -> RedisFailure? {
            do { return try taken(bytes, by: 5).isWhole ? nil : .closed } catch { return error as? RedisFailure }
        }
        #expect(why(counted) == nil && DumpCheck.sum(Array("123456789".utf8)[...]) == 0xE9C6_D914_C4B8_D9CA)
        #expect(why(Array("-NOPERM \u{1b}[2Jno\r\n".utf8)) == .refused("NOPERM ?[2Jno"))
        for head in ["+OK\r\n", "$\r\n", "$0\r\n", "$-1\r\n", "$EOF:short\r\n", String(repeating: "x", count: 2_000)] {
            guard case .invalidDump = why(Array(head.utf8)) else {
                Issue.record("\(head.prefix(10)) was accepted as a copy")
                continue
            }
        }
        for change in copy.indices {
            var bent = copy
            bent[change] ^= 1
            guard case .invalidDump = why(Array("$\(bent.count)\r\n".utf8) + bent) else {
                Issue.record("a copy with a changed byte \(change) was accepted")
                continue
            }
        }
        let short = copy.dropLast(9)
        #expect(why(Array("$\(short.count)\r\n".utf8) + short) == .invalidDump("it is incomplete"))
        // A Redis that is configured to compute no checksum writes 0.
        let without = copy.dropLast(8) + [UInt8](repeating: 0, count: 8)
        #expect(why(Array("$\(without.count)\r\n".utf8) + without) == nil)
    }

    @Test("A Redis started from the copy has the same data", arguments: ["yes", "no"])
    func whole(withoutAFile: String) throws {
        let server = try RedisServer(["--repl-diskless-sync", withoutAFile])
        let loop = PollingLoop()
        let value = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        let key = Array("k".utf8)
        func ask(_ address: RedisAddress, _ commands: [RedisCommand]) throws -> (RedisClient, [RedisReply]) {
            let client = try RedisClient(address, on: loop, patience: .ofTests)
            var replies: [RedisReply] = []
            for command in commands { client.call(command) { replies.append((try? $0.get()) ?? .null) } }
            _ = loop.run(withinMilliseconds: 30_000) { replies.count == commands.count }
            return (client, replies)
        }
        let third = RedisAddress(.socket(path: server.socket), database: 3)
        let set = RedisCommand([Array("SET".utf8), key, value])
        let (client, replies) = try ask(third, [set] + RedisDump.handshake)
        #expect(replies == Array(repeating: .text(Array("OK".utf8)), count: 3))
        let directory = TemporaryDirectory()
        var copy = Data()
        try RedisDump.read(over: client) { copy.append(contentsOf: $0) }
        try copy.write(to: URL(fileURLWithPath: directory.path + "/copy"))
        let other = try RedisServer(["--appendonly", "no", "--dir", directory.path, "--dbfilename", "copy"])
        let (_, found) = try ask(
            RedisAddress(.socket(path: other.socket), database: 3), [RedisCommand("GET", "k"), RedisCommand("DBSIZE")])
        #expect(found == [.text(value), .integer(1)])
        #expect(throws: RedisFailure.closed) { try RedisDump.read(over: client) { _ in } }
    }
}
