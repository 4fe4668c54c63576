import Foundation
import Glibc

/// Functions that start processes in their own process groups. Children inherit only the named
/// descriptors.
enum BotSpawn {
    /// A shell script that reads a process group's ID. If its input ends without another line, this
    /// process is gone, and the script kills the group.
    private static let watch = "trap '' INT TERM HUP; read -r group && { read -r word || kill -s KILL -- \"-$group\"; }"

    /// Creates a pipe that children do not inherit. Returns the reading and the writing end.
    static func pipe() -> (Int32, Int32)? {
        var ends: [Int32] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts a watchdog. Returns the writing end of its pipe, or nil on failure.
    static func watchdog() -> Int32? {
        guard let (input, told) = pipe() else { return nil }
        defer { close(input) }
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        guard case .success(let pid) = spawn(["/bin/sh", "-c", watch], input: input, output: null, folder: nil) else {
            close(told)
            return nil
        }
        reap(pid)
        return told
    }

    /// Starts a thread that reaps the process, so that it does not remain a zombie.
    private static func reap(_ pid: pid_t) {
        var thread = pthread_t()
        let argument = unsafe UnsafeMutableRawPointer(bitPattern: Int(pid))
        let started = unsafe pthread_create(
            &thread, nil,
            { argument in
                var status: Int32 = 0
                while unsafe waitpid(pid_t(Int(bitPattern: argument)), &status, 0) < 0, errno == EINTR {}
                return nil
            }, unsafe argument)
        if started == 0 { pthread_detach(thread) }
    }

    static func spawn(_ command: [String], input: Int32, output: Int32, folder: String?) -> Result<
        pid_t, BotProcess.Failure
    > {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // Discard standard error, so that the engine never blocks on it.
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // The loop's threads block and ignore signals. Children must not inherit this.
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        // A shell changes to the folder and then becomes the engine. It could not report the reason
        // if the engine is missing, so check that first.
        if let folder, command[0].contains("/") {
            let path = command[0].hasPrefix("/") ? command[0] : folder + "/" + command[0]
            guard unsafe access(path, X_OK) == 0 else { return .failure(.notStarted(errno)) }
        }
        let words = folder.map { ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", $0] + command } ?? command
        let arguments = unsafe copies(words)
        let environment = unsafe copies(ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
        defer {
            unsafe release(arguments)
            unsafe release(environment)
        }
        var pid: pid_t = 0
        let failure = unsafe posix_spawnp(&pid, words[0], &actions, &attributes, arguments, environment)
        return failure == 0 ? .success(pid) : .failure(.notStarted(failure))
    }

    /// Returns C copies of the texts, followed by a null pointer. The caller frees them.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies = unsafe texts.map { unsafe strdup($0) }
        unsafe copies.append(nil)
        return unsafe copies
    }

    private static func release(_ copies: [UnsafeMutablePointer<CChar>?]) {
        // The `for` loop uses indices, because swift-format joins the two words of `for unsafe text
        // in copies`.
        for place in unsafe copies.indices { unsafe free(copies[place]) }
    }
}
