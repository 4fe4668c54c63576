/// Keeps a second server out of a directory, for as long as it lives; other processes and this one alike.
final class DirectoryLock: Sendable {
    private let descriptor: CInt

    let directory: String

    init(_ directory: String) throws(StoreOpenError) {
        self.directory = directory
        descriptor = try FileSystem.lock(directory)
    }

    deinit { FileSystem.close(descriptor) }
}
