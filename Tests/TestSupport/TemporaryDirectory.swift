import Foundation

/// A directory that is removed when this object is deallocated.
public final class TemporaryDirectory {
    public let path: String

    public init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("gomoku-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
