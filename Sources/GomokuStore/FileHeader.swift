import Foundation

/// The first bytes of a SQLite file: enough to tell a truncated one, which SQLite itself finds out only when it gets
/// there. (https://www.sqlite.org/fileformat.html, section 1.3)
struct FileHeader {
    private static let size = 100
    private static let magic = Array("SQLite format 3\0".utf8)

    private let path: String
    private let bytes: [UInt8]
    private let fileSize: Int
    /// Whether there is a write-ahead log with newer pages than the file's.
    private let hasLog: Bool

    init(path: String) throws(StoreOpenError) {
        self.path = path
        guard let handle = FileHandle(forReadingAtPath: path), let head = try? handle.read(upToCount: Self.size),
            let end = try? handle.seekToEnd()
        else {
            // An empty file reads as nothing at all; it is as good as none.
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
            throw .damaged(path: path, why: "it is no SQLite file")
        }
        // The page count only counts when it was written by the last change (bytes 24 and 92).
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
