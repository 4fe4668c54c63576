import Foundation
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

@Suite("Directories changed by other programs")
struct DirectoryTests {
    private let directory = TemporaryDirectory()
    private var path: String { StoreFile.path(in: directory.path) }

    @Test("A second server cannot start even if the lock file was deleted")
    func lock() throws {
        let first = try DirectoryLock(directory.path)
        try FileManager.default.removeItem(atPath: "\(directory.path)/lock")
        #expect(throws: StoreOpenError.inUse(directory: directory.path)) { try DirectoryLock(directory.path) }
        withExtendedLifetime(first) {}
    }

    @Test("A lock is free again after its owner is gone, and after another server's failed attempt")
    func free() throws {
        for _ in 0..<2 {
            let first = try DirectoryLock(directory.path)
            #expect(throws: StoreOpenError.self) { try DirectoryLock(directory.path) }
            withExtendedLifetime(first) {}
        }
    }

    @Test("A database file that is replaced or emptied under the server is detected")
    func emptied() throws {
        try Data("content".utf8).write(to: URL(fileURLWithPath: path))
        let watch = StoreFileWatch(path)
        try watch.check()
        try FileManager.default.removeItem(atPath: path)
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreFileWatch.Lost(path: path)) { try watch.check() }
        // The same file loses its content.
        try Data("content".utf8).write(to: URL(fileURLWithPath: path))
        let again = StoreFileWatch(path)
        try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 0)
        #expect(throws: StoreFileWatch.Lost(path: path)) { try again.check() }
    }

    @Test("An empty file counts as a new store, unless a server has used the directory before")
    func emptyFile() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        do {
            let driver = try Driver(at: directory.path)
            #expect(try driver.append(Sample.append("r", 1)) == nil)
            let _: Void = try driver.ask { done in driver.store.close { done(()) } }
        }
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreOpenError.damaged(path: path, why: "it is empty, although a server has used it")) {
            try Driver(at: directory.path)
        }
    }
}
