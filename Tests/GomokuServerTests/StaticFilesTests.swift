import Compression
import Foundation
import Testing

@testable import Web

/// The page's files in memory.
@Suite("Static files") struct StaticFilesTests {
    /// A text that gzip makes smaller.
    private let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)

    /// Returns the file `page.js` of a directory with `text` in it and `gzip` beside it.
    private func file(gzip: [UInt8]) throws -> StaticFiles.File {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(text).write(to: directory.appending(path: "page.js"))
        try Data(gzip).write(to: directory.appending(path: "page.js.gz"))
        let files = try StaticFiles(directory: directory.path)
        #expect(files["/page.js.gz"] == nil)
        return try #require(files["/page.js"])
    }

    @Test("The gzip form beside a file is used") func gzipBesideFile() throws {
        var form = try #require(gzipped(text))
        form[4] = 1  // The date of the file, which our own gzip form does not have.
        #expect(try file(gzip: form).compressed == form)
    }

    @Test("The gzip form of other contents is not used", arguments: [0, 999])
    func gzipOfOtherContents(change: Int) throws {
        var other = text
        other[change] = UInt8(ascii: "b")
        #expect(try file(gzip: #require(gzipped(other))).compressed == gzipped(text))
        #expect(try file(gzip: #require(gzipped(Array(text.dropLast())))).compressed == gzipped(text))
        #expect(try file(gzip: [0x1f, 0x8b]).compressed == gzipped(text))
    }

    @Test("The brotli form of a bundled file is used if it is smaller than gzip's")
    func brotliBesideFile() throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let folder = directory.appending(path: "bundle")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let small = try #require(brotli(text))
        let large = [UInt8](repeating: 0, count: 1_000)
        for (path, form) in [("bundle/small.js", small), ("bundle/large.js", large), ("page.js", small)] {
            try Data(text).write(to: directory.appending(path: path))
            try Data(form).write(to: directory.appending(path: path + ".br"))
        }
        let files = try StaticFiles(directory: directory.path)
        #expect(files["/bundle/small.js"]?.brotli == small)
        #expect(files["/bundle/large.js"]?.brotli == nil)
        #expect(files["/page.js"]?.brotli == nil, "It may be the form of other contents.")
        #expect(files["/bundle/small.js.br"] == nil)
    }
}
