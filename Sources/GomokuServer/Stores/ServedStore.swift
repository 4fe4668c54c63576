import Foundation

/// The note of the store that a server of this machine has served: a file in its state directory with the store's id.
///
/// A Redis that has lost its data looks like a new one. Without the note, a restarted server would begin a new world
/// there, in which names are free to claim.
struct ServedStore {
    private static let fileName = "served-store"

    /// Nil: there is no state directory, and nothing is noted.
    private let path: String?

    /// - Parameter directory: the state directory; nil: the one that systemd names, if any.
    init(directory: String?, environment: [String: String]) {
        let named = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        path = (directory ?? named).map { $0 + "/" + Self.fileName }
    }

    /// Whether a store was served.
    var isNoted: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

    /// Notes that the store is served. Returns a sentence if that fails.
    func note(_ id: String) -> String? {
        guard let path else { return nil }
        let text = Data((id + "\n").utf8)
        if (try? Data(contentsOf: URL(fileURLWithPath: path))) == text { return nil }
        do {
            let directory = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try text.write(to: URL(fileURLWithPath: path), options: .atomic)
            return nil
        } catch {
            return
                "The file \(path) cannot be written, so an empty Redis would be taken for a new one. Check --state-directory."
        }
    }
}
