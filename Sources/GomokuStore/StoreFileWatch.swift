/// A check that the open file is still the one at its path. Writes to a file that was removed,
/// replaced or emptied are lost.
struct StoreFileWatch: Sendable {
    /// An error that says that the file at the path is missing, empty or another one.
    struct Lost: Error, Equatable {
        let path: String
    }

    private let path: String
    private let file: FileSystem.Identity?

    /// Remembers the file at `path`. Call this as soon as the file is open.
    init(_ path: String) {
        self.path = path
        file = FileSystem.identity(path)
    }

    func check() throws(Lost) {
        guard let file, FileSystem.identity(path) == file else { throw Lost(path: path) }
    }
}
