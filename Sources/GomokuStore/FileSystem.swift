import Glibc

/// The operating system calls that the store needs besides SQLite. No other file of the target
/// except `WriteAheadLog.swift` passes pointers to C.
enum FileSystem {
    /// Locks the file `lock` in `directory`, for the sake of earlier versions, and the directory
    /// itself, in case that file is deleted. The kernel releases both locks when the process ends,
    /// even after a crash.
    static func lock(_ directory: String) throws(StoreOpenError) -> [CInt] {
        let file = try lock(DirectoryLock.path(in: directory), O_RDWR | O_CREAT, in: directory)
        do {
            return [file, try lock(directory, O_RDONLY | O_DIRECTORY, in: directory)]
        } catch {
            Glibc.close(file)
            throw error
        }
    }

    private static func lock(_ path: String, _ flags: CInt, in directory: String) throws(StoreOpenError) -> CInt {
        let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        guard acquireLock(descriptor) else {
            let failure = errno == EWOULDBLOCK ? StoreOpenError.inUse(directory: directory) : failure(path)
            Glibc.close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Throws if another process holds the lock of `directory`, or if this user may not take it.
    /// Creates no file.
    static func checkLock(_ directory: String) throws(StoreOpenError) {
        let path = DirectoryLock.path(in: directory)
        Glibc.close(try lock(directory, O_RDONLY | O_DIRECTORY, in: directory))
        guard unsafe access(directory, W_OK | X_OK) == 0 else { throw failure(path) }
        if unsafe access(path, F_OK) == 0 { Glibc.close(try lock(path, O_RDWR, in: directory)) }
    }

    /// Tries to take the lock for half a second. A server that is stopping may still hold it, and
    /// so may a process between fork and exec that has inherited it.
    private static func acquireLock(_ descriptor: CInt) -> Bool {
        for _ in 0..<lockTries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK else { return false }
            usleep(lockWaitMicroseconds)
        }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private static let lockTries = 25
    private static let lockWaitMicroseconds: UInt32 = 20_000

    static func close(_ descriptor: CInt) { Glibc.close(descriptor) }

    /// Flushes a file's content, or a directory's entries, to the disk.
    static func sync(_ path: String) throws(StoreOpenError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// Renames a file atomically, replacing any file of the new name, and flushes the directory.
    static func rename(_ path: String, to new: String) throws(StoreOpenError) {
        guard unsafe Glibc.rename(path, new) == 0 else { throw failure(new) }
        try sync(directory(of: new))
    }

    /// The identity of a file, independent of its name.
    struct Identity: Equatable, Sendable {
        let device: UInt
        let number: UInt
        let isEmpty: Bool
    }

    /// Returns the identity of a file; nil if there is no such file.
    static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return Identity(device: UInt(facts.st_dev), number: UInt(facts.st_ino), isEmpty: facts.st_size == 0)
    }

    /// Returns a file's inode and the time of its last status change, which only the kernel sets;
    /// nil if there is no such file.
    static func stamp(_ path: String) -> String? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return "\(facts.st_ino) \(facts.st_ctim.tv_sec) \(facts.st_ctim.tv_nsec)"
    }

    /// The ID of the machine's current boot; empty if the system does not provide one.
    static var bootID: String {
        let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { Glibc.close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).filter { !$0.isWhitespace }
    }

    /// Makes files that this process creates from now on accessible to its user only.
    static func makeNewFilesPrivate() { umask(0o077) }

    /// Restricts a directory of the store and its files to their owner. Files of other users stay
    /// as they are, because only their owners may change them.
    static func makePrivate(_ directory: String, files: [String]) {
        _ = unsafe chmod(directory, 0o700)
        for file in files { _ = unsafe chmod("\(directory)/\(file)", 0o600) }
    }

    /// Gives files to the owner of their directory. Without this, the server's user could not open
    /// files that root has restored or imported. Does nothing for users other than root, who cannot
    /// give files away.
    static func giveToOwner(of directory: String, _ paths: [String]) throws(StoreOpenError) {
        var owner = stat()
        guard geteuid() == 0, unsafe stat(directory, &owner) == 0 else { return }
        for path in paths {
            guard unsafe chown(path, owner.st_uid, owner.st_gid) == 0 else { throw failure(path) }
        }
    }

    static func remove(_ path: String) { _ = unsafe unlink(path) }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Appends `count` zeros to an existing file that is shorter than `limit`. Returns the file's
    /// length afterwards, or 0 if it cannot be opened.
    static func extend(_ path: String, with count: Int, whenLessThan limit: Int) -> Int {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { Glibc.close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { return 0 }
        guard facts.st_size < limit else { return facts.st_size }
        // Write one page at a time. A single large write creates one large folio in the page cache,
        // and each later write to a page of it would be processed as the whole folio.
        let page = [UInt8](repeating: 0, count: pageBytes)
        var end = facts.st_size
        while end < facts.st_size + count {
            let written = unsafe page.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, pageBytes, end) }
            guard written > 0 else { break }
            end += written
        }
        return end
    }

    private static let pageBytes = 4_096

    /// Returns the error for the call that has just failed, from `errno`.
    private static func failure(_ path: String) -> StoreOpenError {
        switch errno {
        case EACCES, EPERM, EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .full(path: path)
        default: .other(path: path, why: unsafe String(cString: strerror(errno)))
        }
    }
}
