/// A lock that keeps a second store out of a directory, in this process or another. Deallocating it
/// releases the lock.
final class DirectoryLock: Sendable {
    private let descriptors: [CInt]

    let directory: String

    static func path(in directory: String) -> String { "\(directory)/lock" }

    init(_ directory: String) throws(StoreOpenError) {
        self.directory = directory
        descriptors = try FileSystem.lock(directory)
    }

    deinit { for descriptor in descriptors { FileSystem.close(descriptor) } }
}
