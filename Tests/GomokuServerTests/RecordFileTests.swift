import Foundation
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuServer

@Suite("Export files")
struct RecordFileTests {
    private let directory = TemporaryDirectory()

    private var path: String { "\(directory.path)/rooms.export" }

    private let records: [StoreRecord] = [
        .store(alive: 7),
        .person(PersonRecord(id: ParticipantID("p-1"), name: "Ann \n \u{0}", isBot: false, tokenHash: [0, 255])),
        .person(PersonRecord(id: ParticipantID("p-2"), name: "Zoë", isBot: true, tokenHash: [1])),
    ]

    private func write() throws -> Int { try RecordFile.write(to: path) { try records.forEach($0) } }

    private func read() throws -> [StoreRecord] {
        var found: [StoreRecord] = []
        let count = try RecordFile.read(path) { records in try records { found.append($0) } }
        #expect(count == found.count)
        return found
    }

    @Test("An export can be read back, is private to its owner, and is never overwritten")
    func whole() throws {
        #expect(try write() == 3)
        #expect(try read() == records)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect { try write() } throws: { "\($0)".contains("already exists") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["rooms.export"])
    }

    @Test("A failed export leaves no file")
    func failed() throws {
        struct Broken: Error {}
        #expect(throws: RecordFile.Fault.self) {
            try RecordFile.write(to: path) { take in
                try records.forEach(take)
                throw Broken()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
        #expect { try read() } throws: { "\($0)".contains("There is no file") }
    }

    @Test("A damaged file's own error is reported, even if the store replaces it")
    func wrapped() throws {
        struct StoreStopped: Error {}
        _ = try write()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.prefix(bytes.count - 10).write(to: URL(fileURLWithPath: path))
        #expect {
            _ = try RecordFile.read(path) { records in
                do { try records { _ in } } catch { throw StoreStopped() }
            }
        } throws: {
            "\($0)" == "\(path) is incomplete. Export again."
        }
    }

    @Test("A file that is truncated, or has missing or extra records, is refused")
    func damaged() throws {
        _ = try write()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        var bad = stride(from: 0, to: bytes.count, by: 7).map { Data(bytes.prefix($0)) }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) + Data("\n".utf8) }
        bad.append(bytes.dropLast(1))
        bad.append(lines[0] + lines[2] + lines[3])
        bad.append(bytes + lines[1])
        bad.append(lines[0] + Data("{\"person\":1}\n".utf8) + lines[2] + lines[3])
        for one in bad {
            try one.write(to: URL(fileURLWithPath: path))
            #expect(throws: RecordFile.Fault.self, "\(one.count) bytes") { try read() }
        }
    }
}
