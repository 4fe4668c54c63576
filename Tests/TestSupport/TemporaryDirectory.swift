import Foundation

/// A directory that is gone after the test.
public final class TemporaryDirectory {
    public let path: String

    public init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("gomoku-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
