/// Whether the file that is open still is the one at its path: a file that was removed, replaced or emptied takes what
/// nobody will ever find again.
struct StoreFileWatch: Sendable {
    /// The file is gone or empty, or another has its name.
    struct Lost: Error, Equatable {
        let path: String
    }

    private let path: String
    private let file: FileSystem.Identity?

    /// To be made as soon as the file is open.
    init(_ path: String) {
        self.path = path
        file = FileSystem.identity(path)
    }

    func check() throws(Lost) {
        guard let file, FileSystem.identity(path) == file else { throw Lost(path: path) }
    }
}
