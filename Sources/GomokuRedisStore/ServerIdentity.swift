import Glibc

/// Which process a server is, so that a new one on the same machine sees that the old one is gone.
public struct ServerIdentity: Equatable, Sendable, CustomStringConvertible {
    let host: String
    /// Of the system's start and of the processes that see each other: only there does a process' number mean anything.
    let space: String
    let process: Int
    /// When it was started, in ticks of the system.
    let started: String

    public var description: String { "\(host) \(space) \(process) \(started)" }

    init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, let process = Int(words[2]) else { return nil }
        (host, space, self.process, started) = (words[0], words[1], process, words[3])
    }

    /// This process.
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

    /// Whether it ran where `own` runs, and does not any more.
    func isGone(besides own: ServerIdentity) -> Bool {
        space == own.space && self != own && Self.started(process) != started
    }

    private static var namespace: String {
        var link = [CChar](repeating: 0, count: 128)
        let count = unsafe readlink("/proc/self/ns/pid", &link, link.count)
        return String(decoding: link.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// When a process was started; nil when there is none, or only what is left of one until its parent has looked.
    private static func started(_ process: Int) -> String? {
        // The name, in parentheses, may have anything in it.
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
