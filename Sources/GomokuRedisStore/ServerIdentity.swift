import Glibc

/// The identity of a server's process, by which another server on the same machine can tell that
/// the process has ended.
public struct ServerIdentity: Equatable, Sendable, CustomStringConvertible {
    let host: String
    /// The boot and the PID namespace. Process IDs are comparable only within both.
    let space: String
    let process: Int
    /// The start time of the process, in clock ticks since boot.
    let started: String

    public var description: String { "\(host) \(space) \(process) \(started)" }

    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, let process = Int(words[2]) else { return nil }
        (host, space, self.process, started) = (words[0], words[1], process, words[3])
    }

    /// Makes the identity of this process.
    public init() {
        var name = [CChar](repeating: 0, count: 256)
        unsafe gethostname(&name, name.count - 1)
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        host = text.isEmpty ? "?" : text.filter { !$0.isWhitespace }
        process = Int(getpid())
        let boot = Self.read("/proc/sys/kernel/random/boot_id").filter { !$0.isWhitespace }
        space = "\(boot)/\(Self.namespace)"
        started = Self.started(process) ?? "0"
    }

    /// Whether the process ran in the space of `own` and has ended.
    func isGone(besides own: ServerIdentity) -> Bool {
        space == own.space && self != own && Self.started(process) != started
    }

    private static var namespace: String {
        var link = [CChar](repeating: 0, count: 128)
        let count = unsafe readlink("/proc/self/ns/pid", &link, link.count)
        return String(decoding: link.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the start time of a process; nil if it does not exist or is a zombie.
    private static func started(_ process: Int) -> String? {
        // The process name, in parentheses, may contain any characters.
        let text = read("/proc/\(process)/stat")
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        guard fields.count > 20, fields[1] != "Z" else { return nil }
        return String(fields[20])
    }

    private static func read(_ path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { Glibc.close(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe Glibc.read(file, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
