import Glibc

/// The few calls of the operating system that the store needs besides SQLite. All that touches C is in this file.
enum FileSystem {
    /// Locks `directory`/lock, which earlier versions lock, and the directory itself, which stays when that file is
    /// deleted. The kernel releases both locks when the process ends, however it ends.
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
        guard takeLock(descriptor) else {
            let failure = errno == EWOULDBLOCK ? StoreOpenError.inUse(directory: directory) : failure(path)
            Glibc.close(descriptor)
            throw failure
        }
        return descriptor
    }

    /// Throws if another process has the lock of `directory`, or if this user may not take it. Makes no file.
    static func checkLock(_ directory: String) throws(StoreOpenError) {
        let path = DirectoryLock.path(in: directory)
        Glibc.close(try lock(directory, O_RDONLY | O_DIRECTORY, in: directory))
        guard unsafe access(directory, W_OK | X_OK) == 0 else { throw failure(path) }
        if unsafe access(path, F_OK) == 0 { Glibc.close(try lock(path, O_RDWR, in: directory)) }
    }

    /// Tries for a moment: a server that has just ended may be on its way out, and a process that is being started
    /// holds its parent's lock between fork and exec.
    private static func takeLock(_ descriptor: CInt) -> Bool {
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

    /// Makes sure that a file's content, or a directory's list of files, is on the disk.
    static func sync(_ path: String) throws(StoreOpenError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    /// Gives a file another name at once, whatever had that name before, and makes sure of it.
    static func rename(_ path: String, to new: String) throws(StoreOpenError) {
        guard unsafe Glibc.rename(path, new) == 0 else { throw failure(new) }
        try sync(directory(of: new))
    }

    /// Which file it is, whatever its name.
    struct Identity: Equatable, Sendable {
        let device: UInt
        let number: UInt
        let isEmpty: Bool
    }

    /// Nil when there is no such file.
    static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return Identity(device: UInt(facts.st_dev), number: UInt(facts.st_ino), isEmpty: facts.st_size == 0)
    }

    /// A file's inode and the time of its last change, which nothing but the kernel sets; nil when there is no such file.
    static func stamp(_ path: String) -> String? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return "\(facts.st_ino) \(facts.st_ctim.tv_sec) \(facts.st_ctim.tv_nsec)"
    }

    /// Another one each time the machine starts; empty when the system does not tell.
    static var bootID: String {
        let file = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { Glibc.close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self).filter { !$0.isWhitespace }
    }

    /// Files that this process makes from now on are for its user alone.
    static func makeNewFilesPrivate() { umask(0o077) }

    /// Closes a directory of the store, and the files in it, to everybody but their owner. What belongs to somebody
    /// else is left as it is: it is theirs to close.
    static func makePrivate(_ directory: String, files: [String]) {
        _ = unsafe chmod(directory, 0o700)
        for file in files { _ = unsafe chmod("\(directory)/\(file)", 0o600) }
    }

    /// Gives files to the owner of their directory. Without it, what root restores or imports could not be opened by
    /// the server's user. Other users cannot give files away, and what they make stays theirs.
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

    /// Appends `count` zeros to a file that is there and shorter than `limit`; returns how long it is then.
    static func extend(_ path: String, with count: Int, whenLessThan limit: Int) -> Int {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { Glibc.close(descriptor) }
        var facts = stat()
        guard unsafe fstat(descriptor, &facts) == 0 else { return 0 }
        guard facts.st_size < limit else { return facts.st_size }
        // Page by page: what is written at once is one large piece of the page cache, and each page that is written into
        // it later is counted, and looked at, as all of it.
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

    /// What the operating system has just refused, and why.
    private static func failure(_ path: String) -> StoreOpenError {
        switch errno {
        case EACCES, EPERM, EROFS: .readOnly(path: path)
        case ENOSPC, EDQUOT: .full(path: path)
        default: .other(path: path, why: unsafe String(cString: strerror(errno)))
        }
    }
}
