import Foundation

/// A file in the state directory with the ID of the store that a server of this machine has served.
///
/// A Redis that has lost its data looks like a new one. Without this note, a restarted server would
/// start over with an empty store, in which strangers could claim any name.
struct ServedStore {
    private static let fileName = "served-store"

    /// The path of the note; nil if there is no state directory.
    private let path: String?

    /// - Parameter directory: the state directory; nil for the one that systemd provides, if any.
    init(directory: String?, environment: [String: String]) {
        let named = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        path = (directory ?? named).map { $0 + "/" + Self.fileName }
    }

    /// Whether a store was served before.
    var isNoted: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? false }

    /// Writes the note. Returns a sentence if that fails.
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
                "The file \(path) cannot be written, so the server cannot tell an emptied Redis from a new one later. Check --state-directory."
        }
    }
}
