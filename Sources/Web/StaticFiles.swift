import Compression
import Cryptography
import Foundation
import GameState

/// The files of the page, read into memory at startup, so that no request waits for the disk.
package struct StaticFiles {
    /// A file with its compressed form and its headers.
    package struct File: Sendable {
        package let contents: [UInt8]
        /// The contents compressed with gzip; nil if that is not smaller.
        let compressed: [UInt8]?
        /// The contents compressed with brotli when the page was bundled, if that is smaller than
        /// ``compressed``.
        let brotli: [UInt8]?
        package let type: String
        /// Tells versions of a file apart: 64 bits of the contents' SHA-256.
        package let version: String
        /// Whether the file's address changes with its contents, so that clients may cache it for
        /// good.
        let isImmutable: Bool

        /// The memory that the file takes, in bytes.
        package var bytes: Int { contents.count + (compressed?.count ?? 0) + (brotli?.count ?? 0) }

        /// Returns nil for a type of file that is not served.
        ///
        /// - Parameters:
        ///   - gzip: a file that may be the gzip form of the contents. It saves compressing them.
        ///   - brotli: the brotli form of an immutable file. Not read for other files, because it
        ///     has no checksum that would show whether the contents have changed since.
        init?(
            _ contents: [UInt8], gzip: [UInt8]? = nil, brotli: @autoclosure () -> [UInt8]? = nil,
            fileExtension: String, isImmutable: Bool = false
        ) {
            guard let type = types[fileExtension.lowercased()] else { return nil }
            self.contents = contents
            self.type = type
            self.isImmutable = isImmutable
            version = sha256(contents).prefix(8).map { String($0, radix: 16) }.joined()
            let isText = ["text/", "application/", "image/svg"].contains { type.hasPrefix($0) }
            if isText, contents.count <= compressedLimit {
                compressed = gzip.flatMap { isGzip($0, of: contents) ? $0 : nil } ?? gzipped(contents)
            } else {
                compressed = nil
            }
            let gzipBytes = compressed?.count ?? 0
            self.brotli = isImmutable ? brotli().flatMap { $0.count < gzipBytes ? $0 : nil } : nil
        }
    }

    /// The path of the files that `scripts/bundle` names by a hash of their contents.
    static let bundle = "/bundle/"
    /// The maximum size of a file, and of all files together, in bytes.
    static let fileLimit = 16 << 20
    static let totalLimit = 64 << 20
    /// The size above which files are not compressed, in bytes, because that would delay a request
    /// for a gadget too long.
    static let compressedLimit = 1 << 20

    private var files: [String: File] = [:]

    /// Creates a set without files.
    package init() {}

    /// Reads every file below `directory` whose type is known, except hidden ones. The gzip form of
    /// `name` may lie beside it as `name.gz`, and its brotli form as `name.br`.
    ///
    /// - Parameter prefix: the path under which they are served, without a trailing slash.
    package init(directory: String, prefix: String = "") throws(Unreadable) {
        try add(directory: directory, prefix: prefix)
    }

    /// A reason why files cannot be served.
    package struct Unreadable: Error, CustomStringConvertible {
        package let description: String
    }

    /// Adds every file below `directory`, to be served below `prefix`.
    package mutating func add(directory: String, prefix: String) throws(Unreadable) {
        let root = URL(fileURLWithPath: directory).standardizedFileURL.resolvingSymlinksInPath()
        guard
            let walker = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: [.isRegularFileKey, .fileSizeKey], options: [.skipsHiddenFiles])
        else { throw Unreadable(description: "The directory \(directory) cannot be read.") }
        var total = 0
        var found = false
        for case let url as URL in walker {
            let fileExtension = url.pathExtension
            // The type comes first, because it takes 60 microseconds to ask for a file's size.
            guard Self.types[fileExtension.lowercased()] != nil,
                let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
                values.isRegularFile == true, let size = values.fileSize, size <= Self.fileLimit,
                let data = try? Data(contentsOf: url)
            else { continue }
            found = true
            let below = url.standardizedFileURL.resolvingSymlinksInPath().path.dropFirst(root.path.count)
            func form(_ suffix: String) -> [UInt8]? {
                (try? Data(contentsOf: url.appendingPathExtension(suffix))).map(Array.init)
            }
            let file = File(
                Array(data), gzip: form("gz"), brotli: form("br"), fileExtension: fileExtension,
                isImmutable: (prefix + below).hasPrefix(Self.bundle))
            total += file?.bytes ?? 0
            guard total <= Self.totalLimit else {
                throw Unreadable(
                    description:
                        "The directory \(directory) has more than \(Self.totalLimit >> 20) MiB of files to serve.")
            }
            files[prefix + below] = file
        }
        guard found else { throw Unreadable(description: "The directory \(directory) has no files to serve.") }
    }

    /// The file served at `path`; a path that ends in a slash means its `index.html`.
    package subscript(path: String) -> File? {
        files[path.hasSuffix("/") ? path + "index.html" : path]
    }

    /// Returns the sorted paths that begin with `prefix` and end with `suffix`.
    func paths(below prefix: String, endingWith suffix: String) -> [String] {
        files.keys.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted()
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "json": "application/json", "map": "application/json",
        "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon", "txt": "text/plain; charset=utf-8",
        "xml": "text/xml; charset=utf-8",
        "webmanifest": "application/manifest+json", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "bmp": "image/bmp", "webp": "image/webp",
        "woff2": "font/woff2", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
    ]
}
