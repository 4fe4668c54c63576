import Foundation

/// The header of a SQLite file, which reveals that the file is truncated. SQLite itself notices
/// only when it reads a missing page. (https://www.sqlite.org/fileformat.html, section 1.3)
struct FileHeader {
    private static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private let path: String
    private let bytes: [UInt8]
    private let fileSize: Int
    /// Whether a write-ahead log exists, which may have newer pages than the file.
    private let hasLog: Bool

    init(path: String) throws(StoreOpenError) {
        self.path = path
        guard let handle = FileHandle(forReadingAtPath: path), let head = try? handle.read(upToCount: Self.size),
            let end = try? handle.seekToEnd()
        else {
            // Reading an empty file yields no bytes. Treat it like a missing file.
            guard Self.size(of: path) == 0 else { throw .other(path: path, why: "it cannot be read") }
            (bytes, fileSize, hasLog) = ([], 0, false)
            return
        }
        bytes = Array(head)
        fileSize = Int(end)
        hasLog = (Self.size(of: "\(path)-wal") ?? 0) > 0
    }

    private static func size(of path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
    }

    func check() throws(StoreOpenError) {
        guard fileSize > 0 else { return }
        guard bytes.count == Self.size, bytes.starts(with: Self.magic) else {
            throw .damaged(path: path, why: "it is not a SQLite file")
        }
        // The header's page count is valid only if the last change wrote it (bytes 24 and 92 are
        // equal).
        guard !hasLog, number(at: 24) == number(at: 92) else { return }
        let pageSize = Int(bytes[16]) << 8 | Int(bytes[17])
        let expected = (pageSize == 1 ? 65_536 : pageSize) * number(at: 28)
        guard fileSize >= expected else {
            throw .damaged(path: path, why: "it ends after \(fileSize) of \(expected) bytes")
        }
    }

    private func number(at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
