import Glibc

/// Keeps a second server out of a directory, for as long as it lives. The kernel lets go of it when the process ends, however it ends.
final class DirectoryLock: Sendable {
    private let descriptor: CInt

    /// Nil when another process has it, or this one already.
    init?(_ directory: String) {
        let descriptor = unsafe open("\(directory)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }
}
