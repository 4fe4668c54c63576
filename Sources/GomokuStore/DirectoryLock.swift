/// Keeps a second server out of a directory, for as long as it lives; other processes and this one alike.
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
