import Foundation
import GameState

/// The page and what belongs to it, read once into memory: no request ever waits for the disk.
struct StaticFiles {
    /// A file as it is sent.
    struct File: Sendable {
        let contents: [UInt8]
        let type: String
        /// Changes with the contents.
        let tag: String

        /// nil for a kind of file that is not served.
        init?(_ contents: [UInt8], fileExtension: String) {
            guard let type = types[fileExtension.lowercased()] else { return nil }
            self.contents = contents
            self.type = type
            tag = "\"\(checksum(contents))\""
        }
    }

    /// One file, and all of them together, in bytes.
    static let fileLimit = 16 << 20
    static let totalLimit = 64 << 20

    private var files: [String: File] = [:]

    /// Nothing to serve.
    init() {}

    /// Reads every file below `directory` whose type is known, hidden ones left out.
    ///
    /// - Parameter prefix: where they are served, without a slash at the end.
    init(directory: String, prefix: String = "") throws(Unreadable) {
        try add(directory: directory, prefix: prefix)
    }

    /// Why files cannot be served.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// Adds every file below `directory`, served below `prefix`.
    mutating func add(directory: String, prefix: String) throws(Unreadable) {
        let root = URL(fileURLWithPath: directory).standardizedFileURL.resolvingSymlinksInPath()
        guard
            let walker = FileManager.default.enumerator(
                at: root, includingPropertiesForKeys: [.isRegularFileKey, .fileSizeKey], options: [.skipsHiddenFiles])
        else { throw Unreadable(description: "The directory \(directory) cannot be read.") }
        var total = 0
        var found = false
        for case let url as URL in walker {
            guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
                values.isRegularFile == true, let size = values.fileSize, size <= Self.fileLimit,
                Self.types[url.pathExtension.lowercased()] != nil, let data = try? Data(contentsOf: url)
            else { continue }
            total += data.count
            guard total <= Self.totalLimit else {
                throw Unreadable(description: "\(directory) holds more than \(Self.totalLimit >> 20) MiB to serve.")
            }
            found = true
            let below = url.standardizedFileURL.resolvingSymlinksInPath().path.dropFirst(root.path.count)
            files[prefix + below] = File(Array(data), fileExtension: url.pathExtension)
        }
        guard found else { throw Unreadable(description: "There is nothing to serve in \(directory).") }
    }

    /// The file served at `path`; a path that ends in a slash means its `index.html`.
    subscript(path: String) -> File? {
        files[path.hasSuffix("/") ? path + "index.html" : path]
    }

    /// The paths that begin with `prefix` and end with `suffix`, in order.
    func paths(below prefix: String, endingWith suffix: String) -> [String] {
        files.keys.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }.sorted()
    }

    /// FNV-1a, 64 bits: tells versions of a file apart, protects nothing.
    private static func checksum(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
        "ico": "image/x-icon", "txt": "text/plain; charset=utf-8", "xml": "text/xml; charset=utf-8",
        "webmanifest": "application/manifest+json", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "bmp": "image/bmp", "webp": "image/webp",
        "woff2": "font/woff2", "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav",
    ]
}
